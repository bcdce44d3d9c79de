ALTER TABLE "day_holds" DROP CONSTRAINT "day_holds_reason";--> statement-breakpoint
DROP INDEX "condition_records_open";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "car_since" date;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_one_renter_at_a_time";--> statement-breakpoint
ALTER TABLE "orders" drop column "during";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "during" daterange GENERATED ALWAYS AS (daterange(least(coalesce(car_since, pickup_date), return_date), return_date, '[]')) STORED;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_one_renter_at_a_time"
  EXCLUDE USING gist ("car_id" WITH =, "during" WITH &&)
  WHERE ("car_id" IS NOT NULL AND "holds_car");
--> statement-breakpoint
-- What a car is taken by are the days that the order has it, which a change of cars in mid-rental begins anew.
DROP TRIGGER orders_not_while_blocked ON orders;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_blocked_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM car_blocks WHERE car_id = NEW.car_id AND during && NEW.during) THEN
    RAISE EXCEPTION 'the car is blocked on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'orders_not_while_blocked', TABLE = 'orders';
  END IF;
  IF EXISTS (SELECT FROM day_holds WHERE car_id = NEW.car_id AND order_id <> NEW.id AND (ends_at IS NULL OR ends_at > now()) AND during && NEW.during) THEN
    RAISE EXCEPTION 'the car is kept for another order on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'orders_not_while_kept', TABLE = 'orders';
  END IF;
  IF EXISTS (SELECT FROM wizard_drafts WHERE car_id = NEW.car_id AND hold_ends_at > now() AND during && NEW.during) THEN
    RAISE EXCEPTION 'the car is being booked on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'orders_not_while_being_booked', TABLE = 'orders';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_not_while_blocked AFTER INSERT OR UPDATE OF car_id, pickup_date, return_date, car_since, status, lacks_hold ON orders FOR EACH ROW
  WHEN (NEW.car_id IS NOT NULL AND NEW.holds_car) EXECUTE FUNCTION refuse_blocked_days();
--> statement-breakpoint
ALTER TABLE "condition_records" ADD COLUMN "stretch" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_stretches" ADD COLUMN "is_without_car" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "condition_records_open" ON "condition_records" USING btree ("order_id","kind","stretch","made_by") WHERE finished_at is null;--> statement-breakpoint
ALTER TABLE "day_holds" ADD CONSTRAINT "day_holds_reason" CHECK (reason in ('car_out', 'change', 'earlier_car'));--> statement-breakpoint
ALTER TABLE "condition_records" ADD CONSTRAINT "condition_records_stretch" CHECK (stretch > 0);
