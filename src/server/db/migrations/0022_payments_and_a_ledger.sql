CREATE TABLE "instalments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"due_on" date NOT NULL,
	"lines" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"posted_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instalments_amount" CHECK (amount >= 0 and paid between 0 and amount)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"order_id" uuid,
	"posted_on" date NOT NULL,
	CONSTRAINT "ledger_entries_account" CHECK (account in ('renter', 'provider_clearing', 'cash', 'rental_revenue', 'insurance', 'fees', 'taxes', 'promo', 'host_payable', 'platform_income', 'refunds', 'write_off')),
	CONSTRAINT "ledger_entries_amount" CHECK (amount <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"entries" integer NOT NULL,
	"order_id" uuid,
	"instalment_id" uuid,
	"payment_id" uuid,
	"refund_id" uuid,
	"charge_id" uuid,
	"payout_id" uuid,
	"actor" text NOT NULL,
	"posted_on" date NOT NULL,
	"posted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transactions_key" UNIQUE("key"),
	CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'payment', 'refund')),
	CONSTRAINT "ledger_transactions_cause" CHECK (coalesce(order_id, instalment_id, payment_id, refund_id, charge_id, payout_id) is not null)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"method" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"paid_on" date,
	"provider_ref" text,
	"failure" text,
	"request_hash" text,
	"recorded_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_mode" CHECK (mode in ('built_in', 'stripe', 'paypal')),
	CONSTRAINT "payments_status" CHECK (status in ('begun', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "payments_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "refund_parts" (
	"refund_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"provider_ref" text,
	"paid_at" timestamp with time zone,
	CONSTRAINT "refund_parts_refund_id_payment_id_pk" PRIMARY KEY("refund_id","payment_id"),
	CONSTRAINT "refund_parts_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"of_credit" bigint DEFAULT 0 NOT NULL,
	"origin" text NOT NULL,
	"reason" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"request_hash" text,
	"proposed_by" text NOT NULL,
	"decided_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"paid_on" date,
	CONSTRAINT "refunds_status" CHECK (status in ('awaiting_approval', 'approved', 'paid', 'declined', 'withdrawn')),
	CONSTRAINT "refunds_amount" CHECK (amount > 0 and of_credit between 0 and amount)
);
--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "instalments_of_order" ON "instalments" USING btree ("order_id","number") WHERE dropped_at is null;--> statement-breakpoint
CREATE INDEX "instalments_to_post" ON "instalments" USING btree ("due_on") WHERE posted_at is null and dropped_at is null;--> statement-breakpoint
CREATE INDEX "instalments_unpaid" ON "instalments" USING btree ("due_on","order_id") WHERE paid < amount and dropped_at is null;--> statement-breakpoint
CREATE INDEX "instalments_by_due" ON "instalments" USING btree ("due_on","order_id");--> statement-breakpoint
CREATE INDEX "instalments_all_of_order" ON "instalments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_order" ON "ledger_entries" USING btree ("order_id","account","amount");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_day" ON "ledger_entries" USING btree ("posted_on","account","amount");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_account" ON "ledger_entries" USING btree ("account","amount");--> statement-breakpoint
CREATE INDEX "ledger_transactions_by_order" ON "ledger_transactions" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_by_day" ON "ledger_transactions" USING btree ("posted_on","id");--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("paid_on") WHERE status = 'succeeded';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_ref" ON "payments" USING btree ("mode","provider_ref") WHERE provider_ref is not null;--> statement-breakpoint
CREATE INDEX "refund_parts_by_payment" ON "refund_parts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE status in ('awaiting_approval', 'approved');--> statement-breakpoint
CREATE INDEX "refunds_by_day" ON "refunds" USING btree ("paid_on") WHERE status = 'paid';
--> statement-breakpoint
-- The ledger is only ever added to, whoever asks.
CREATE FUNCTION refuse_rewriting_the_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is only ever added to' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only', TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_the_ledger();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_the_ledger();
--> statement-breakpoint
-- At the end of whatever writes it, a transaction has all the entries that it says, at least two, of its own order and day, and they sum to zero.
-- What is added to it later makes it have more than it says.
CREATE FUNCTION refuse_an_unbalanced_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written ledger_transactions;
  found record;
BEGIN
  IF TG_TABLE_NAME = 'ledger_entries' THEN
    SELECT * INTO written FROM ledger_transactions WHERE id = NEW.transaction_id;
  ELSE
    written := NEW;
  END IF;
  SELECT count(*) AS entries, coalesce(sum(amount), 0) AS total,
    coalesce(bool_and(order_id IS NOT DISTINCT FROM written.order_id AND posted_on = written.posted_on), true) AS agree
    INTO found FROM ledger_entries WHERE transaction_id = written.id;
  IF found.entries < 2 OR found.entries <> written.entries OR found.total <> 0 OR NOT found.agree THEN
    RAISE EXCEPTION 'ledger transaction % has % of % entries that sum to %', written.key, found.entries, written.entries, found.total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transactions_balanced', TABLE = 'ledger_transactions';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_transactions_balanced AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_an_unbalanced_transaction();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_an_unbalanced_transaction();
