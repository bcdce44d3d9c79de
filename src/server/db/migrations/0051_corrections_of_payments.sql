CREATE TABLE "payment_corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"to_order_id" uuid,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"tell" boolean NOT NULL,
	"proposed_by" text NOT NULL,
	"decided_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "payment_corrections_kind" CHECK (kind in ('take_back', 'move')),
	CONSTRAINT "payment_corrections_status" CHECK (status in ('awaiting_approval', 'done', 'declined')),
	CONSTRAINT "payment_corrections_order" CHECK ((kind = 'move') = (to_order_id is not null))
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status";--> statement-breakpoint
ALTER TABLE "payment_corrections" ADD CONSTRAINT "payment_corrections_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_corrections" ADD CONSTRAINT "payment_corrections_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_corrections" ADD CONSTRAINT "payment_corrections_to_order_id_orders_id_fk" FOREIGN KEY ("to_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_corrections_once" ON "payment_corrections" USING btree ("payment_id") WHERE status <> 'declined';--> statement-breakpoint
CREATE INDEX "payment_corrections_by_order" ON "payment_corrections" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_corrections_open" ON "payment_corrections" USING btree ("created_at") WHERE status = 'awaiting_approval';--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'payment', 'correction', 'refund', 'write_off', 'chargeback'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status" CHECK (status in ('begun', 'succeeded', 'failed', 'cancelled', 'taken_back'));