ALTER TABLE "conversations" ADD COLUMN "last_is_quoted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "denied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_quoted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "denied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_last_quoted" CHECK (not last_is_quoted or (last_side = 'renter' and last_author_id is null));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_denied" CHECK (denied_at is null or account_id is null);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_quoted" CHECK (not is_quoted or (side = 'renter' and author_id is null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_denied" CHECK (denied_at is null or account_id is null);
--> statement-breakpoint
-- What came by the contact form began a conversation by its own id. Whoever has the address has been its author since
-- their next visit; who typed it is not known.
UPDATE messages SET is_quoted = true, author_id = NULL FROM conversations AS one
  WHERE one.id = messages.conversation_id AND messages.id = one.id AND messages.number = 1 AND messages.side = 'renter'
    AND one.visitor_email IS NOT NULL;--> statement-breakpoint
UPDATE conversations SET last_is_quoted = true, last_author_id = NULL WHERE visitor_email IS NOT NULL AND last_side = 'renter'
  AND NOT EXISTS (SELECT FROM messages WHERE conversation_id = conversations.id AND number > 1 AND NOT is_internal);--> statement-breakpoint
-- Whoever went on writing there has made it their own; everybody else is asked.
UPDATE conversations SET account_id = NULL, renter_unread = 0, renter_unread_since = NULL WHERE visitor_email IS NOT NULL
  AND account_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM messages WHERE conversation_id = conversations.id AND author_id = conversations.account_id);--> statement-breakpoint
-- So it is with orders that a visitor made and nobody has confirmed: an account's own were proved when they were made.
UPDATE orders SET account_id = NULL FROM accounts WHERE accounts.id = orders.account_id AND orders.proved_at IS NULL
  AND orders.status = 'pending' AND lower(orders.customer_email) = lower(accounts.email);
