import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { attachmentKinds } from "#domain/conversations/attachments.ts";
import { messageSides } from "#domain/conversations/conversations.ts";
import { incidentKinds } from "#domain/trips/incidents.ts";
import { accounts } from "./accounts.ts";
import { charges } from "./money/charges.ts";
import { instant, oneOf } from "./columns.ts";
import { contactMessages } from "./mail.ts";
import { cars } from "./cars.ts";
import { orders } from "./orders.ts";

/**
 * Messages between one person and us, or between a renter, a host and us, about an order, a car or nothing in
 * particular. Each new message changes the row under its lock, so that messages are numbered without gaps and each
 * side's unread messages are counted.
 */
export const conversations = pgTable(
  "conversations",
  {
    id: uuid().primaryKey(),
    /** The person's account; null until the owner of an address from the contact form confirms it. */
    accountId: uuid("account_id").references(() => accounts.id),
    /** The host who takes part, with the renter or alone with us. */
    hostId: uuid("host_id").references(() => accounts.id),
    visitorName: text("visitor_name"),
    visitorEmail: text("visitor_email"),
    orderId: uuid("order_id").references(() => orders.id),
    carId: uuid("car_id").references(() => cars.id, { onDelete: "set null" }),
    subject: text().notNull(),
    /** The kind of incident, where the renter began the conversation to report one on the order's rental. */
    report: text({ enum: incidentKinds }),
    language: text({ enum: ["en", "zh"] }).notNull(),
    /** The contact message that began it, where somebody wrote before they had an account. */
    contactMessageId: uuid("contact_message_id")
      .unique("conversations_of_contact_message")
      .references(() => contactMessages.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** The number of its last message, internal notes too. */
    lastNumber: integer("last_number").notNull().default(0),
    /** The last message that both sides see. */
    lastAt: instant("last_at").notNull().defaultNow(),
    lastSide: text("last_side", { enum: messageSides }).notNull(),
    lastAuthorId: uuid("last_author_id").references(() => accounts.id, { onDelete: "set null" }),
    lastPreview: text("last_preview").notNull(),
    /** True where the last message is quoted, see `messages.is_quoted`. */
    lastIsQuoted: boolean("last_is_quoted").notNull().default(false),
    /** When the owner of the address said that they did not write the message. */
    deniedAt: instant("denied_at"),
    renterUnread: integer("renter_unread").notNull().default(0),
    renterReadNumber: integer("renter_read_number").notNull().default(0),
    /** Since when a message is unread, and when an email announced it. */
    renterUnreadSince: instant("renter_unread_since"),
    renterMailedAt: instant("renter_mailed_at"),
    hostUnread: integer("host_unread").notNull().default(0),
    hostReadNumber: integer("host_read_number").notNull().default(0),
    hostUnreadSince: instant("host_unread_since"),
    hostMailedAt: instant("host_mailed_at"),
    /** When one of us first wrote in a conversation between a renter and a host. */
    adminJoinedAt: instant("admin_joined_at"),
    adminUnread: integer("admin_unread").notNull().default(0),
    adminReadNumber: integer("admin_read_number").notNull().default(0),
    /** Since when the person waits for an answer. */
    waitingSince: instant("waiting_since"),
    assignedTo: uuid("assigned_to").references(() => accounts.id, { onDelete: "set null" }),
    closedAt: instant("closed_at"),
    reportedAt: instant("reported_at"),
    reportReason: text("report_reason").notNull().default(""),
    reportedSide: text("reported_side", { enum: messageSides }),
  },
  (conversation) => [
    check("conversations_last_side", oneOf("last_side", messageSides)),
    check("conversations_report", sql`report is null or order_id is not null`),
    check("conversations_report_kind", oneOf("report", incidentKinds)),
    check("conversations_reported_side", oneOf("reported_side", messageSides)),
    check("conversations_unread", sql`renter_unread >= 0 and host_unread >= 0 and admin_unread >= 0`),
    index("conversations_of_visitor")
      .on(sql`lower(visitor_email)`)
      .where(sql`account_id is null`),
    check(
      "conversations_somebodys",
      sql`account_id is not null or visitor_email is not null or host_id is not null`,
    ),
    // A conversation that came by the contact form belongs to no host.
    check("conversations_of_host", sql`host_id is null or visitor_email is null`),
    check(
      "conversations_between",
      sql`account_id is null or host_id is null or (order_id is not null and account_id <> host_id)`,
    ),
    // A renter and a host have one conversation about an order, no matter who begins it.
    uniqueIndex("conversations_one_between")
      .on(conversation.orderId, conversation.hostId, conversation.accountId)
      .where(sql`account_id is not null and host_id is not null`),
    index("conversations_of_hosts")
      .on(conversation.hostId, conversation.lastAt, conversation.id)
      .where(sql`host_id is not null`),
    index("conversations_by_car")
      .on(conversation.carId)
      .where(sql`car_id is not null`),
    index("conversations_to_mail_hosts")
      .on(conversation.hostUnreadSince)
      .where(sql`host_unread > 0`),
    check(
      "conversations_last_quoted",
      sql`not last_is_quoted or (last_side = 'renter' and last_author_id is null)`,
    ),
    check("conversations_denied", sql`denied_at is null or account_id is null`),
    index("conversations_of_account").on(conversation.accountId, conversation.lastAt, conversation.id),
    index("conversations_unread_by_account")
      .on(conversation.accountId, conversation.renterUnread)
      .where(sql`renter_unread > 0`),
    index("conversations_to_mail")
      .on(conversation.renterUnreadSince)
      .where(sql`renter_unread > 0`),
    index("conversations_open")
      .on(conversation.lastAt, conversation.id)
      .where(sql`closed_at is null`),
    index("conversations_unassigned")
      .on(conversation.lastAt, conversation.id)
      .where(sql`closed_at is null and assigned_to is null`),
    index("conversations_closed")
      .on(conversation.lastAt, conversation.id)
      .where(sql`closed_at is not null`),
    index("conversations_assigned").on(conversation.assignedTo, conversation.lastAt, conversation.id),
    index("conversations_waiting")
      .on(conversation.waitingSince, conversation.id)
      .where(sql`waiting_since is not null and closed_at is null`),
    index("conversations_unread_by_admins")
      .on(conversation.adminUnread)
      .where(sql`admin_unread > 0`),
    index("conversations_by_order").on(conversation.orderId),
  ],
);

export const messages = pgTable(
  "messages",
  {
    /** Made by the client, and its idempotency key. */
    id: uuid().primaryKey(),
    conversationId: uuid("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    side: text({ enum: messageSides }).notNull(),
    /** Null where the author's account is gone. */
    authorId: uuid("author_id").references(() => accounts.id, { onDelete: "set null" }),
    /** True for a note of administrators for one another; the person never sees it. */
    isInternal: boolean("is_internal").notNull().default(false),
    /** True for a message of the contact form: anybody can type any address there, so it has no author. */
    isQuoted: boolean("is_quoted").notNull().default(false),
    text: text().notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    searchText: text("search_text").generatedAlwaysAs(sql`spelled_out(folded(' ' || text))`),
  },
  (message) => [
    check("messages_side", oneOf("side", messageSides)),
    check("messages_internal", sql`side = 'admin' or not is_internal`),
    check("messages_quoted", sql`not is_quoted or (side = 'renter' and author_id is null)`),
    unique("messages_of_conversation").on(message.conversationId, message.number),
    index("messages_by_author").on(message.authorId),
    index("messages_search").using("gin", sql`search_text gin_trgm_ops`),
  ],
);

/**
 * Files of messages, or evidence of charges. Contents are sealed in storage, and are removed within an hour of the
 * row.
 */
export const attachments = pgTable(
  "attachments",
  {
    /** Made by the client, and its idempotency key. */
    id: uuid().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** None until the message is sent. */
    messageId: uuid("message_id").references(() => messages.id, { onDelete: "cascade" }),
    /** The charge that this is evidence for, and the side that sent it: its proposer or the renter. */
    chargeId: uuid("charge_id").references(() => charges.id, { onDelete: "cascade" }),
    chargeSide: text("charge_side", { enum: ["proposer", "renter"] }),
    kind: text({ enum: attachmentKinds }).notNull(),
    name: text().notNull(),
    contentId: uuid("content_id").notNull().unique("attachments_content"),
    requestHash: text("request_hash").notNull(),
    bytes: integer().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (attachment) => [
    check("attachments_kind", oneOf("kind", attachmentKinds)),
    check("attachments_charge", sql`(charge_id is null) = (charge_side is null)`),
    check("attachments_one_use", sql`charge_id is null or message_id is null`),
    index("attachments_of_message").on(attachment.messageId),
    index("attachments_of_charge")
      .on(attachment.chargeId)
      .where(sql`charge_id is not null`),
    index("attachments_by_account").on(attachment.accountId),
  ],
);

/** Answers that administrators give often, in both languages. */
export const savedReplies = pgTable("saved_replies", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  textEn: text("text_en").notNull(),
  textZh: text("text_zh").notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  updatedBy: uuid("updated_by").references(() => accounts.id, { onDelete: "set null" }),
});
