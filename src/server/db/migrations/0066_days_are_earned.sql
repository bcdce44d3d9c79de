CREATE TABLE "order_earnings" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"through" date,
	"last_day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "order_earnings" ADD CONSTRAINT "order_earnings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_earnings_open" ON "order_earnings" USING btree ("through") WHERE through is null or through < last_day;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account" CHECK (account in ('renter', 'provider_clearing', 'cash', 'deferred_revenue', 'rental_revenue', 'insurance', 'fees', 'taxes', 'promo', 'host_payable', 'platform_income', 'refunds', 'write_off', 'chargebacks', 'chargeback_fees', 'provider_fees', 'bank'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'recognition', 'payment', 'correction', 'refund', 'write_off', 'chargeback', 'provider_fee', 'provider_payout'));--> statement-breakpoint
-- What was billed before stands as revenue of the day on which it was due: the next run moves it to its days.
INSERT INTO "order_earnings" ("order_id", "last_day") SELECT DISTINCT order_id, date '1900-01-01' FROM instalments WHERE posted_at IS NOT NULL;
