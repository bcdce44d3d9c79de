CREATE TABLE "reconciliation_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mode" text NOT NULL,
	"ref" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"theirs" bigint,
	"ours" bigint,
	"currency" text NOT NULL,
	"on_day" date NOT NULL,
	"order_id" uuid,
	"found_at" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "reconciliation_differences_mode" CHECK (mode in ('stripe', 'paypal')),
	CONSTRAINT "reconciliation_differences_kind" CHECK (kind in ('payment', 'refund', 'dispute', 'fee', 'payout', 'other')),
	CONSTRAINT "reconciliation_differences_status" CHECK (status in ('missing_here', 'missing_there', 'amount_differs')),
	CONSTRAINT "reconciliation_differences_closed" CHECK ((closed_by is null) = (closed_at is null))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"mode" text NOT NULL,
	"on_day" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reconciliation_runs_mode_on_day_pk" PRIMARY KEY("mode","on_day"),
	CONSTRAINT "reconciliation_runs_mode" CHECK (mode in ('stripe', 'paypal'))
);
--> statement-breakpoint
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_status";--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "handled_by" text;--> statement-breakpoint
ALTER TABLE "reconciliation_differences" ADD CONSTRAINT "reconciliation_differences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_differences_ref" ON "reconciliation_differences" USING btree ("mode","ref","kind");--> statement-breakpoint
CREATE INDEX "reconciliation_differences_open" ON "reconciliation_differences" USING btree ("found_at") WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_status" CHECK (status in ('waiting', 'done', 'ignored', 'dead', 'handled'));