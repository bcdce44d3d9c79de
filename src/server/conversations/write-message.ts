import { and, eq, isNull, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { Refusal } from "#contract/errors.ts";
import { type MessageSide, previewOf } from "#domain/conversations/conversations.ts";
import { type Language, languageOf } from "#domain/languages.ts";
import { isBetween, type Parties, peopleOf, waitsForUs } from "#domain/conversations/parties.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { attachments, conversations, messages } from "#server/db/schema/conversations.ts";
import { contactMessages } from "#server/db/schema/mail.ts";
import type { Db } from "#server/db/open-database.ts";
import { announce } from "#server/events/announce.ts";
import { type ConversationRow, findMessage } from "./queries.ts";
import { attach } from "./uploads.ts";

export type NewMessage = {
  id?: string | undefined;
  text: string;
  isInternal?: boolean | undefined;
  attachments?: string[] | undefined;
};
type Author = { account: Pick<AccountRow, "id">; side: MessageSide; reads: Language };

/**
 * Adds a message to a conversation whose row the caller has locked: numbers it, counts it as unread for the other
 * sides, and notifies open pages. The same id with the same words is the same message. Throws a Refusal.
 */
export async function writeMessage(
  tx: Db,
  conversation: ConversationRow,
  { id = crypto.randomUUID(), text, isInternal = false, attachments: sent = [] }: NewMessage,
  { account, side, reads }: Author,
  at: Date,
): Promise<typeof messages.$inferSelect> {
  const known = await findMessage(tx, id);
  const files = sent.map((file) => file.toLowerCase());
  if (known)
    return sameOrRefuse(tx, known, {
      conversationId: conversation.id,
      authorId: account.id,
      text,
      isInternal,
      files,
    });
  if (side === "admin" && !isInternal && conversation.deniedAt)
    throw new Refusal(
      "message_denied",
      "The owner of this email address says they didn't write this. An answer would go to the wrong person.",
    );
  const number = conversation.lastNumber + 1;
  const [written] = await tx
    .insert(messages)
    .values({
      id,
      conversationId: conversation.id,
      number,
      side,
      authorId: account.id,
      isInternal,
      text,
      language: languageOf(text, reads),
      createdAt: at,
    })
    .onConflictDoNothing({ target: messages.id })
    .returning();
  // The same id was used in another conversation meanwhile.
  if (!written) throw messageIdUsed();
  await attach(tx, id, account.id, files);
  await tx
    .update(conversations)
    .set({
      lastNumber: number,
      ...(isInternal ? { adminReadNumber: number } : afterMessage(conversation, { side, at, number })),
      // A visitor without an account gets the answer by email, and answers by the contact form.
      ...(side === "admin" &&
        !isInternal &&
        !conversation.accountId &&
        !conversation.hostId && { closedAt: at }),
      ...(!isInternal && {
        lastAt: at,
        lastSide: side,
        lastAuthorId: account.id,
        lastPreview: previewOf(text),
        lastIsQuoted: false,
      }),
    })
    .where(eq(conversations.id, conversation.id));
  if (side === "admin" && !isInternal && conversation.contactMessageId)
    await tx
      .update(contactMessages)
      .set({ answer: text, answeredAt: at, answeredBy: account.id, closedAt: null, closedBy: null })
      .where(and(eq(contactMessages.id, conversation.contactMessageId), isNull(contactMessages.answeredAt)));
  await announce(tx, {
    kind: isInternal ? "note" : "message",
    conversationId: conversation.id,
    messageId: id,
    to: isInternal ? [] : [conversation.accountId, conversation.hostId],
    admins: "administrator",
  });
  return written;
}

type WrittenMessage = { side: MessageSide; at: Date; number: number };

/**
 * Marks earlier messages as read for the author, and this one as unread for the other sides; a renter's or host's
 * message reopens a closed conversation. We see their messages to one another as unread once we have joined.
 */
function afterMessage(conversation: Parties & { adminJoinedAt: Date | null }, written: WrittenMessage) {
  const { side, at, number } = written;
  const people = peopleOf(conversation);
  const forAdmins = waitsForUs(side, conversation) || conversation.adminJoinedAt !== null;
  return {
    ...(people.includes("renter") && (side === "renter" ? renterHasRead(number) : unreadForRenter(at))),
    ...(people.includes("host") && (side === "host" ? hostHasRead(number) : unreadForHost(at))),
    ...(side === "admin"
      ? {
          adminUnread: 0,
          adminReadNumber: number,
          waitingSince: null,
          ...(isBetween(conversation) && { adminJoinedAt: conversation.adminJoinedAt ?? at }),
        }
      : {
          closedAt: null,
          ...(forAdmins && { adminUnread: sql`${conversations.adminUnread} + 1` }),
          ...(waitsForUs(side, conversation) && { waitingSince: sinceThen(conversations.waitingSince, at) }),
        }),
  };
}

const sinceThen = (column: AnyPgColumn, at: Date) =>
  sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;
const renterHasRead = (number: number) => ({
  renterUnread: 0,
  renterUnreadSince: null,
  renterReadNumber: number,
});
const unreadForRenter = (at: Date) => ({
  renterUnread: sql`${conversations.renterUnread} + 1`,
  renterUnreadSince: sinceThen(conversations.renterUnreadSince, at),
});
const hostHasRead = (number: number) => ({ hostUnread: 0, hostUnreadSince: null, hostReadNumber: number });
const unreadForHost = (at: Date) => ({
  hostUnread: sql`${conversations.hostUnread} + 1`,
  hostUnreadSince: sinceThen(conversations.hostUnreadSince, at),
});

type SentMessage = {
  conversationId: string;
  authorId: string;
  text: string;
  isInternal: boolean;
  files: string[];
};

/** The message that was sent before under an id, if it is the same. Throws a Refusal. */
async function sameOrRefuse(
  tx: Db,
  known: typeof messages.$inferSelect,
  { conversationId, authorId, text, isInternal, files }: SentMessage,
): Promise<typeof messages.$inferSelect> {
  const isSame =
    known.conversationId === conversationId &&
    known.authorId === authorId &&
    known.text === text &&
    known.isInternal === isInternal;
  const went = isSame
    ? await tx.select({ id: attachments.id }).from(attachments).where(eq(attachments.messageId, known.id))
    : [];
  const isWithSame = new Set(files).size === went.length && went.every(({ id }) => files.includes(id));
  if (!isSame || !isWithSame) throw messageIdUsed();
  return known;
}

export const messageIdUsed = (): Refusal =>
  new Refusal("message_id_used", "This ID can't be used. Please send another one.");
