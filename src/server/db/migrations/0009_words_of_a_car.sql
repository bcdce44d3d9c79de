-- A search finds cars by year, kind, colour and place too, and "_" is no letter of a word.
ALTER TABLE "cars" drop column "search_text";--> statement-breakpoint
ALTER TABLE "cars" ADD COLUMN "search_text" text GENERATED ALWAYS AS (' ' || regexp_replace(lower(name || ' ' || brand || ' ' || model || ' ' || trim || ' ' || year::text || ' ' || category || ' ' || replace(body_style, 'coupe', 'sedan') || ' ' || colour || ' ' || city || ' ' || zip_code || ' ' || regexp_replace(model, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', '', 'g') || ' ' || regexp_replace(brand || model, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', '', 'g')), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g') || ' ') STORED;--> statement-breakpoint
CREATE INDEX "cars_search" ON "cars" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_words" ("word")
    SELECT DISTINCT word FROM "changed", string_to_table("changed"."search_text", ' ') AS word
    WHERE length(word) BETWEEN 2 AND 40
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM "search_words";--> statement-breakpoint
INSERT INTO "search_words" ("word")
  SELECT DISTINCT word FROM "cars", string_to_table("cars"."search_text", ' ') AS word WHERE length(word) BETWEEN 2 AND 40;
