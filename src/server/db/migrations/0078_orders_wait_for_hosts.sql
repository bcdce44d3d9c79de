ALTER TABLE "orders" ADD COLUMN "host_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "host_reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "host_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "host_answer" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "decline_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "decline_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_waiting_for_host" ON "orders" USING btree ("host_id","expires_at","id") WHERE status = 'pending' and host_asked_at is not null and host_answer is null;--> statement-breakpoint
-- What waits for an answer is its host's from now on; what was confirmed before was confirmed without asking.
UPDATE "orders" SET "host_asked_at" = now() WHERE "host_id" IS NOT NULL AND "source" <> 'plan' AND "status" = 'pending' AND "email_confirmed_at" IS NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "host_answer" = 'booked', "host_answered_at" = "created_at" WHERE "host_id" IS NOT NULL AND "status" IN ('confirmed', 'in_progress', 'completed');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_host_answer" CHECK (host_answer in ('accepted', 'declined', 'lapsed', 'withdrawn', 'booked'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_decline_reason" CHECK (decline_reason in ('dates', 'repair', 'notice', 'length', 'other'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_host_answered" CHECK ((host_answer is null) = (host_answered_at is null));
