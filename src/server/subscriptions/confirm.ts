import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { promoCode, promoCodeBytes } from "#domain/orders/order-numbers.ts";
import { emailSubscriptions } from "#server/db/schema/mail.ts";
import { addPromoOf } from "#server/booking/add-promo.ts";
import type { Services } from "#server/services.ts";
import { welcomeEmail } from "./emails.ts";
import { isSubscribed, lockSubscriptionBy } from "./queries.ts";
import { hashToken } from "#server/auth/link-tokens.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { linkNotFound } from "./link-not-found.ts";

/**
 * Confirms an address, makes its one promo code and mails it. Using the link again changes nothing. A subscriber
 * who comes back after unsubscribing gets no second code. Throws a Refusal for an unknown or expired link.
 */
export async function confirm(services: Services, token: string): Promise<void> {
  const { config, database, outbox, now } = services;
  await database.transaction(async (tx) => {
    const found = await lockSubscriptionBy(tx, "confirmHash", hashToken(token));
    if (!found) throw linkNotFound();
    if (isSubscribed(found)) return;
    if (!found.confirmExpiresAt || found.confirmExpiresAt.getTime() < now()) throw linkNotFound();
    // Always the same for an address: the link of an older email still unsubscribes after the subscriber has come
    // back.
    const goodbye = keyedHash(services, `unsubscribe ${found.id}`);
    await tx
      .update(emailSubscriptions)
      .set({ confirmedAt: new Date(now()), unsubscribedAt: null, unsubscribeHash: hashToken(goodbye) })
      .where(eq(emailSubscriptions.id, found.id));
    const code = await addPromoOf(tx, found.email, promoCode(randomBytes(promoCodeBytes)));
    await outbox.post(tx, [welcomeEmail(config, found, code, goodbye)]);
  });
}
