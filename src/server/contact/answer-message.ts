import { Refusal } from "#contract/errors.ts";
import type { Services } from "#server/services.ts";
import { findMessage, keepAnswer, type MessageRow } from "./admin-queries.ts";
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
  return database.transaction(async (tx) => {
    const isKept = await keepAnswer(tx, id, { answer: text, answeredAt: new Date(now()), answeredBy: by });
    const found = await findMessage(tx, id);
    if (!found) throw messageNotFound();
    if (!isKept) throw messageAnswered();
    await outbox.post(tx, [answerEmail(config, found.message, text)]);
    return found;
  });
}

export const messageNotFound = (): Refusal => new Refusal("message_not_found", "There is no such message.");
export const messageAnswered = (): Refusal =>
  new Refusal("message_answered", "Somebody has answered this message already.");
