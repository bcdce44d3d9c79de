ALTER TABLE "cars" ADD COLUMN "recommended_rank" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Lists take one car of each body before the second of any. The first cars of a body are from many cities, since ids
-- are random.
UPDATE "cars" SET "recommended_rank" = "ranked"."rank"
  FROM (SELECT "id", row_number() OVER (PARTITION BY "body_style" ORDER BY "id") AS "rank" FROM "cars") AS "ranked"
  WHERE "cars"."id" = "ranked"."id";--> statement-breakpoint
CREATE INDEX "cars_by_rank" ON "cars" USING btree ("recommended_rank","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_category_rank" ON "cars" USING btree ("category","recommended_rank","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_brand_rank" ON "cars" USING btree (lower(brand),"recommended_rank","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_city_rank" ON "cars" USING btree (lower(city),"recommended_rank","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_of_body" ON "cars" USING btree ("body_style","recommended_rank");--> statement-breakpoint
-- A new car comes last of its body: one look at an index, and no other car moves. Two that are added at once may share
-- a rank; lists tell them apart by id.
CREATE FUNCTION "rank_car"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."recommended_rank" := 1 + coalesce(
    (SELECT max("recommended_rank") FROM "cars" WHERE "body_style" = NEW."body_style"), 0);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "cars_rank_inserted" BEFORE INSERT ON "cars" FOR EACH ROW EXECUTE FUNCTION "rank_car"();--> statement-breakpoint
CREATE TRIGGER "cars_rank_changed" BEFORE UPDATE OF "body_style" ON "cars" FOR EACH ROW
  WHEN (OLD."body_style" IS DISTINCT FROM NEW."body_style") EXECUTE FUNCTION "rank_car"();
