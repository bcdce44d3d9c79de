import { readOrderNumber } from "#domain/order-numbers.ts";
import { answerEvenly } from "#server/even-answers.ts";
import { countUse } from "#server/limits.ts";
import { keyedHash } from "#server/places.ts";
import type { Services } from "#server/services.ts";
import { linkLetter } from "./letters.ts";
import { hashToken, randomToken } from "#server/link-tokens.ts";
import { changeKey, lockOrderBy } from "./queries.ts";

/**
 * Mails a new link to an order to the address it was made with, where number and address belong together. The key before it opens
 * nothing any more. Says nothing either way, after the same time, and drops what would be too many letters.
 */
export const mailNewLink = (services: Services, { email, orderNumber }: { email: string; orderNumber: string }, place: string): Promise<void> =>
  answerEvenly(() => mail(services, email, orderNumber, place));

async function mail(services: Services, email: string, orderNumber: string, place: string): Promise<void> {
  const { database, outbox, config } = services;
  const to = keyedHash(services, email.toLowerCase());
  const wait = await countUse(services, [
    { key: `find order minute ${to}`, most: 1, seconds: 60 },
    { key: `find order hour ${to}`, most: 5, seconds: 3600 },
    { key: `find order ${place}`, most: 20, seconds: 3600 },
  ]);
  const number = readOrderNumber(orderNumber);
  if (wait !== undefined || number === undefined) return;
  await database.transaction(async (tx) => {
    const order = await lockOrderBy(tx, number, email);
    if (!order) return;
    const key = randomToken();
    await changeKey(tx, order.id, hashToken(key));
    await outbox.post(tx, [linkLetter(config, order, key)]);
  });
}
