CREATE TABLE "write_offs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"request_hash" text NOT NULL,
	"proposed_by" text NOT NULL,
	"decided_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"written_on" date,
	CONSTRAINT "write_offs_status" CHECK (status in ('awaiting_approval', 'written', 'declined', 'taken_back')),
	CONSTRAINT "write_offs_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "write_offs_by_order" ON "write_offs" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "write_offs_by_day" ON "write_offs" USING btree ("written_on") WHERE status = 'written';--> statement-breakpoint
CREATE INDEX "write_offs_open" ON "write_offs" USING btree ("created_at") WHERE status = 'awaiting_approval';--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'payment', 'refund', 'write_off'));