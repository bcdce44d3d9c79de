import type { ContactRequest } from "#contract/contact.ts";
import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { mayWriteToUs, refuseBlocked } from "#server/blocks/queries.ts";
import { contactMessages } from "#server/db/schema/mail.ts";
import { pauseOf } from "#server/http/email-budget.ts";
import { refuseFlood } from "#server/http/form-limits.ts";
import { beginForVisitor } from "#server/conversations/begin-for-visitor.ts";
import { clientKey } from "#server/http/client-key.ts";
import type { Services } from "#server/services.ts";
import { acknowledgement, adminNotice, refusedEmail } from "./emails.ts";

type MessageSender = {
  caller: string;
  /** The signed-in account, whatever address was typed. */
  account: AccountRow | undefined;
};

/**
 * Keeps a message, and writes to the back office and to its sender. An address that got an email a moment ago gets
 * no other, and an address with many emails waits for the next; the message is kept all the same. Throws a Refusal
 * for a flood, and for a signed-in person who is blocked. A blocked address learns it by an email, which only its
 * owner reads: anybody may have typed the address.
 */
export async function receiveMessage(
  services: Services,
  body: ContactRequest & { language: Language },
  { caller, account }: MessageSender,
): Promise<void> {
  const { config, database, outbox, now } = services;
  if (body.website) return;
  await refuseFlood(services, "contact", caller);
  const { name, email, phone = "", subject, message, language } = body;
  const written = {
    id: crypto.randomUUID(),
    name,
    email,
    phone,
    subject,
    message,
    language,
    placedFrom: clientKey(services, caller),
    createdAt: new Date(now()),
  };
  if (account) await refuseBlocked(database.db, "contact", account.id);
  const isOwn = account?.email.toLowerCase() === email.toLowerCase();
  const isRefused = !isOwn && !(await mayWriteToUs(database.db, "contact", { typedEmail: email }));
  const pause = await pauseOf(services, { purpose: "contact", recipient: email });
  await database.transaction(async (tx) => {
    if (isRefused) {
      if (pause !== undefined) await outbox.post(tx, [refusedEmail(config, written)], pause);
      return;
    }
    await tx.insert(contactMessages).values(written);
    await beginForVisitor(tx, written, isOwn ? account : undefined);
    await outbox.post(tx, [adminNotice(config, { ...written, isOwn })]);
    if (pause !== undefined) await outbox.post(tx, [acknowledgement(written)], pause);
  });
}
