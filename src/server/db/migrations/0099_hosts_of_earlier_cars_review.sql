DROP INDEX "reviews_of_order";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "stretch" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_of_order" ON "reviews" USING btree ("order_id","side",coalesce(stretch, 0));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_stretch" CHECK (stretch is null or side = 'host');