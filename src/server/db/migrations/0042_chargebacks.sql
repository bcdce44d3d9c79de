CREATE SEQUENCE "public"."chargeback_looks" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "chargebacks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"provider_ref" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"amount" bigint NOT NULL,
	"withdrawn" bigint DEFAULT 0 NOT NULL,
	"reinstated" bigint DEFAULT 0 NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"owed" bigint DEFAULT 0 NOT NULL,
	"withdrawn_on" date,
	"reinstated_on" date,
	"moves" integer DEFAULT 0 NOT NULL,
	"look" bigint NOT NULL,
	"evidence_due_at" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chargebacks_mode" CHECK (mode in ('stripe', 'paypal')),
	CONSTRAINT "chargebacks_state" CHECK (state in ('open', 'under_review', 'won', 'lost')),
	CONSTRAINT "chargebacks_reason" CHECK (reason in ('fraud', 'unrecognized', 'not_received', 'not_as_described', 'duplicate', 'refund_missing', 'cancelled', 'wrong_amount', 'bank', 'other')),
	CONSTRAINT "chargebacks_amounts" CHECK (amount > 0 and withdrawn >= 0 and reinstated >= 0 and fee >= 0 and owed between 0 and withdrawn)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chargebacks_ref" ON "chargebacks" USING btree ("mode","provider_ref");--> statement-breakpoint
CREATE INDEX "chargebacks_by_order" ON "chargebacks" USING btree ("order_id","opened_at");--> statement-breakpoint
CREATE INDEX "chargebacks_by_payment" ON "chargebacks" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_undecided" ON "chargebacks" USING btree ("created_at") WHERE state in ('open', 'under_review');--> statement-breakpoint
CREATE INDEX "chargebacks_by_opening" ON "chargebacks" USING btree ("opened_at","id");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account" CHECK (account in ('renter', 'provider_clearing', 'cash', 'rental_revenue', 'insurance', 'fees', 'taxes', 'promo', 'host_payable', 'platform_income', 'refunds', 'write_off', 'chargebacks', 'chargeback_fees'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'payment', 'refund', 'write_off', 'chargeback'));