import { type SQL, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { pickupDenialHours } from "#domain/payouts/pickup-denials.ts";
import { newHosts } from "#domain/payouts/payouts.ts";

/** A day of payouts, and for how many days a new host's earnings wait. */
export type PayoutDay = { day: IsoDate; holdDays: number };

/**
 * SQL: the first day on which a credit may be paid out: its own day, or a later one while its host is new, or while
 * its pickup can be denied.
 * `credit` is the alias of its row.
 */
export function firstPayableDay(credit: string, holdDays: number): string {
  const settled = `case when ${credit}.awaits_pickup then greatest(${credit}.payable_on, ${undeniableFrom(credit)})
    else ${credit}.payable_on end`;
  if (holdDays === 0) return settled;
  const { firstDays, largeCharge, largeChargeDays } = newHosts;
  const isOfLargeCharges = `${credit}.rule = 'charge' and ${largeCharge} < (
        select sum(asked.amount) from host_credits asked where asked.order_id = ${credit}.order_id
          and asked.host_id = ${credit}.host_id and asked.rule = 'charge')`;
  return `case when ${credit}.amount < 0 or ${credit}.rule in ('write_off', 'repayment')
      or ${credit}.credited_on >= ${firstDays} + (
        select min(first.credited_on) from host_credits first where first.host_id = ${credit}.host_id)
    then ${settled}
    else greatest(${settled}, ${credit}.paid_on
      + case when ${isOfLargeCharges} then ${largeChargeDays} else ${holdDays} end)
    end`;
}

/**
 * SQL: the first day on which the renter can't deny the pickup anymore that a credit waits for: the next one after
 * the time to deny what somebody else has recorded. Null without a record.
 */
const undeniableFrom = (credit: string): string =>
  `(select min(case when r.side = 'renter' then ${inLosAngeles("r.finished_at")}
      else ${inLosAngeles(`(r.finished_at + interval '${pickupDenialHours} hours')`)} + 1 end)
    from condition_records r where r.order_id = ${credit}.order_id and r.stretch = ${credit}.stretch
      and r.kind = 'pickup' and r.finished_at is not null)`;

/** SQL: whether a finished record exists of a pickup of the car that the credit is for. */
export const isPickedUp = (credit: string): string =>
  `exists (select from condition_records r where r.order_id = ${credit}.order_id
    and r.stretch = ${credit}.stretch and r.kind = 'pickup' and r.finished_at is not null)`;

/** SQL: whether a renter's denial of the pickup keeps the credit from being paid out. */
export const isDenied = (credit: string): string =>
  `exists (select from pickup_denials d where d.order_id = ${credit}.order_id and d.host_id = ${credit}.host_id
    and d.decision is distinct from 'dismissed')`;

/** SQL: whether a credit waits for an event that may never come: its pickup's record, or the end of a denial. */
const waitsForSomebody = (credit: string): string =>
  `(${credit}.awaits_pickup and not ${isPickedUp(credit)} or ${isDenied(credit)})`;

/**
 * SQL: whether the take-backs of an order are covered by credits of the same order that wait and may never be
 * payable: then they lower nothing that other rentals earn. A write-off that is taken back belongs to no order.
 */
export const isCovered = (credit: string): string =>
  `${credit}.order_id is not null and coalesce((
      select sum(waiting.amount) from host_credits waiting where waiting.order_id = ${credit}.order_id
        and waiting.host_id = ${credit}.host_id and waiting.payout_id is null and waiting.amount > 0
        and ${waitsForSomebody("waiting")}), 0) + (
      select sum(taken.amount) from host_credits taken where taken.order_id = ${credit}.order_id
        and taken.host_id = ${credit}.host_id and taken.payout_id is null and taken.amount < 0
        and taken.id <= ${credit}.id) >= 0`;

/**
 * The credits in `host_credits` that a day's payout is made of. Take-backs since that day lower a late payout too:
 * no host is paid money that they owe. What is taken back of a write-off counts from the day of the credit that it
 * is about.
 */
export const isPayableOn = ({ day, holdDays }: PayoutDay): SQL =>
  sql`host_credits.payout_id is null
    and (host_credits.amount < 0 and host_credits.rule <> 'write_off' or ${sql.raw(firstPayableDay("host_credits", holdDays))} <= ${day}::date)
    and not ${sql.raw(`case when host_credits.amount > 0 then ${waitsForSomebody("host_credits")}
      else ${isCovered("host_credits")} end`)}`;
