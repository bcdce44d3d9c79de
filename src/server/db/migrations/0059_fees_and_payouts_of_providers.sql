ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_cause";--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "provider_ref" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account" CHECK (account in ('renter', 'provider_clearing', 'cash', 'rental_revenue', 'insurance', 'fees', 'taxes', 'promo', 'host_payable', 'platform_income', 'refunds', 'write_off', 'chargebacks', 'chargeback_fees', 'provider_fees', 'bank'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'payment', 'correction', 'refund', 'write_off', 'chargeback', 'provider_fee', 'provider_payout'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_cause" CHECK (coalesce(order_id, instalment_id, payment_id, refund_id, charge_id, payout_id) is not null or provider_ref is not null);