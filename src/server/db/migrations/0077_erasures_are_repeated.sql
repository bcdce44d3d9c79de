CREATE TABLE "erasures" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recorded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "erasures_to_record" ON "erasures" USING btree ("erased_at") WHERE recorded_at is null;