import { readOrderNumber } from "#domain/orders/order-numbers.ts";
import { answerInConstantTime } from "#server/http/constant-time.ts";
import { pauseOf } from "#server/http/email-budget.ts";
import { refuseOver, within } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { linkEmail } from "./emails/received.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";
import { changeKey, lockOrderBy } from "./queries.ts";

/**
 * Mails a new link to an order to the address it was made with, where number and address belong together. The
 * key before it opens nothing any more once that email may go: while it waits for room in its address's hour, the link
 * that the renter has goes on. Says nothing either way, after the same time. Looks before it counts: what finds
 * nothing uses up nothing of the address. Throws a Refusal where the caller has looked too often.
 */
export const mailNewLink = (
  services: Services,
  { email, orderNumber }: { email: string; orderNumber: string },
  place: string,
): Promise<void> => answerInConstantTime(() => mail(services, email, orderNumber, place));

async function mail(services: Services, email: string, orderNumber: string, place: string): Promise<void> {
  const { database, outbox, config } = services;
  const number = readOrderNumber(orderNumber);
  // Of the caller alone, and whatever it finds: a "no" tells nothing.
  await refuseOver(
    services,
    [{ key: `find order ${place}`, most: 20, seconds: 3600 }],
    "Please wait a while before you look for an order again.",
  );
  if (number === undefined) return;
  await database.transaction(async (tx) => {
    const order = await lockOrderBy(tx, number, email);
    if (!order) return;
    const asked = { purpose: "order link", recipient: email } as const;
    const pause = await pauseOf(within(services, tx), asked);
    if (pause === undefined) return;
    const key = randomToken();
    await changeKey(tx, order, hashToken(key), pause);
    await outbox.post(tx, [linkEmail(config, order, key)], pause);
  });
}
