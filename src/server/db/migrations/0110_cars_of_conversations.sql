ALTER TABLE "conversations" DROP CONSTRAINT "conversations_car_id_cars_id_fk";
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_by_car" ON "conversations" USING btree ("car_id") WHERE car_id is not null;--> statement-breakpoint
CREATE INDEX "order_endings_by_car" ON "order_endings" USING btree ("car_id");--> statement-breakpoint
CREATE INDEX "order_endings_by_taken_car" ON "order_endings" USING btree ("taken_car_id") WHERE taken_car_id is not null;