import { eq } from "drizzle-orm";
import { emailSubscriptions } from "#server/db/schema/mail.ts";
import type { Services } from "#server/services.ts";
import { lockSubscriptionBy } from "./queries.ts";
import { hashToken } from "#server/auth/link-tokens.ts";
import { linkNotFound } from "./link-not-found.ts";

/** Ends the updates. The links of the first email end with them; this link, used again, changes nothing. */
export async function unsubscribe(
  { database, now }: Pick<Services, "database" | "now">,
  token: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const found = await lockSubscriptionBy(tx, "unsubscribeHash", hashToken(token));
    if (!found) throw linkNotFound();
    if (found.unsubscribedAt) return;
    await tx
      .update(emailSubscriptions)
      .set({ unsubscribedAt: new Date(now()), confirmHash: null, confirmExpiresAt: null })
      .where(eq(emailSubscriptions.id, found.id));
  });
}
