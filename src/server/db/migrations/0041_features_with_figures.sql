-- The figure of a feature such as "7 seats" or "1,020.5 mi range", in whole units; where features disagree, what all of them promise.
CREATE FUNCTION "feature_figure"(features text[], unit text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT min(replace(substring(lower(feature) FROM '^([0-9][0-9,]{0,4})(?:[.][0-9]+)?' || unit || '$'), ',', '')::integer)
  FROM unnest(features) AS feature
$$;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "seats" integer GENERATED ALWAYS AS (feature_figure(features, ' seats?')) STORED;--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "range_miles" integer GENERATED ALWAYS AS (feature_figure(features, ' mi range')) STORED;--> statement-breakpoint
CREATE INDEX "cars_by_seats" ON "cars" USING btree ("seats") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_range" ON "cars" USING btree ("range_miles") WHERE available and retired_at is null;