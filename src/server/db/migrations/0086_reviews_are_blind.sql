DROP INDEX "reviews_of_order";--> statement-breakpoint
DROP INDEX "reviews_of_car";--> statement-breakpoint
DROP INDEX "reviews_newest_words";--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "side" text DEFAULT 'renter' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "host_id" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
-- What was said so far was read at once: there was no host to answer in kind.
UPDATE "reviews" SET "published_at" = "created_at",
  "host_id" = (SELECT "orders"."host_id" FROM "orders" WHERE "orders"."id" = "reviews"."order_id");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_of_host" ON "reviews" USING btree ("host_id","created_at","id") WHERE side = 'renter' and published_at is not null and hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_to_publish" ON "reviews" USING btree ("order_id") WHERE published_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_of_order" ON "reviews" USING btree ("order_id","side");--> statement-breakpoint
CREATE INDEX "reviews_of_car" ON "reviews" USING btree ("car_id","created_at","id") WHERE side = 'renter' and published_at is not null and hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_newest_words" ON "reviews" USING btree ("language","created_at","id") WHERE side = 'renter' and published_at is not null and hidden_at is null and comment <> '';--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_side" CHECK (side in ('renter', 'host'));--> statement-breakpoint
-- Only what anybody may read of a car is counted: a blind review counts nowhere, and what is said of a renter is no
-- car's.
CREATE OR REPLACE FUNCTION "count_ratings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."side" = 'renter' AND OLD."published_at" IS NOT NULL AND OLD."hidden_at" IS NULL THEN
    UPDATE "car_ratings" SET "count" = "count" - 1, "sum" = "sum" - OLD."rating" WHERE "car_id" = OLD."car_id";
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."side" = 'renter' AND NEW."published_at" IS NOT NULL AND NEW."hidden_at" IS NULL THEN
    INSERT INTO "car_ratings" ("car_id", "count", "sum") VALUES (NEW."car_id", 1, NEW."rating")
    ON CONFLICT ("car_id") DO UPDATE SET "count" = "car_ratings"."count" + 1, "sum" = "car_ratings"."sum" + NEW."rating";
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "reviews_counted" ON "reviews";--> statement-breakpoint
CREATE TRIGGER "reviews_counted" AFTER INSERT OR UPDATE OF "rating", "hidden_at", "published_at", "side", "car_id" OR DELETE ON "reviews"
  FOR EACH ROW EXECUTE FUNCTION "count_ratings"();
--> statement-breakpoint
CREATE TABLE "host_answers" (
	"host_id" uuid PRIMARY KEY NOT NULL,
	"asked" integer NOT NULL,
	"answered" integer NOT NULL,
	"median_minutes" integer,
	CONSTRAINT "host_answers_counts" CHECK (answered between 0 and asked)
);
--> statement-breakpoint
ALTER TABLE "host_answers" ADD CONSTRAINT "host_answers_host_id_accounts_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Pages that are kept show them.
CREATE TRIGGER "host_answers_raise_version" AFTER INSERT OR UPDATE OR DELETE ON "host_answers"
  FOR EACH STATEMENT EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
-- Cars of hosts who leave requests unanswered stand this far behind all others: a new car comes last of its body
-- without them.
CREATE OR REPLACE FUNCTION "rank_car"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."recommended_rank" := 1 + coalesce(
    (SELECT max("recommended_rank") FROM "cars" WHERE "body_style" = NEW."body_style" AND "recommended_rank" < 1000000), 0);
  RETURN NEW;
END $$;
