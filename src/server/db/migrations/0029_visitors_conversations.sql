ALTER TABLE "notification_choices" DROP CONSTRAINT "notification_choices_occasion";--> statement-breakpoint
ALTER TABLE "conversations" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_name" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_email" text;--> statement-breakpoint
CREATE INDEX "conversations_of_visitor" ON "conversations" USING btree (lower(visitor_email)) WHERE account_id is null;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_somebodys" CHECK (account_id is not null or visitor_email is not null);--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_occasion" CHECK (occasion in ('security', 'orders', 'money', 'messages', 'reminders', 'saved_cars'));--> statement-breakpoint
-- What came by the contact form stands in the one inbox too; what was answered or set aside is closed there.
INSERT INTO "conversations" ("id", "visitor_name", "visitor_email", "subject", "language", "contact_message_id", "created_at", "last_number",
  "last_at", "last_side", "last_author_id", "last_preview", "renter_read_number", "admin_unread", "admin_read_number", "waiting_since", "closed_at")
SELECT m."id", m."name", m."email", m."subject", m."language", m."id", m."created_at", CASE WHEN m."answer" IS NULL THEN 1 ELSE 2 END,
  coalesce(m."answered_at", m."created_at"), CASE WHEN m."answer" IS NULL THEN 'renter' ELSE 'admin' END, m."answered_by",
  left(regexp_replace(coalesce(m."answer", m."message"), '\s+', ' ', 'g'), 140), 2,
  CASE WHEN m."answer" IS NULL AND m."closed_at" IS NULL THEN 1 ELSE 0 END, 2,
  CASE WHEN m."answer" IS NULL AND m."closed_at" IS NULL THEN m."created_at" END, coalesce(m."closed_at", m."answered_at")
FROM "contact_messages" m WHERE NOT EXISTS (SELECT FROM "conversations" c WHERE c."contact_message_id" = m."id") ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "messages" ("id", "conversation_id", "number", "side", "text", "language", "created_at")
SELECT m."id", m."id", 1, 'renter', m."message", m."language", m."created_at"
FROM "contact_messages" m JOIN "conversations" c ON c."contact_message_id" = m."id" ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "messages" ("id", "conversation_id", "number", "side", "author_id", "text", "language", "created_at")
SELECT gen_random_uuid(), m."id", 2, 'admin', m."answered_by", m."answer", m."language", m."answered_at"
FROM "contact_messages" m JOIN "conversations" c ON c."contact_message_id" = m."id" WHERE m."answer" IS NOT NULL ON CONFLICT DO NOTHING;
