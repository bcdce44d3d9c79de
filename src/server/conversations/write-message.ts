import { and, eq, isNull, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { languageOf, type MessageSide, previewOf } from "#domain/conversations/conversations.ts";
import type { Language } from "#domain/languages.ts";
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
 * side, and tells open screens. The same id with the same words is the same message. Throws a Refusal.
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
  // The same id came to another conversation in between.
  if (!written) throw idUsed();
  await attach(tx, id, account.id, files);
  await tx
    .update(conversations)
    .set({
      lastNumber: number,
      ...(side === "renter"
        ? afterRenter(at)
        : isInternal
          ? { adminReadNumber: number }
          : afterAdmin(at, number)),
      // Who has no account reads the answer in an email, and writes anew.
      ...(side === "admin" && !isInternal && !conversation.accountId && { closedAt: at }),
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
    to: isInternal ? [] : [conversation.accountId],
    admins: "administrator",
  });
  return written;
}

/** Whoever writes has read what stood before it; a closed conversation is open again. */
const afterRenter = (at: Date) => ({
  adminUnread: sql`${conversations.adminUnread} + 1`,
  renterUnread: 0,
  renterUnreadSince: null,
  renterReadNumber: sql`${conversations.lastNumber} + 1`,
  waitingSince: sql`coalesce(${conversations.waitingSince}, ${at.toISOString()}::timestamptz)`,
  closedAt: null,
});

const afterAdmin = (at: Date, number: number) => ({
  renterUnread: sql`${conversations.renterUnread} + 1`,
  renterUnreadSince: sql`coalesce(${conversations.renterUnreadSince}, ${at.toISOString()}::timestamptz)`,
  adminUnread: 0,
  adminReadNumber: number,
  waitingSince: null,
});

type SentMessage = {
  conversationId: string;
  authorId: string;
  text: string;
  isInternal: boolean;
  files: string[];
};

/** What was sent before under an id, if it was the very same. Throws a Refusal. */
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
  if (!isSame || !isWithSame) throw idUsed();
  return known;
}

export const idUsed = (): Refusal =>
  new Refusal("message_id_used", "This ID can't be used. Please send another one.");
