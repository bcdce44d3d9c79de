ALTER TABLE "wizard_drafts" DROP CONSTRAINT "wizard_drafts_insurance";--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD COLUMN "pickup_time" text;--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD COLUMN "return_time" text;--> statement-breakpoint
ALTER TABLE "wizard_drafts" ADD CONSTRAINT "wizard_drafts_insurance" CHECK (insurance in ('basic', 'premium', 'own'));