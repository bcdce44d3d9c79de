ALTER TABLE "payments" DROP CONSTRAINT "payments_order_id_orders_id_fk";
--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD COLUMN "agreed" jsonb;--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD COLUMN "page_ends_at" timestamp with time zone;