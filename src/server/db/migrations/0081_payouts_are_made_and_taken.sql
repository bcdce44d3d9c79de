CREATE TABLE "payout_flags" (
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"host_id" uuid NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"cleared_by" text,
	"cleared_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "payout_flags_order_id_kind_pk" PRIMARY KEY("order_id","kind"),
	CONSTRAINT "payout_flags_kind" CHECK (kind in ('same_phone', 'same_card', 'same_license', 'same_bank', 'pickup_denied'))
);
--> statement-breakpoint
CREATE TABLE "stripe_accounts" (
	"host_id" uuid PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"lacks" text[] DEFAULT '{}' NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stripe_accounts_ref" UNIQUE("ref")
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "number" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "is_superseded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_flags" ADD CONSTRAINT "payout_flags_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_flags" ADD CONSTRAINT "payout_flags_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_accounts" ADD CONSTRAINT "stripe_accounts_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_flags_open" ON "payout_flags" USING btree ("host_id") WHERE cleared_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_of_week" ON "payouts" USING btree ("host_id","made_on") WHERE not is_superseded;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_number" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind" CHECK (kind in ('instalment', 'reversal', 'recognition', 'payment', 'correction', 'refund', 'write_off', 'chargeback', 'provider_fee', 'provider_payout', 'payout'));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_superseded" CHECK (not is_superseded or status = 'cancelled');