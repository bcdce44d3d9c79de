import { billedStatuses } from "#domain/orders/lifecycle.ts";
import { requestableChangeKinds } from "#domain/changes/changes.ts";
import { fleetStates } from "#domain/cars/listing-states.ts";
import { mayHoldUnpaid, type UnpaidCars } from "#domain/booking/unpaid-holds.ts";
import { hasPaidFirstInstalment } from "#server/db/first-instalment.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import type { Db } from "#server/db/open-database.ts";
import { openRequest } from "#server/db/schema/changes.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { holdsNow, isHeldBeside, isHeldDraft } from "./availability.ts";
import type { Services } from "#server/services.ts";
import { isUnpaidBooking } from "./unpaid-booking.ts";

/**
 * Any fixed number: a lock for counting orders or holds, held until the transaction ends, so that many at once
 * can't all find room. It is taken after every other lock.
 */
const turn = 8_212_064;
export const lockUnpaidHolds = (tx: Db): Promise<unknown> =>
  rowsIn(tx)("select pg_advisory_xact_lock($1)", [turn]);

/** SQL: an account's licence is verified and valid. */
export const isVerified = (account: string): string =>
  `exists (select from licences where licences.account_id = ${account} and state = 'verified' and expires_on >= ${inLosAngeles("now()")})`;

/** SQL: a rental whose first instalment has been paid. */
const isPaidRental = `rented.status <> 'cancelled' and ${hasPaidFirstInstalment("rented.id")}`;

/** SQL: an account that we know: verified, an administrator's, or one that has paid for a rental. */
const isKnownAccount = (account: string): string => `(${isVerified(account)}
  or exists (select from accounts where accounts.id = ${account} and role = 'admin')
  or exists (select from orders as rented where rented.account_id = ${account} and ${isPaidRental}))`;

/** SQL: an address, in small letters, whose owner has paid for a rental without signing in. */
const isKnownAddress = (address: string): string =>
  `exists (select from orders as rented where lower(rented.customer_email) = ${address} and email_confirmed_at is not null
     and ${isOneOf("rented.status", billedStatuses)} and ${isPaidRental})`;

/**
 * Every unpaid hold of a car: requests, bookings under way, bookings that their renters confirmed, and days that a
 * renter wants besides their order's. An order that an administrator confirmed, entered or offered doesn't count.
 */
const unpaidHolds = `
  select car_id, placed_from, account_id, case when account_id is null and email_confirmed_at is not null then lower(customer_email) end as address, id
    from orders where status = 'pending' and source <> 'plan' and placed_from is not null and ${holdsNow}
  union all select car_id, placed_from, account_id, null, id from orders where ${isUnpaidBooking} and orders.status = 'confirmed'
  union all select car_id, placed_from, account_id, null, id from wizard_drafts where ${isHeldDraft}
  union all select day_holds.car_id, placed_from, account_id, null, null
    from day_holds join order_changes on order_changes.order_id = day_holds.order_id and ${isOneOf("kind", requestableChangeKinds)} and ${openRequest}
    join orders as rented on rented.id = day_holds.order_id
    where day_holds.reason = 'change' and ${isHeldBeside} and not (${isPaidRental})`;

const counts = `
  with held as (
    select * from (${unpaidHolds}) as each_hold
    where id is distinct from $5::uuid and car_id <> $4::uuid
      and not coalesce(${isKnownAccount("each_hold.account_id")}, false) and not coalesce(${isKnownAddress("each_hold.address")}, false))
  select count(distinct car_id) filter (where account_id = $1::uuid or address = $2)::int as "ofPerson",
    count(distinct car_id) filter (where placed_from = $3)::int as "ofNetwork",
    count(distinct car_id)::int as "inAll",
    (select count(*)::int from cars where ${isOneOf("listing_state", fleetStates)}) as fleet
  from held`;

/** The person who wants a car: an account, a visitor with a confirmed address, or an unknown visitor. */
export type HoldOwner = {
  accountId: string | null;
  /** Only a confirmed address. */
  address: string | null;
  placedFrom: string | null;
  carId: string;
  /** The order or booking that may hold it already. */
  id?: string | undefined;
};

const known = `select coalesce(${isKnownAccount("$1::uuid")}, false) or coalesce(${isKnownAddress("$2::text")}, false) as "isKnown"`;

/**
 * Whether a person may hold one more car: without limit if we know them, otherwise while there is room. Many at
 * once take turns. With RATE_LIMITS=off everybody may.
 */
export async function mayHold(
  { config }: Pick<Services, "config">,
  tx: Db,
  holder: HoldOwner,
): Promise<boolean> {
  if (!config.rateLimits) return true;
  const rows = rowsIn(tx);
  const { accountId, placedFrom, carId, id = null } = holder;
  const address = holder.address?.toLowerCase() ?? null;
  const [person] = await rows<{ isKnown: boolean }>(known, [accountId, address]);
  if (person?.isKnown) return true;
  await lockUnpaidHolds(tx);
  const [counted] = await rows<UnpaidCars>(counts, [accountId, address, placedFrom, carId, id]);
  return counted !== undefined && mayHoldUnpaid(counted);
}

/** Whether an account's licence is verified and valid. */
export async function isVerifiedRenter(db: Db, accountId: string): Promise<boolean> {
  const [found] = await rowsIn(db)<{ is: boolean }>(`select ${isVerified("$1::uuid")} as is`, [accountId]);
  return found?.is === true;
}
