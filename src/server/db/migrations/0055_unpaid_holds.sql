ALTER TABLE "order_changes" ADD COLUMN "lacks_hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD COLUMN "placed_from" text;--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD COLUMN "lacks_hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "instalments_first_unpaid" ON "instalments" USING btree ("order_id") WHERE number = 1 and dropped_at is null and paid < amount;