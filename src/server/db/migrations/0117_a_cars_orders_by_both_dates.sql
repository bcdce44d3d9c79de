DROP INDEX "orders_by_car";--> statement-breakpoint
CREATE INDEX "orders_by_car" ON "orders" USING btree ("car_id","pickup_date","return_date");