-- A car's id is looked for in its own column: its hexadecimal parts made every search of numbers slower.
ALTER TABLE "orders" drop column "search_text";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (spelled_out(lower(' ' || order_number || ' ' || id::text || ' ' || customer_name || ' ' || customer_email || ' ' || coalesce(car_brand, '') || ' ' || coalesce(car_name, '') || ' ' || regexp_replace(customer_phone, '[^0-9]', '', 'g') || ' ' || coalesce(city, '') || ' ' || coalesce(location, '') || ' ' || coalesce(tier, '') || ' ' || regexp_replace(customer_name, '(..)', '\1 ', 'g') || ' ' || regexp_replace(substr(customer_name, 2), '(..)', '\1 ', 'g')))) STORED;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
-- What an import added, so that it can be undone.
ALTER TABLE "import_batches" ADD COLUMN "added_ids" uuid[];--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "undone_at" timestamp with time zone;