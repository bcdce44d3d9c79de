ALTER TABLE "cars" DROP CONSTRAINT "cars_body_style";--> statement-breakpoint
ALTER TABLE "cars" ADD CONSTRAINT "cars_body_style" CHECK (body_style in ('hatch', 'compact', 'sedan', 'coupe', 'wagon', 'electric', 'luxury', 'suv', 'suv-small', 'suv-large', 'luxury-suv', 'pickup', 'pickup-mid', 'pickup-electric', 'minivan', 'electric-hatch', 'electric-crossover', 'electric-large', 'electric-suv'));--> statement-breakpoint
UPDATE "cars" SET "body_style" = 'electric-large' WHERE lower("brand") = 'tesla' AND lower("model") = 'model s' AND "body_style" = 'electric';--> statement-breakpoint
UPDATE "cars" SET "body_style" = 'electric-suv' WHERE lower("brand") = 'tesla' AND lower("model") = 'model x' AND "body_style" = 'electric-crossover';
