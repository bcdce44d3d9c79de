CREATE TABLE "car_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"car_id" uuid NOT NULL,
	"first_date" date NOT NULL,
	"last_date" date NOT NULL,
	"during" daterange GENERATED ALWAYS AS (daterange(first_date, last_date, '[]')) STORED,
	"reason" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "car_blocks_dates" CHECK (last_date >= first_date)
);
--> statement-breakpoint
ALTER TABLE "car_blocks" ADD CONSTRAINT "car_blocks_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "car_blocks" ADD CONSTRAINT "car_blocks_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "car_blocks" ADD CONSTRAINT "car_blocks_once" EXCLUDE USING gist ("car_id" WITH =, "during" WITH &&);
--> statement-breakpoint
-- No constraint spans two tables, so each looks into the other under the car's lock, which makes them take turns. A query in a
-- function sees what was committed while the lock was waited for; one in the writing statement itself would not.
CREATE FUNCTION refuse_blocked_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM car_blocks WHERE car_id = NEW.car_id AND during && daterange(NEW.pickup_date, NEW.return_date, '[]')) THEN
    RAISE EXCEPTION 'the car is blocked on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'orders_not_while_blocked', TABLE = 'orders';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_not_while_blocked BEFORE INSERT OR UPDATE OF car_id, pickup_date, return_date, status ON orders FOR EACH ROW
  WHEN (NEW.car_id IS NOT NULL AND NEW.status IN ('pending', 'confirmed', 'in_progress')) EXECUTE FUNCTION refuse_blocked_days();
--> statement-breakpoint
CREATE FUNCTION refuse_rented_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM cars WHERE id = NEW.car_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM orders WHERE car_id = NEW.car_id AND status IN ('pending', 'confirmed', 'in_progress')
      AND during && daterange(NEW.first_date, NEW.last_date, '[]')) THEN
    RAISE EXCEPTION 'the car is promised on some of these days' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'car_blocks_not_while_rented', TABLE = 'car_blocks';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER car_blocks_not_while_rented BEFORE INSERT OR UPDATE ON car_blocks FOR EACH ROW EXECUTE FUNCTION refuse_rented_days();
