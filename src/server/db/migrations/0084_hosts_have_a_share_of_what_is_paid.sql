CREATE TABLE "driven_before_loss" (
	"chargeback_id" uuid NOT NULL,
	"instalment_id" uuid NOT NULL,
	"paid" bigint NOT NULL,
	"until" date NOT NULL,
	CONSTRAINT "driven_before_loss_chargeback_id_instalment_id_until_pk" PRIMARY KEY("chargeback_id","instalment_id","until"),
	CONSTRAINT "driven_before_loss_paid" CHECK (paid > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "host_credits" ADD COLUMN "car_id" uuid;--> statement-breakpoint
ALTER TABLE "host_credits" ADD COLUMN "share_percent" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "host_credits" ADD COLUMN "lines" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "host_credits" ADD COLUMN "gross" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "host_credits" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "host_credits" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "host_credits" ADD COLUMN "paid_on" date NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "host_id" uuid;--> statement-breakpoint
ALTER TABLE "driven_before_loss" ADD CONSTRAINT "driven_before_loss_chargeback_id_chargebacks_id_fk" FOREIGN KEY ("chargeback_id") REFERENCES "public"."chargebacks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driven_before_loss" ADD CONSTRAINT "driven_before_loss_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_by_host" ON "ledger_entries" USING btree ("host_id","posted_on","amount") WHERE host_id is not null;--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_days" CHECK ((starts_on is null) = (ends_on is null) and starts_on < ends_on);--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_instalment" CHECK (instalment_id is not null or rule = 'take_back');--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_host" CHECK ((host_id is not null) = (account = 'host_payable'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account" CHECK (account in ('renter', 'provider_clearing', 'cash', 'deferred_revenue', 'rental_revenue', 'insurance', 'fees', 'taxes', 'promo', 'host_payable', 'deferred_host_share', 'host_share', 'platform_income', 'refunds', 'write_off', 'chargebacks', 'chargeback_fees', 'provider_fees', 'bank'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'recognition', 'payment', 'correction', 'refund', 'write_off', 'chargeback', 'provider_fee', 'provider_payout', 'payout', 'host_share'));--> statement-breakpoint
-- Rows are only added. What may change is the payout that a row is in, and when its rental has moved the days that it is for.
CREATE FUNCTION refuse_rewriting_host_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - ARRAY['payout_id', 'payable_on', 'awaits_pickup', 'starts_on', 'ends_on'])
      = (to_jsonb(OLD) - ARRAY['payout_id', 'payable_on', 'awaits_pickup', 'starts_on', 'ends_on']) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'host_credits are only added to';
END $$;--> statement-breakpoint
CREATE TRIGGER host_credits_append_only BEFORE UPDATE OR DELETE ON host_credits FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_host_credits();
