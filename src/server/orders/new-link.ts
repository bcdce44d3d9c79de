import { readOrderNumber } from "#domain/orders/order-numbers.ts";
import { answerInConstantTime } from "#server/http/constant-time.ts";
import { pauseOf } from "#server/http/email-budget.ts";
import { refuseOver, within } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { linkEmail } from "./emails/received.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";
import { lockOrderBy } from "./queries.ts";
import { changeKey } from "./change-key.ts";

/**
 * Mails a new link to an order to the address that the order was made with, if number and address belong together.
 * The earlier key works until that email may go: the email can wait for room in the address's hourly limit. The
 * answer and its time are the same in both cases. The order is looked up before the email is counted: a search
 * without a result uses nothing of the address's limit. Throws a Refusal where the caller has searched too often.
 */
export const mailNewLink = (
  services: Services,
  { email, orderNumber }: { email: string; orderNumber: string },
  place: string,
): Promise<void> => answerInConstantTime(() => mail(services, email, orderNumber, place));

async function mail(services: Services, email: string, orderNumber: string, place: string): Promise<void> {
  const { database, outbox, config, now } = services;
  const number = readOrderNumber(orderNumber);
  // This limit depends on the caller alone, not on the result: a refusal reveals nothing.
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
    const formerUntil = pause > 0 ? new Date(now() + pause) : undefined;
    await changeKey(tx, order, { keyHash: hashToken(key), formerUntil });
    await outbox.post(tx, [linkEmail(config, order, key)], pause);
  });
}
