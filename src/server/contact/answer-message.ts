import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { lockConversationOfContact } from "#server/conversations/queries.ts";
import { writeMessage } from "#server/conversations/write-message.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { findMessage, type MessageRow } from "./admin-queries.ts";
import { keepAnswer } from "./keep-answer.ts";
import { answerEmail } from "./emails.ts";

/**
 * Keeps an administrator's answer and mails it to the sender, once. Throws a Refusal when somebody answered
 * meanwhile.
 */
export function answerMessage(
  { config, database, outbox, now }: Services,
  id: string,
  text: string,
  by: string,
): Promise<MessageRow> {
  const at = new Date(now());
  return database.transaction(async (tx) => {
    const isKept = await keepAnswer(tx, id, { answer: text, answeredAt: at, answeredBy: by });
    const found = await findMessage(tx, id);
    if (!found) throw messageNotFound();
    if (!isKept) throw messageAnswered();
    await writeInConversation(tx, { id, text, by, at });
    const isConfirmed = !found.isUnconfirmed;
    await outbox.post(tx, [answerEmail(config, found.message, { answer: text, isConfirmed })]);
    return found;
  });
}

/** If the message is in a conversation of its sender's account, the answer is added there too. */
async function writeInConversation(
  tx: Db,
  { id, text, by, at }: { id: string; text: string; by: string; at: Date },
): Promise<void> {
  const conversation = await lockConversationOfContact(tx, id);
  if (!conversation) return;
  const author = { account: { id: by }, side: "admin" as const, reads: conversation.language };
  await writeMessage(tx, conversation, { id: crypto.randomUUID(), text }, author, at);
}

export const messageNotFound = (): Refusal => notFound("message_not_found");
export const messageAnswered = (): Refusal =>
  new Refusal("message_answered", "Someone has already answered this message.");
