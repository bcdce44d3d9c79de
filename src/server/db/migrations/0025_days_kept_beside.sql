CREATE TABLE "day_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"car_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date NOT NULL,
	"during" daterange GENERATED ALWAYS AS (daterange(first_date, last_date, '[]')) STORED,
	"reason" text NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "day_holds_dates" CHECK (last_date >= first_date),
	CONSTRAINT "day_holds_reason" CHECK (reason in ('car_out', 'change'))
);
--> statement-breakpoint
ALTER TABLE "day_holds" ADD CONSTRAINT "day_holds_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_holds" ADD CONSTRAINT "day_holds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_holds_by_order" ON "day_holds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "day_holds_to_end" ON "day_holds" USING btree ("ends_at") WHERE ends_at is not null;--> statement-breakpoint
CREATE INDEX "orders_cars_out" ON "orders" USING btree ("car_id") WHERE status = 'in_progress' or is_car_out;--> statement-breakpoint
ALTER TABLE "day_holds" ADD CONSTRAINT "day_holds_one_at_a_time" EXCLUDE USING gist ("car_id" WITH =, "during" WITH &&);
--> statement-breakpoint
-- No constraint spans the tables, so each looks into the others under the car's lock. An order is not in its own way.
CREATE FUNCTION refuse_others_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM orders WHERE car_id = NEW.car_id AND id <> NEW.order_id AND holds_car AND during && daterange(NEW.first_date, NEW.last_date, '[]'))
    OR EXISTS (SELECT FROM wizard_drafts WHERE car_id = NEW.car_id AND hold_ends_at > now() AND during && daterange(NEW.first_date, NEW.last_date, '[]'))
    OR EXISTS (SELECT FROM car_blocks WHERE car_id = NEW.car_id AND during && daterange(NEW.first_date, NEW.last_date, '[]')) THEN
    RAISE EXCEPTION 'the car is promised on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'day_holds_not_while_promised', TABLE = 'day_holds';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER day_holds_not_while_promised BEFORE INSERT OR UPDATE ON day_holds FOR EACH ROW EXECUTE FUNCTION refuse_others_days();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_promised_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM orders WHERE car_id = NEW.car_id AND holds_car AND during && daterange(NEW.pickup_date, NEW.return_date, '[]'))
    OR EXISTS (SELECT FROM day_holds WHERE car_id = NEW.car_id AND (ends_at IS NULL OR ends_at > now()) AND during && daterange(NEW.pickup_date, NEW.return_date, '[]'))
    OR EXISTS (SELECT FROM car_blocks WHERE car_id = NEW.car_id AND during && daterange(NEW.pickup_date, NEW.return_date, '[]')) THEN
    RAISE EXCEPTION 'the car is promised on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'wizard_drafts_not_while_promised', TABLE = 'wizard_drafts';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_blocked_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM car_blocks WHERE car_id = NEW.car_id AND during && daterange(NEW.pickup_date, NEW.return_date, '[]')) THEN
    RAISE EXCEPTION 'the car is blocked on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'orders_not_while_blocked', TABLE = 'orders';
  END IF;
  IF EXISTS (SELECT FROM day_holds WHERE car_id = NEW.car_id AND order_id <> NEW.id AND (ends_at IS NULL OR ends_at > now()) AND during && daterange(NEW.pickup_date, NEW.return_date, '[]')) THEN
    RAISE EXCEPTION 'the car is kept for another order on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'orders_not_while_kept', TABLE = 'orders';
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
    OR EXISTS (SELECT FROM day_holds WHERE car_id = NEW.car_id AND (ends_at IS NULL OR ends_at > now()) AND during && daterange(NEW.first_date, NEW.last_date, '[]'))
    OR EXISTS (SELECT FROM wizard_drafts WHERE car_id = NEW.car_id AND hold_ends_at > now() AND during && daterange(NEW.first_date, NEW.last_date, '[]')) THEN
    RAISE EXCEPTION 'the car is promised on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'car_blocks_not_while_rented', TABLE = 'car_blocks';
  END IF;
  RETURN NEW;
END $$;
