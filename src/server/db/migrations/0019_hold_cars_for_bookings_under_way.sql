CREATE TABLE "wizard_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"account_id" uuid NOT NULL,
	"car_id" uuid NOT NULL,
	"pickup_date" date NOT NULL,
	"return_date" date NOT NULL,
	"during" daterange GENERATED ALWAYS AS (daterange(pickup_date, return_date, '[]')) STORED,
	"customer_phone" text NOT NULL,
	"pickup_location" text NOT NULL,
	"insurance" text,
	"payment_method" text,
	"payment_card" jsonb,
	"promo" text,
	"language" text NOT NULL,
	"request_hash" text NOT NULL,
	"hold_began_at" timestamp with time zone,
	"hold_ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wizard_drafts_dates" CHECK (return_date > pickup_date),
	CONSTRAINT "wizard_drafts_hold" CHECK ((hold_began_at is null) = (hold_ends_at is null)),
	CONSTRAINT "wizard_drafts_insurance" CHECK (insurance in ('basic', 'premium'))
);
--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD CONSTRAINT "wizard_drafts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD CONSTRAINT "wizard_drafts_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wizard_drafts_of_car" ON "wizard_drafts" USING btree ("account_id","car_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wizard_drafts_one_hold" ON "wizard_drafts" USING btree ("account_id") WHERE hold_ends_at is not null;--> statement-breakpoint
CREATE INDEX "wizard_drafts_by_car" ON "wizard_drafts" USING btree ("car_id");--> statement-breakpoint
CREATE INDEX "wizard_drafts_by_touch" ON "wizard_drafts" USING btree ("touched_at");
--> statement-breakpoint
-- One holder at a time, as among orders. Whoever takes a car's days first clears, under the car's lock, the holds that the clock has ended.
ALTER TABLE "wizard_drafts" ADD CONSTRAINT "wizard_drafts_one_renter_at_a_time"
  EXCLUDE USING gist ("car_id" WITH =, "during" WITH &&)
  WHERE ("hold_ends_at" IS NOT NULL);
--> statement-breakpoint
-- No constraint spans the tables, so each looks into the others under the car's lock.
CREATE FUNCTION refuse_promised_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM orders WHERE car_id = NEW.car_id AND holds_car AND during && daterange(NEW.pickup_date, NEW.return_date, '[]'))
    OR EXISTS (SELECT FROM car_blocks WHERE car_id = NEW.car_id AND during && daterange(NEW.pickup_date, NEW.return_date, '[]')) THEN
    RAISE EXCEPTION 'the car is promised on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'wizard_drafts_not_while_promised', TABLE = 'wizard_drafts';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER wizard_drafts_not_while_promised BEFORE INSERT OR UPDATE OF car_id, pickup_date, return_date, hold_ends_at ON wizard_drafts FOR EACH ROW
  WHEN (NEW.hold_ends_at IS NOT NULL) EXECUTE FUNCTION refuse_promised_days();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_blocked_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM car_blocks WHERE car_id = NEW.car_id AND during && daterange(NEW.pickup_date, NEW.return_date, '[]')) THEN
    RAISE EXCEPTION 'the car is blocked on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'orders_not_while_blocked', TABLE = 'orders';
  END IF;
  IF EXISTS (SELECT FROM wizard_drafts WHERE car_id = NEW.car_id AND hold_ends_at > now() AND during && daterange(NEW.pickup_date, NEW.return_date, '[]')) THEN
    RAISE EXCEPTION 'the car is being booked on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'orders_not_while_being_booked', TABLE = 'orders';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_rented_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM orders WHERE car_id = NEW.car_id AND holds_car AND during && daterange(NEW.first_date, NEW.last_date, '[]'))
    OR EXISTS (SELECT FROM wizard_drafts WHERE car_id = NEW.car_id AND hold_ends_at > now() AND during && daterange(NEW.first_date, NEW.last_date, '[]')) THEN
    RAISE EXCEPTION 'the car is promised on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'car_blocks_not_while_rented', TABLE = 'car_blocks';
  END IF;
  RETURN NEW;
END $$;
