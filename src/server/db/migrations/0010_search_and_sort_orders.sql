-- Every letter beyond ASCII as a word of its own ("王" as " u738b "): so an index of trigrams finds one or two of them anywhere, in every locale.
CREATE FUNCTION "spelled_out"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN $1 ~ '[^\x01-\x7f]' THEN (
    SELECT string_agg(CASE WHEN ascii(letter) < 128 THEN letter ELSE ' u' || to_hex(ascii(letter)) || ' ' END, '' ORDER BY place)
    FROM string_to_table($1, NULL) WITH ORDINALITY AS letters (letter, place)
  ) ELSE $1 END
$$;--> statement-breakpoint
ALTER TABLE "orders" drop column "search_text";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (spelled_out(lower(' ' || order_number || ' ' || id::text || ' ' || customer_name || ' ' || customer_email || ' ' || coalesce(car_brand, '') || ' ' || coalesce(car_name, '') || ' ' || regexp_replace(customer_phone, '[^0-9]', '', 'g') || ' ' || coalesce(city, '') || ' ' || coalesce(location, '') || ' ' || coalesce(tier, '') || ' ' || coalesce(car_id::text, '') || ' ' || regexp_replace(customer_name, '(..)', '\1 ', 'g') || ' ' || regexp_replace(substr(customer_name, 2), '(..)', '\1 ', 'g')))) STORED;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
-- Messages that want no answer can be closed without one.
ALTER TABLE "contact_messages" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_closed_by_accounts_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Parts of plates are found by an index.
CREATE INDEX "cars_by_part_of_plate" ON "cars" USING gin (upper(regexp_replace(plate_number, '[^A-Za-z0-9]', '', 'g')) gin_trgm_ops);--> statement-breakpoint
-- Each column that the list of orders is sorted by.
CREATE INDEX "orders_by_number" ON "orders" USING btree ("order_number","id");--> statement-breakpoint
CREATE INDEX "orders_by_renter" ON "orders" USING btree (lower(customer_name) collate "C","id");--> statement-breakpoint
CREATE INDEX "orders_by_what" ON "orders" USING btree (lower(coalesce(car_name, tier, '')) collate "C","id");--> statement-breakpoint
CREATE INDEX "orders_by_pickup" ON "orders" USING btree ("pickup_date","id");--> statement-breakpoint
CREATE INDEX "orders_by_return" ON "orders" USING btree ("return_date","id");--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "orders_by_stage" ON "orders" USING btree (strpos('pending confirmed in_progress completed cancelled', status),"id");--> statement-breakpoint
-- Figures alone are never mistyped words; a fleet whose names are numbered would fill the list with them.
CREATE OR REPLACE FUNCTION "keep_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_words" ("word")
    SELECT DISTINCT word FROM (SELECT DISTINCT "search_text" FROM "changed") AS texts, string_to_table("search_text", ' ') AS word
    WHERE length(word) BETWEEN 2 AND 40 AND word !~ '^[0-9]+$'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM "search_words" WHERE "word" ~ '^[0-9]+$';
