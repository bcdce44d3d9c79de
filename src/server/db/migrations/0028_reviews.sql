CREATE TABLE "car_ratings" (
	"car_id" uuid PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"sum" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"car_id" uuid NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"rating" integer NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reply" text,
	"replied_by" uuid,
	"replied_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	CONSTRAINT "reviews_rating" CHECK (rating between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "car_ratings" ADD CONSTRAINT "car_ratings_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_of_order" ON "reviews" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "reviews_of_car" ON "reviews" USING btree ("car_id","created_at","id") WHERE hidden_at is null;--> statement-breakpoint
-- What is seen of a car's reviews is counted as it changes; two at once each add their own.
CREATE FUNCTION "count_ratings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."hidden_at" IS NULL THEN
    UPDATE "car_ratings" SET "count" = "count" - 1, "sum" = "sum" - OLD."rating" WHERE "car_id" = OLD."car_id";
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."hidden_at" IS NULL THEN
    INSERT INTO "car_ratings" ("car_id", "count", "sum") VALUES (NEW."car_id", 1, NEW."rating")
    ON CONFLICT ("car_id") DO UPDATE SET "count" = "car_ratings"."count" + 1, "sum" = "car_ratings"."sum" + NEW."rating";
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "reviews_counted" AFTER INSERT OR UPDATE OF "rating", "hidden_at", "car_id" OR DELETE ON "reviews"
  FOR EACH ROW EXECUTE FUNCTION "count_ratings"();
--> statement-breakpoint
-- Cards show them: kept answers go, as for any other change of a car.
CREATE TRIGGER "car_ratings_raise_version" AFTER INSERT OR UPDATE OR DELETE ON "car_ratings"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_catalogue_version"();
