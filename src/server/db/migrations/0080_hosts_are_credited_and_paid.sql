CREATE TABLE "host_credits" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"stretch" integer NOT NULL,
	"rule" text NOT NULL,
	"instalment_id" uuid,
	"charge_id" uuid,
	"amount" bigint NOT NULL,
	"transaction_id" bigint NOT NULL,
	"credited_on" date NOT NULL,
	"payable_on" date NOT NULL,
	"awaits_pickup" boolean DEFAULT false NOT NULL,
	"payout_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "host_credits_rule" CHECK (rule in ('share', 'charge', 'take_back')),
	CONSTRAINT "host_credits_amount" CHECK (amount <> 0)
);
--> statement-breakpoint
CREATE TABLE "payout_details" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"host_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"last_four" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "payout_details_last_four" CHECK (last_four ~ '^[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "payout_holds" (
	"host_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"held_by" text NOT NULL,
	"held_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"host_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"status" text DEFAULT 'made' NOT NULL,
	"amount" bigint NOT NULL,
	"details_id" uuid,
	"provider_ref" text,
	"destination" text,
	"made_on" date NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"paid_on" date,
	"reason" text DEFAULT '' NOT NULL,
	"closed_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payouts_mode" CHECK (mode in ('bank', 'stripe')),
	CONSTRAINT "payouts_status" CHECK (status in ('made', 'paid', 'failed', 'cancelled')),
	CONSTRAINT "payouts_amount" CHECK (amount > 0),
	CONSTRAINT "payouts_paid" CHECK (status <> 'paid' or paid_on is not null)
);
--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_credits" ADD CONSTRAINT "host_credits_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_details" ADD CONSTRAINT "payout_details_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_holds" ADD CONSTRAINT "payout_holds_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_details_id_payout_details_id_fk" FOREIGN KEY ("details_id") REFERENCES "public"."payout_details"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "host_credits_by_host" ON "host_credits" USING btree ("host_id","id");--> statement-breakpoint
CREATE INDEX "host_credits_by_order" ON "host_credits" USING btree ("order_id","stretch");--> statement-breakpoint
CREATE INDEX "host_credits_by_payout" ON "host_credits" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "host_credits_open" ON "host_credits" USING btree ("host_id","payable_on") WHERE payout_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_details_current" ON "payout_details" USING btree ("host_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE INDEX "payout_details_by_fingerprint" ON "payout_details" USING btree ("fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_under_way" ON "payouts" USING btree ("host_id") WHERE status = 'made';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_provider_ref" ON "payouts" USING btree ("provider_ref") WHERE provider_ref is not null;--> statement-breakpoint
CREATE INDEX "payouts_by_host" ON "payouts" USING btree ("host_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_by_status" ON "payouts" USING btree ("status","created_at","id");