import { and, eq, inArray, isNull } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { leastPayout, payoutDayAt } from "#domain/payouts/payouts.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { payouts, stripeAccounts } from "#server/db/schema/money/payouts.ts";
import { eachAlone } from "#server/each-alone.ts";
import { localTime, type Services } from "#server/services.ts";
import { currentDetails, usableFrom } from "./details.ts";
import { findFlags } from "./find-flags.ts";
import { findHold, hostsToPay, lockHost, payableCredits, type PayoutDay } from "./queries.ts";
import { isOutdated, supersede } from "./supersede.ts";

const atOnce = 200;
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * The hour's job: makes the payouts of the last Tuesday, once for each host, of what was payable by then. A host
 * who could not be paid on the day, because of a hold or missing details, is paid by a later run. A payout that
 * nobody has begun to send, and of which something was taken back since, is made anew.
 */
export async function makePayouts(services: Services): Promise<void> {
  await supersedeOutdated(services);
  const day = payoutDayAt(localTime(services));
  await eachAlone(services, eachHostToPay(services, day), {
    idOf: (hostId) => hostId,
    work: (hostId) => makePayout(services, hostId, day),
  });
}

async function supersedeOutdated(services: Services): Promise<void> {
  const { database } = services;
  const found = await database.db
    .select({ id: payouts.id, hostId: payouts.hostId })
    .from(payouts)
    .where(and(eq(payouts.status, "made"), isNull(payouts.takenAt), isOutdated))
    .limit(atOnce);
  await eachAlone(services, found, {
    idOf: ({ id }) => id,
    work: ({ id, hostId }) =>
      database.transaction(async (tx) => {
        await lockHost(tx, hostId);
        await supersede(services, tx, "taken_back", [eq(payouts.id, id), isOutdated]);
      }),
  });
}

async function* eachHostToPay(services: Services, day: IsoDate): AsyncGenerator<string> {
  for (let after = firstId; ;) {
    const hosts = await hostsToPay(services.database.db, payoutDay(services, day), after, atOnce);
    yield* hosts;
    const last = hosts.at(-1);
    if (last === undefined || hosts.length < atOnce) return;
    after = last;
  }
}

/** Makes one host's payout of a day, unless it is made already, held, or there is nothing to pay. */
const makePayout = (services: Services, hostId: string, day: IsoDate): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      await lockHost(tx, hostId);
      // Read again under the lock: another process may have been faster.
      const credits = await payableCredits(tx, hostId, payoutDay(services, day));
      const amount = credits.reduce((sum, credit) => sum + credit.amount, 0);
      if (amount < leastPayout) return;
      await findFlags(
        services,
        tx,
        hostId,
        credits.flatMap(({ orderId }) => orderId ?? []),
      );
      if (await findHold(tx, hostId)) return;
      const way = await wayOf(services, tx, hostId);
      if (!way) return;
      const [made] = await tx
        .insert(payouts)
        .values({ hostId, amount, madeOn: day, createdAt: new Date(services.now()), ...way })
        .onConflictDoNothing()
        .returning({ id: payouts.id });
      if (!made) return;
      await tx
        .update(hostCredits)
        .set({ payoutId: made.id })
        .where(
          inArray(
            hostCredits.id,
            credits.map(({ id }) => id),
          ),
        );
    }),
  );

const payoutDay = ({ config }: Pick<Services, "config">, day: IsoDate): PayoutDay => ({
  day,
  holdDays: config.hostHoldDays,
});

type Way = { mode: "bank"; detailsId: string } | { mode: "stripe"; destination: string };

/** How a host is paid now; nothing while we don't know where to, or their new details still wait. */
async function wayOf({ config, now }: Services, tx: Db, hostId: string): Promise<Way | undefined> {
  if (config.stripeConnect) {
    const [account] = await tx.select().from(stripeAccounts).where(eq(stripeAccounts.hostId, hostId));
    return account?.isReady ? { mode: "stripe", destination: account.ref } : undefined;
  }
  const details = await currentDetails(tx, hostId);
  if (!details || (await usableFrom(tx, details)).getTime() > now()) return undefined;
  return { mode: "bank", detailsId: details.id };
}
