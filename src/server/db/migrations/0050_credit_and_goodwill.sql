ALTER TABLE "payments" DROP CONSTRAINT "payments_amount";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "over" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "keeps_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "counts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount" CHECK (amount > 0 and over between 0 and amount);--> statement-breakpoint
UPDATE "refunds" SET "counts" = true
WHERE "origin" = 'hand' AND "created_at" <= (
	SELECT max("created_at") FROM "instalments"
	WHERE "instalments"."order_id" = "refunds"."order_id" AND "dropped_at" IS NULL AND "lines" @> '[{"kind": "kept"}]'
);
