DROP INDEX "orders_by_number";--> statement-breakpoint
CREATE INDEX "orders_by_number" ON "orders" USING btree (order_number collate "C","id");