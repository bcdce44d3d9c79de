-- One word for one thing: an email is not a letter, and who runs the business are administrators.
ALTER TABLE "letters" RENAME TO "emails";--> statement-breakpoint
ALTER TABLE "emails" RENAME CONSTRAINT "letters_message_id" TO "emails_message_id";--> statement-breakpoint
ALTER TABLE "emails" RENAME CONSTRAINT "letters_order_id_orders_id_fk" TO "emails_order_id_orders_id_fk";--> statement-breakpoint
ALTER INDEX "letters_by_created" RENAME TO "emails_by_created";--> statement-breakpoint
ALTER INDEX "letters_by_order" RENAME TO "emails_by_order";--> statement-breakpoint
ALTER INDEX IF EXISTS "letters_pkey" RENAME TO "emails_pkey";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "desk_warned_at" TO "admin_warned_at";--> statement-breakpoint
UPDATE "emails" SET "kind" = 'admin_' || substr("kind", 6) WHERE "kind" LIKE 'desk\_%';--> statement-breakpoint
-- Emails that wait in the queue say which they are by the new name.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job SET data = (data - 'letterId') || jsonb_build_object('emailId', data->'letterId') WHERE data ? 'letterId';
  END IF;
END
$$;
