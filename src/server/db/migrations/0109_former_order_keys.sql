ALTER TABLE "orders" ADD COLUMN "former_key_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "former_key_until" timestamp with time zone;