import type { PayoutFlagKind } from "#domain/payouts/payouts.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { payoutFlags } from "#server/db/schema/money/payouts.ts";
import type { Services } from "#server/services.ts";

/** SQL: a license's number as it is compared, however it is written. */
const plainNumber = (licence: string): string =>
  `regexp_replace(upper(${licence}.number), '[^[:alnum:]]', '', 'g')`;

/** SQL: the host's license `l` is also the license `r`. */
const isSameLicence = `l.account_id = $2::uuid and l.country = r.country
      and ${plainNumber("l")} <> '' and ${plainNumber("l")} = ${plainNumber("r")}`;

/**
 * The things that a renter, or another driver, and the car's host share, for the orders $1 and the host $2: a
 * telephone number, a card by its visible data, a license, or a bank account that either has ever given us.
 */
const sharedText = `
  with ordered as (
    select o.id, o.account_id, o.customer_phone, o.payment_card from orders o where o.id = any($1::uuid[])
  ), host as (select id, phone from accounts where id = $2::uuid),
  cards as (
    select account_id, brand, last4, expiry from payment_methods where last4 is not null
    union select account_id, payment_card->>'brand', payment_card->>'last4', payment_card->>'expiry' from orders
      where payment_card is not null and account_id = $2::uuid
  )
  select o.id as "orderId", 'same_phone' as kind from ordered o, host h
    where phone_key(o.customer_phone) <> '' and phone_key(o.customer_phone) = phone_key(h.phone)
  union select o.id, 'same_phone' from ordered o join accounts r on r.id = o.account_id, host h
    where phone_key(r.phone) <> '' and phone_key(r.phone) = phone_key(h.phone)
  union select o.id, 'same_card' from ordered o join cards c on c.account_id = $2::uuid
    where o.payment_card->>'last4' = c.last4 and o.payment_card->>'brand' = c.brand and o.payment_card->>'expiry' = c.expiry
  union select o.id, 'same_card' from ordered o join cards r on r.account_id = o.account_id
    join cards c on c.account_id = $2::uuid and (c.brand, c.last4, c.expiry) = (r.brand, r.last4, r.expiry)
  union select o.id, 'same_license' from ordered o join licences r on r.account_id = o.account_id
    join licences l on ${isSameLicence}
  union select o.id, 'same_license' from ordered o join order_drivers d on d.order_id = o.id and d.has_agreed
    left join licences r on r.account_id = d.account_id
    left join licences l on ${isSameLicence}
    where d.account_id = $2::uuid or l.account_id is not null
  union select o.id, 'same_bank' from ordered o join payout_details r on r.host_id = o.account_id
    join payout_details d on d.host_id = $2::uuid and d.fingerprint = r.fingerprint`;

/**
 * Writes down what the renters of orders share with the host of their cars, as far as it isn't known yet. What an
 * administrator has looked at stays cleared.
 */
export async function findFlags(
  { now }: Pick<Services, "now">,
  tx: Db,
  hostId: string,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const found = await rowsIn(tx)<{ orderId: string; kind: PayoutFlagKind }>(sharedText, [
    [...new Set(orderIds)],
    hostId,
  ]);
  if (found.length === 0) return;
  await tx
    .insert(payoutFlags)
    .values(found.map((flag) => ({ ...flag, hostId, foundAt: new Date(now()) })))
    .onConflictDoNothing();
}
