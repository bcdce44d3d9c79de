ALTER TABLE "orders" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lacks_hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "holds_car" boolean GENERATED ALWAYS AS (status in ('pending', 'confirmed', 'in_progress') and not lacks_hold) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_to_release" ON "orders" USING btree ("hold_ends_at") WHERE status = 'pending' and holds_car and hold_ends_at is not null;--> statement-breakpoint
-- Orders of before were held without a proof of their address.
UPDATE "orders" SET "proved_at" = "created_at";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_one_renter_at_a_time";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_one_renter_at_a_time"
  EXCLUDE USING gist ("car_id" WITH =, "during" WITH &&)
  WHERE ("car_id" IS NOT NULL AND "holds_car");
--> statement-breakpoint
-- What holds a car is a generated column, which no trigger knows before the row is written: this one looks after it. Writers lock the car before.
DROP TRIGGER orders_not_while_blocked ON orders;
--> statement-breakpoint
CREATE TRIGGER orders_not_while_blocked AFTER INSERT OR UPDATE OF car_id, pickup_date, return_date, status, lacks_hold ON orders FOR EACH ROW
  WHEN (NEW.car_id IS NOT NULL AND NEW.holds_car) EXECUTE FUNCTION refuse_blocked_days();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_rented_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM orders WHERE car_id = NEW.car_id AND holds_car AND during && daterange(NEW.first_date, NEW.last_date, '[]')) THEN
    RAISE EXCEPTION 'the car is promised on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'car_blocks_not_while_rented', TABLE = 'car_blocks';
  END IF;
  RETURN NEW;
END $$;
