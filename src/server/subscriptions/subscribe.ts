import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { SubscriptionRequest } from "#contract/subscriptions.ts";
import { day } from "#domain/durations.ts";
import type { Language } from "#domain/languages.ts";
import { confirmationDays } from "#domain/subscriptions.ts";
import { emailSubscriptions } from "#server/db/schema/mail.ts";
import { pauseOf } from "#server/http/email-budget.ts";
import { refuseFlood } from "#server/http/form-limits.ts";
import { within } from "#server/http/limits.ts";
import { clientKey } from "#server/http/client-key.ts";
import type { Services } from "#server/services.ts";
import { confirmationEmail } from "./emails.ts";
import { isSubscribed, lockSubscriptionOf } from "./queries.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";

/**
 * Mails an address to confirm it. An unconfirmed address gets its email again, at most once a minute, and later if
 * it gets many; the earlier link stays valid if no new email goes out. Throws a Refusal for a confirmed address
 * and for a flood.
 */
export async function subscribe(
  services: Services,
  body: SubscriptionRequest & { language: Language },
  caller: string,
): Promise<void> {
  const { config, database, outbox, now } = services;
  if (body.website) return;
  await refuseFlood(services, "subscribe", caller);
  const { email, language, source = "api" } = body;
  const token = randomToken();
  const asked = {
    language,
    source,
    confirmHash: hashToken(token),
    confirmExpiresAt: new Date(now() + confirmationDays * day),
  };
  await database.transaction(async (tx) => {
    // A second request for the same address at the same moment waits here, and then finds the row.
    const [made] = await tx
      .insert(emailSubscriptions)
      .values({ ...asked, email, placedFrom: clientKey(services, caller), createdAt: new Date(now()) })
      .onConflictDoNothing()
      .returning({ id: emailSubscriptions.id });
    const known = made ? undefined : await lockSubscriptionOf(tx, email);
    if (known && isSubscribed(known))
      throw new Refusal("already_subscribed", "This email is already subscribed to our updates.");
    const pause = await pauseOf(within(services, tx), { purpose: "subscribe", recipient: email });
    if (pause === undefined || (pause > 0 && known && hasLink(known, now()))) return;
    if (known) await tx.update(emailSubscriptions).set(asked).where(eq(emailSubscriptions.id, known.id));
    await outbox.post(
      tx,
      [confirmationEmail(config, { email: known?.email ?? email, language }, token)],
      pause,
    );
  });
}

/** Whether an email with a link that works is in the mailbox, or on its way there. */
const hasLink = ({ confirmExpiresAt }: typeof emailSubscriptions.$inferSelect, at: number): boolean =>
  confirmExpiresAt !== null && confirmExpiresAt.getTime() > at;
