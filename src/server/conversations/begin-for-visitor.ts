import { previewOf } from "#domain/conversations/conversations.ts";
import { type Language, languageOf } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { conversations, messages } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { announce } from "#server/events/announce.ts";

type FromVisitor = {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  language: Language;
  createdAt: Date;
};

/**
 * Makes a contact message a conversation in the one inbox, with the same id. Anybody can type an address: the
 * author is an account only if it is signed in with that address.
 */
export async function beginForVisitor(
  tx: Db,
  written: FromVisitor,
  account: Pick<AccountRow, "id"> | undefined,
): Promise<void> {
  const { id, name, email, subject, message, language, createdAt: at } = written;
  await tx.insert(conversations).values({
    id,
    accountId: account?.id,
    visitorName: name,
    visitorEmail: email,
    contactMessageId: id,
    subject,
    language,
    createdAt: at,
    lastNumber: 1,
    lastAt: at,
    lastSide: "renter",
    lastAuthorId: account?.id,
    lastPreview: previewOf(message),
    lastIsQuoted: !account,
    renterReadNumber: 1,
    adminUnread: 1,
    waitingSince: at,
  });
  await tx.insert(messages).values({
    id,
    conversationId: id,
    number: 1,
    side: "renter",
    authorId: account?.id,
    isQuoted: !account,
    text: message,
    language: languageOf(message, language),
    createdAt: at,
  });
  await announce(
    tx,
    {
      kind: "message",
      conversationId: id,
      messageId: id,
      to: account ? [account.id] : [],
      admins: "administrator",
    },
    { kind: "alert", admins: "administrator" },
  );
}
