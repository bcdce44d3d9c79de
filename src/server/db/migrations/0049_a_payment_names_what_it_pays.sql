CREATE TABLE "payment_purposes" (
	"payment_id" uuid NOT NULL,
	"instalment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "payment_purposes_payment_id_instalment_id_pk" PRIMARY KEY("payment_id","instalment_id"),
	CONSTRAINT "payment_purposes_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "instalments" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "instalments" ADD COLUMN "attempted" integer;--> statement-breakpoint
ALTER TABLE "payment_purposes" ADD CONSTRAINT "payment_purposes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_purposes" ADD CONSTRAINT "payment_purposes_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_purposes_by_instalment" ON "payment_purposes" USING btree ("instalment_id");--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_replaced_by_instalments_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- An instalment that was charged more than once keeps the first charge; the others pay whatever is due.
UPDATE "payments" AS "later" SET "instalment_id" = NULL
WHERE "later"."attempt" IS NOT NULL AND "later"."status" IN ('begun', 'succeeded') AND EXISTS (
	SELECT FROM "payments" AS "first"
	WHERE "first"."instalment_id" = "later"."instalment_id" AND "first"."attempt" < "later"."attempt"
		AND "first"."status" IN ('begun', 'succeeded')
);--> statement-breakpoint
CREATE UNIQUE INDEX "payments_charged_once" ON "payments" USING btree ("instalment_id") WHERE attempt is not null and status in ('begun', 'succeeded');--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_replaced" CHECK (replaced_by is null or dropped_at is not null);--> statement-breakpoint
UPDATE "instalments" SET "attempted" = (
	SELECT max("attempt") FROM "payments" WHERE "payments"."instalment_id" = "instalments"."id"
);--> statement-breakpoint
INSERT INTO "payment_purposes" ("payment_id", "instalment_id", "amount")
SELECT "payments"."id", "instalments"."id", least("payments"."amount", "instalments"."amount")
FROM "payments" JOIN "instalments" ON "instalments"."id" = "payments"."instalment_id"
WHERE "payments"."status" IN ('begun', 'succeeded') AND "instalments"."amount" > 0;
