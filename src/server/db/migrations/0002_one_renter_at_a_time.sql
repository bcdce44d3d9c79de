-- A car can't be promised twice, whatever the code above believes.
ALTER TABLE "orders" ADD CONSTRAINT "orders_one_renter_at_a_time"
  EXCLUDE USING gist ("car_id" WITH =, "during" WITH &&)
  WHERE ("car_id" IS NOT NULL AND "status" IN ('pending', 'confirmed', 'in_progress'));
