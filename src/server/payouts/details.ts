import { createHmac, hkdfSync } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { hour } from "#domain/durations.ts";
import { changedDetailsHours } from "#domain/payouts/payouts.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { payoutDetails, payouts } from "#server/db/schema/money/payouts.ts";
import { openContent, sealContent } from "#server/media/sealed/sealing.ts";
import type { Services } from "#server/services.ts";
import { detailsChangedEmail } from "./emails.ts";
import { lockHost } from "./queries.ts";
import { supersede } from "./supersede.ts";
import { findHostReader } from "#server/mail/host-reader.ts";

export type DetailsRow = typeof payoutDetails.$inferSelect;

const Details = z.object({
  holder: z.string(),
  postalAddress: z.string(),
  bank: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
});
/** A bank account in the clear: never stored, logged or sent, except in the list for the bank. */
export type BankAccount = z.infer<typeof Details>;

/** A keyed hash that recognizes a bank account without opening it; computing one needs SECRET_KEY. */
const fingerprintOf = ({ secret }: Pick<Services, "secret">, { routingNumber, accountNumber }: BankAccount) =>
  createHmac("sha256", Buffer.from(hkdfSync("sha256", secret, "", "bank accounts", 32)))
    .update(`${routingNumber}:${accountNumber}`)
    .digest("base64url");

/** Opens what was sealed. The caller writes down who opened it. */
export const openDetails = (services: Pick<Services, "secret">, { id, sealed }: DetailsRow): BankAccount =>
  Details.parse(JSON.parse(openContent(services, id, sealed).toString("utf8")));

/** The details that a host's next payouts go to. */
export async function currentDetails(db: Db, hostId: string): Promise<DetailsRow | undefined> {
  const [found] = await db
    .select()
    .from(payoutDetails)
    .where(and(eq(payoutDetails.hostId, hostId), isNull(payoutDetails.replacedAt)));
  return found;
}

/** When money may first go to bank details: at once to a host's first details, hours later to changed ones. */
export async function usableFrom(db: Db, details: DetailsRow): Promise<Date> {
  const [former] = await db
    .select({ replacedAt: payoutDetails.replacedAt })
    .from(payoutDetails)
    .where(eq(payoutDetails.hostId, details.hostId))
    .orderBy(desc(payoutDetails.replacedAt))
    .offset(1)
    .limit(1);
  const wait = former ? changedDetailsHours * hour : 0;
  return new Date(details.createdAt.getTime() + wait);
}

/**
 * Seals the bank details for a host's payouts from now on, and informs the host. A payout whose details have not left
 * us yet is cancelled, and made again with the new ones; one that may be on its way keeps its own. The same details
 * again change nothing.
 */
export const saveDetails = (
  services: Services,
  { account, details }: { account: Pick<AccountRow, "id">; details: BankAccount },
): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const hostId = account.id;
      await lockHost(tx, hostId);
      const before = await currentDetails(tx, hostId);
      if (before && isSame(services, before, details)) return;
      const at = new Date(services.now());
      await tx
        .update(payoutDetails)
        .set({ replacedAt: at })
        .where(and(eq(payoutDetails.hostId, hostId), isNull(payoutDetails.replacedAt)));
      const id = crypto.randomUUID();
      const lastFour = details.accountNumber.slice(-4);
      await tx.insert(payoutDetails).values({
        id,
        hostId,
        sealed: sealContent(services, id, Buffer.from(JSON.stringify(details), "utf8")),
        lastFour,
        fingerprint: fingerprintOf(services, details),
        createdAt: at,
      });
      await supersede(services, tx, "details_changed", [
        eq(payouts.hostId, hostId),
        eq(payouts.mode, "bank"),
      ]);
      await audit(tx, {
        actor: hostId,
        entity: "user",
        entityId: hostId,
        action: "payout_details",
        before: before ? { lastFour: before.lastFour } : null,
        after: { lastFour },
      });
      const reader = await findHostReader(tx, { hostId });
      if (reader)
        await services.outbox.post(tx, [
          detailsChangedEmail(services.config, reader, { lastFour, isFirst: !before }),
        ]);
    }),
  );

/** Details that can't be opened any more are never the same: their host enters the account again. */
function isSame(services: Pick<Services, "secret">, kept: DetailsRow, details: BankAccount): boolean {
  try {
    const opened = openDetails(services, kept);
    return (Object.keys(opened) as (keyof BankAccount)[]).every((name) => opened[name] === details[name]);
  } catch {
    return false;
  }
}
