CREATE TABLE "events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"kind" text NOT NULL,
	"to" uuid[] NOT NULL,
	"admins" text,
	"about" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "events_by_transaction" ON "events" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "events_by_created" ON "events" USING btree ("created_at");