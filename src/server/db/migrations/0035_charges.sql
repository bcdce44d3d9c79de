CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"category" text NOT NULL,
	"amount" bigint NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"facts" jsonb,
	"status" text DEFAULT 'proposed' NOT NULL,
	"proposed_by" text NOT NULL,
	"request_hash" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"answer_until" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"answer" text,
	"answer_words" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"decision" text,
	"owed" bigint,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "charges_category" CHECK (category in ('extra_miles', 'late_days', 'damage', 'tolls', 'cleaning')),
	CONSTRAINT "charges_status" CHECK (status in ('proposed', 'accepted', 'contested', 'decided', 'withdrawn')),
	CONSTRAINT "charges_amount" CHECK (amount > 0 and owed between 0 and amount),
	CONSTRAINT "charges_owed" CHECK ((owed is not null) = (status in ('accepted', 'decided'))),
	CONSTRAINT "charges_decided" CHECK ((decision is not null) = (status = 'decided')),
	CONSTRAINT "charges_answered" CHECK (answered_at is not null or status in ('proposed', 'withdrawn'))
);
--> statement-breakpoint
DROP INDEX "instalments_of_order";--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "charge_side" text;--> statement-breakpoint
ALTER TABLE "instalments" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_by_order" ON "charges" USING btree ("order_id","proposed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_computed_once" ON "charges" USING btree ("order_id","category") WHERE category in ('extra_miles', 'late_days') and status <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "charges_to_answer" ON "charges" USING btree ("answer_until") WHERE status = 'proposed';--> statement-breakpoint
CREATE INDEX "charges_disputed" ON "charges" USING btree ("answered_at","id") WHERE status = 'contested';--> statement-breakpoint
CREATE INDEX "charges_disputes_closed" ON "charges" USING btree ("closed_at","id") WHERE status in ('decided', 'withdrawn') and answered_at is not null;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_of_charge" ON "attachments" USING btree ("charge_id") WHERE charge_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "instalments_of_order" ON "instalments" USING btree ("order_id","number") WHERE dropped_at is null and charge_id is null;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_of_charge" UNIQUE("charge_id");--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_charge" CHECK ((charge_id is null) = (charge_side is null));--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_one_use" CHECK (charge_id is null or message_id is null);--> statement-breakpoint
-- Nothing is asked of a renter by a charge before it is accepted or decided, and never another sum than is owed of it.
CREATE FUNCTION refuse_unowed_charge() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if not exists (select from charges where id = new.charge_id and order_id = new.order_id and owed = new.amount) then
    raise exception 'An instalment asks for a charge that is not owed' using errcode = '23514', constraint = 'instalments_of_owed_charge';
  end if;
  return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER instalments_of_owed_charge BEFORE INSERT OR UPDATE OF charge_id, amount, order_id ON instalments
  FOR EACH ROW WHEN (new.charge_id IS NOT NULL) EXECUTE FUNCTION refuse_unowed_charge();
--> statement-breakpoint
-- What has come to its end stays as it is.
CREATE FUNCTION refuse_to_change_closed_charge() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'A charge that has come to its end is not changed' using errcode = '23514', constraint = 'charges_closed';
end $$;
--> statement-breakpoint
CREATE TRIGGER charges_closed BEFORE UPDATE ON charges
  FOR EACH ROW WHEN (old.status IN ('accepted', 'decided', 'withdrawn') AND old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION refuse_to_change_closed_charge();
