import { Readable } from "node:stream";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { brand } from "#domain/brand.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { localTimeInLosAngeles } from "#domain/local-time.ts";
import { wireMoney } from "#domain/money.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import { audit } from "#server/db/audit.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { actorName } from "#server/db/person-name.ts";
import { withRetries } from "#server/db/retries.ts";
import { payoutDetails, payouts } from "#server/db/schema/money/payouts.ts";
import type { Services } from "#server/services.ts";
import { type BankAccount, type DetailsRow, openDetails } from "./details.ts";
import { lockHosts, type PayoutRow } from "./queries.ts";
import { isOutdated, supersede } from "./supersede.ts";

const columns = [
  "payout",
  "holder",
  "postalAddress",
  "bank",
  "routingNumber",
  "accountNumber",
  "amount",
  "memo",
  "givenOutBefore",
];

type BankListQuery = {
  by: string;
  /** Whether it also has unpaid payouts that were in an earlier list. */
  isAgain: boolean;
};

/**
 * The list for the bank: payouts that are to be sent and were in no list yet, with their bank details in the
 * clear. All of them are recorded as given out, with who asked, before any byte leaves: from then on their money
 * may be on its way. If one can't be opened, none is given out.
 */
export const bankFile = (services: Services, asked: BankListQuery): Promise<Readable> =>
  withRetries(() => services.database.transaction((tx) => listed(services, tx, asked)));

async function listed(services: Services, tx: Db, { by, isAgain }: BankListQuery): Promise<Readable> {
  const isToSend = and(
    eq(payouts.status, "made"),
    eq(payouts.mode, "bank"),
    isAgain ? undefined : isNull(payouts.takenAt),
  );
  const seen = await tx.select({ id: payouts.id, hostId: payouts.hostId }).from(payouts).where(isToSend);
  // A change of details, or another list, waits for this lock; after an earlier change the payout is another one.
  await lockHosts(
    tx,
    seen.map(({ hostId }) => hostId),
  );
  const ids = seen.map(({ id }) => id);
  // What was taken back a moment ago isn't sent: the next run makes these payouts anew.
  await supersede(services, tx, "taken_back", [inArray(payouts.id, ids), isOutdated]);
  const found = await tx
    .select({ payout: payouts, details: payoutDetails })
    .from(payouts)
    .innerJoin(payoutDetails, eq(payoutDetails.id, payouts.detailsId))
    .where(and(inArray(payouts.id, ids), isToSend))
    .orderBy(asc(payouts.hostId));
  const rows = found.map(({ payout, details }) => rowOf(services, payout, opened(services, payout, details)));
  await tx
    .update(payouts)
    .set({ takenAt: new Date(services.now()) })
    .where(and(inArray(payouts.id, ids), isToSend, isNull(payouts.takenAt)));
  for (const { payout, details } of found)
    await audit(tx, {
      actor: by,
      entity: "payout",
      entityId: payout.id,
      action: "payout_details_opened",
      after: { payout: payoutName(payout.number), lastFour: details.lastFour },
    });
  return Readable.from([csvRow(columns), ...rows]);
}

function opened(services: Services, { number }: PayoutRow, details: DetailsRow): BankAccount {
  try {
    return openDetails(services, details);
  } catch {
    // Names the payout: an administrator cancels it, or its host enters the account again, before the others go.
    const payout = payoutName(number);
    throw new Refusal(
      "payout_details_unreadable",
      `The bank details of payout ${payout} can't be opened, so no payout is in a list. Cancel it, or have its host enter their account again.`,
      { payout },
    );
  }
}

function rowOf({ config }: Services, payout: PayoutRow, account: BankAccount): string {
  const { holder, postalAddress, bank, routingNumber, accountNumber } = account;
  const name = payoutName(payout.number);
  return csvRow([
    name,
    holder,
    postalAddress,
    bank,
    routingNumber,
    accountNumber,
    wireMoney(payout.amount),
    `${config.business.legal.name || brand.name.en} ${name}`,
    payout.takenAt ? localTimeInLosAngeles(payout.takenAt.getTime()) : "",
  ]);
}

export type BankListState = {
  /** Bank payouts to send: how many were in no list yet, and how many were in one and aren't paid. */
  fresh: number;
  given: number;
  /** When the last list with one of the latter was downloaded, and by whom. */
  lastAt: string | null;
  lastBy: string | null;
};

/** What the next list for the bank would hold, and who downloaded the last one. */
export async function bankListState({ rows }: Pick<Database, "rows">): Promise<BankListState> {
  const [state] = await rows<BankListState>(
    `with to_send as (select id, taken_at from payouts where status = 'made' and mode = 'bank'),
     last as (
       select event.at, event.actor from to_send join audit_events event on event.entity = 'payout'
         and event.entity_id = to_send.id::text and event.action = 'payout_details_opened'
       order by event.at desc, event.id desc limit 1
     )
     select (select count(*) filter (where taken_at is null)::int from to_send) as fresh,
       (select count(taken_at)::int from to_send) as given,
       (select ${isoText("at")} from last) as "lastAt",
       (select ${actorName("person", "last.actor")} from last left join accounts person on person.id::text = last.actor) as "lastBy"`,
    [],
  );
  return state ?? { fresh: 0, given: 0, lastAt: null, lastBy: null };
}
