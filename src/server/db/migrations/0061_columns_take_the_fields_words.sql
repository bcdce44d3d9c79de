ALTER TABLE "orders" RENAME COLUMN "proved_at" TO "email_confirmed_at";--> statement-breakpoint
ALTER TABLE "insurance_proofs" RENAME COLUMN "admins_told_at" TO "admins_warned_at";--> statement-breakpoint
ALTER TABLE "saved_cars" RENAME COLUMN "told_price" TO "emailed_price";
