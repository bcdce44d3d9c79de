CREATE TABLE "audit_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "cars" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"model" text NOT NULL,
	"year" integer NOT NULL,
	"category" text NOT NULL,
	"body_style" text NOT NULL,
	"colour" text DEFAULT '' NOT NULL,
	"monthly_price" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"description_zh" text,
	"features" text[] DEFAULT '{}' NOT NULL,
	"images" text[] DEFAULT '{}' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text DEFAULT '' NOT NULL,
	"trim" text DEFAULT '' NOT NULL,
	"transmission" text DEFAULT 'automatic' NOT NULL,
	"carplay" boolean DEFAULT false NOT NULL,
	"min_rent_days" integer DEFAULT 30 NOT NULL,
	"plate_number" text,
	"insurance" text DEFAULT '' NOT NULL,
	"available" boolean DEFAULT true NOT NULL,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || ' ' || brand || ' ' || model || ' ' || replace(model, '-', ''))) STORED,
	CONSTRAINT "cars_category" CHECK (category in ('Compact', 'Sedan', 'SUV', 'Truck', 'Minivan', 'Electric', 'Luxury')),
	CONSTRAINT "cars_body_style" CHECK (body_style in ('hatch', 'compact', 'sedan', 'coupe', 'wagon', 'electric', 'luxury', 'suv', 'suv-small', 'suv-large', 'luxury-suv', 'pickup', 'pickup-mid', 'pickup-electric', 'minivan', 'electric-hatch', 'electric-crossover')),
	CONSTRAINT "cars_transmission" CHECK (transmission in ('automatic', 'manual', 'cvt')),
	CONSTRAINT "cars_monthly_price" CHECK (monthly_price between 1 and 10000000),
	CONSTRAINT "cars_min_rent_days" CHECK (min_rent_days between 30 and 400),
	CONSTRAINT "cars_year" CHECK (year between 1900 and 2199)
);
--> statement-breakpoint
CREATE TABLE "catalogue_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"content" jsonb NOT NULL,
	"order_id" uuid,
	"message_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "letters_message_id" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"car_id" uuid,
	"tier" text,
	"location" text,
	"pickup_date" date NOT NULL,
	"return_date" date NOT NULL,
	"pickup_time" text NOT NULL,
	"return_time" text NOT NULL,
	"during" daterange GENERATED ALWAYS AS (daterange(pickup_date, return_date, '[]')) STORED,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_phone" text NOT NULL,
	"pickup_location" text NOT NULL,
	"language" text NOT NULL,
	"car_name" text,
	"car_brand" text,
	"monthly_price" integer NOT NULL,
	"days" integer NOT NULL,
	"months" integer NOT NULL,
	"discount_percent" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"subtotal" integer NOT NULL,
	"fees" integer NOT NULL,
	"taxes" integer NOT NULL,
	"total" integer NOT NULL,
	"miles_included" integer NOT NULL,
	"insurance" jsonb,
	"collision_included" boolean NOT NULL,
	"payment_method" text,
	"payment_card" jsonb,
	"request_hash" text NOT NULL,
	"key_hash" text NOT NULL,
	"placed_from" text,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_order_number" UNIQUE("order_number"),
	CONSTRAINT "orders_source" CHECK (source in ('request', 'plan', 'wizard')),
	CONSTRAINT "orders_status" CHECK (status in ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled')),
	CONSTRAINT "orders_dates" CHECK (return_date > pickup_date),
	CONSTRAINT "orders_amounts" CHECK (subtotal >= 0 and fees >= 0 and taxes >= 0 and total >= 0),
	CONSTRAINT "orders_car_or_tier" CHECK (car_id is not null or tier is not null)
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_car_id_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."cars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_by_entity" ON "audit_events" USING btree ("entity","entity_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "cars_plate" ON "cars" USING btree (upper(regexp_replace(plate_number, '[^A-Za-z0-9]', '', 'g'))) WHERE plate_number is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cars_natural_key" ON "cars" USING btree (lower(name),lower(brand),lower(model),"year",lower(city),lower(state)) WHERE plate_number is null;--> statement-breakpoint
CREATE INDEX "cars_by_price" ON "cars" USING btree ("monthly_price","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_name" ON "cars" USING btree (name collate "C","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_year" ON "cars" USING btree ("year","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_category_price" ON "cars" USING btree ("category","monthly_price","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_brand_price" ON "cars" USING btree (lower(brand),"monthly_price","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_by_city_price" ON "cars" USING btree (lower(city),"monthly_price","id") WHERE available and retired_at is null;--> statement-breakpoint
CREATE INDEX "cars_search" ON "cars" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "letters_by_created" ON "letters" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "letters_by_order" ON "letters" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_by_car" ON "orders" USING btree ("car_id","pickup_date");--> statement-breakpoint
CREATE INDEX "orders_by_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree (lower(customer_email),"created_at");--> statement-breakpoint
CREATE INDEX "orders_by_place" ON "orders" USING btree ("placed_from","created_at");--> statement-breakpoint
CREATE INDEX "orders_of_confirmed_customers" ON "orders" USING btree (lower(customer_email)) WHERE status in ('confirmed', 'in_progress', 'completed');--> statement-breakpoint
CREATE INDEX "orders_to_expire" ON "orders" USING btree ("expires_at") WHERE status = 'pending' and expires_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_email" ON "promo_codes" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "search_words_similar" ON "search_words" USING gin ("word" gin_trgm_ops);