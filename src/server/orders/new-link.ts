import { readOrderNumber } from "#domain/orders/order-numbers.ts";
import { answerEvenly } from "#server/http/constant-time.ts";
import { mayWriteTo } from "#server/http/form-limits.ts";
import { countUse } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { linkEmail } from "./emails/to-renter.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";
import { orderForm } from "./order-limits.ts";
import { changeKey, lockOrderBy } from "./queries.ts";

/**
 * Mails a new link to an order to the address it was made with, where number and address belong together. The
 * key before it opens nothing any more. Says nothing either way, after the same time, and drops what would be
 * too many emails.
 */
export const mailNewLink = (
  services: Services,
  { email, orderNumber }: { email: string; orderNumber: string },
  place: string,
): Promise<void> => answerEvenly(() => mail(services, email, orderNumber, place));

async function mail(services: Services, email: string, orderNumber: string, place: string): Promise<void> {
  const { database, outbox, config } = services;
  const number = readOrderNumber(orderNumber);
  const wait = await countUse(services, [{ key: `find order ${place}`, most: 20, seconds: 3600 }]);
  if (wait !== undefined || number === undefined || !(await mayWriteTo(services, orderForm, email))) return;
  await database.transaction(async (tx) => {
    const order = await lockOrderBy(tx, number, email);
    if (!order) return;
    const key = randomToken();
    await changeKey(tx, order.id, hashToken(key));
    await outbox.post(tx, [linkEmail(config, order, key)]);
  });
}
