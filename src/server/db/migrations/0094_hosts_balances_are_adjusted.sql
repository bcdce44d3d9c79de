CREATE TABLE "host_adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"received_on" date,
	"request_hash" text NOT NULL,
	"proposed_by" text NOT NULL,
	"decided_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "host_adjustments_kind" CHECK (kind in ('take_back', 'write_off', 'repayment')),
	CONSTRAINT "host_adjustments_status" CHECK (status in ('awaiting_approval', 'done', 'declined')),
	CONSTRAINT "host_adjustments_amount" CHECK (amount > 0),
	CONSTRAINT "host_adjustments_order" CHECK ((kind = 'take_back') = (order_id is not null)),
	CONSTRAINT "host_adjustments_received" CHECK ((kind = 'repayment') = (received_on is not null))
);
--> statement-breakpoint
CREATE TABLE "hosts_asked" (
	"host_id" uuid NOT NULL,
	"owed_since" date NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hosts_asked_host_id_owed_since_pk" PRIMARY KEY("host_id","owed_since")
);
--> statement-breakpoint
CREATE TABLE "pickup_denials" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"words" text NOT NULL,
	"denied_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "pickup_denials_decision" CHECK (decision in ('dismissed', 'upheld')),
	CONSTRAINT "pickup_denials_decided" CHECK ((decision is null) = (decided_at is null))
);
--> statement-breakpoint
ALTER TABLE "host_credits" DROP CONSTRAINT "host_credits_rule";--> statement-breakpoint
ALTER TABLE "host_credits" DROP CONSTRAINT "host_credits_instalment";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_cause";--> statement-breakpoint
ALTER TABLE "payout_flags" DROP CONSTRAINT "payout_flags_kind";--> statement-breakpoint
DROP INDEX "ledger_transactions_of_hosts";--> statement-breakpoint
ALTER TABLE "host_credits" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "adjustment_id" uuid;--> statement-breakpoint
ALTER TABLE "host_adjustments" ADD CONSTRAINT "host_adjustments_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_adjustments" ADD CONSTRAINT "host_adjustments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosts_asked" ADD CONSTRAINT "hosts_asked_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickup_denials" ADD CONSTRAINT "pickup_denials_record_id_condition_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."condition_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickup_denials" ADD CONSTRAINT "pickup_denials_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickup_denials" ADD CONSTRAINT "pickup_denials_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "host_adjustments_by_host" ON "host_adjustments" USING btree ("host_id","created_at");--> statement-breakpoint
CREATE INDEX "host_adjustments_by_order" ON "host_adjustments" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "host_adjustments_open" ON "host_adjustments" USING btree ("created_at") WHERE status = 'awaiting_approval';--> statement-breakpoint
CREATE INDEX "pickup_denials_by_order" ON "pickup_denials" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "pickup_denials_by_day" ON "pickup_denials" USING btree ("denied_at","record_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_of_hosts" ON "ledger_transactions" USING btree ("posted_at") WHERE kind in ('host_share', 'payout', 'host_balance');--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_order" CHECK ((order_id is null) = (rule in ('write_off', 'repayment')));--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_rule" CHECK (rule in ('share', 'charge', 'take_back', 'write_off', 'repayment'));--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_instalment" CHECK (instalment_id is not null or rule not in ('share', 'charge'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'recognition', 'payment', 'correction', 'refund', 'write_off', 'chargeback', 'provider_fee', 'provider_payout', 'payout', 'host_share', 'host_balance'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_cause" CHECK (coalesce(order_id, instalment_id, payment_id, refund_id, charge_id, payout_id, adjustment_id) is not null or provider_ref is not null);--> statement-breakpoint
ALTER TABLE "payout_flags" ADD CONSTRAINT "payout_flags_kind" CHECK (kind in ('same_phone', 'same_card', 'same_license', 'same_bank'));