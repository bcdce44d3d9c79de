import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { EmailKind } from "#domain/people/email-kinds.ts";
import type { EmailContent } from "#server/mail/email.ts";
import { accounts } from "./accounts.ts";
import { instant } from "./columns.ts";
import { orders } from "./orders.ts";

/** Emails to send, and those sent: the outbox and the mailbox of one machine are the same table. */
export const emails = pgTable(
  "emails",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<EmailKind>().notNull(),
    recipient: text().notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    subject: text().notNull(),
    content: jsonb().$type<EmailContent>().notNull(),
    orderId: uuid("order_id").references(() => orders.id),
    messageId: text("message_id").notNull().unique("emails_message_id"),
    /** True for an email with a link or a code that opens something: its text is deleted once it is sent. */
    isSecret: boolean("is_secret").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    sentAt: instant("sent_at"),
    /**
     * From when on it may go in one email with other news for its reader. Null once the way it goes is decided,
     * and for an email that always goes alone.
     */
    joinsFrom: instant("joins_from"),
    /** The email that contains this one. */
    joinedInto: uuid("joined_into").references((): AnyPgColumn => emails.id, { onDelete: "set null" }),
  },
  (email) => [
    index("emails_by_created").on(email.createdAt),
    index("emails_by_order").on(email.orderId),
    index("emails_to_join")
      .on(email.recipient)
      .where(sql`joins_from is not null`),
    index("emails_joined")
      .on(email.joinedInto)
      .where(sql`joined_into is not null`),
  ],
);

/**
 * A subscriber's address, confirmed once the subscriber has clicked the email's button. The keys in the emails are
 * kept as SHA-256.
 */
export const emailSubscriptions = pgTable(
  "email_subscriptions",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    source: text().notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    confirmHash: text("confirm_hash").unique("email_subscriptions_confirm"),
    confirmExpiresAt: instant("confirm_expires_at"),
    confirmedAt: instant("confirmed_at"),
    unsubscribeHash: text("unsubscribe_hash").unique("email_subscriptions_unsubscribe"),
    unsubscribedAt: instant("unsubscribed_at"),
    placedFrom: text("placed_from"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (subscription) => [
    uniqueIndex("email_subscriptions_email").on(sql`lower(email)`),
    index("email_subscriptions_by_created").on(subscription.createdAt, subscription.id),
  ],
);

/** What people wrote through the contact form, and what the back office answered. */
export const contactMessages = pgTable(
  "contact_messages",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(""),
    subject: text().notNull(),
    message: text().notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    placedFrom: text("placed_from"),
    createdAt: instant("created_at").notNull().defaultNow(),
    answer: text(),
    answeredAt: instant("answered_at"),
    answeredBy: uuid("answered_by").references(() => accounts.id),
    /** Set aside without an answer: advertising, or a message that needs no answer. */
    closedAt: instant("closed_at"),
    closedBy: uuid("closed_by").references(() => accounts.id),
  },
  (message) => [
    index("contact_messages_by_created").on(message.createdAt, message.id),
    index("contact_messages_by_email").on(sql`lower(email)`),
  ],
);
