import type { HandoverNeed } from "#domain/trips/condition.ts";
import { later } from "#domain/dates.ts";
import type { Db } from "#server/db/open-database.ts";
import { isAgreementAccepted } from "#server/documents/queries.ts";
import { isFirstInstalmentPaid } from "#server/ledger/queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { insuranceOf, licenceOf } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";

/** What is still missing before the keys of a confirmed order may be handed over; empty if nothing is. */
export async function missingForHandover(
  services: Pick<Services, "now">,
  db: Db,
  order: OrderRow,
): Promise<HandoverNeed[]> {
  const on = today(services);
  const { accountId } = order;
  const licence = accountId ? (await licenceOf(db, accountId, later(on, order.pickupDate))).status : "none";
  const insurance = await insuranceOf(db, order, on);
  const isCovered =
    !insurance.isNeeded || (insurance.coveredUntil !== undefined && insurance.coveredUntil >= on);
  const met: Partial<Record<HandoverNeed, boolean>> = {
    pickup_date: order.pickupDate <= on,
    account: accountId !== null,
    licence: licence === "verified",
    insurance_proof: isCovered,
    agreement: await isAgreementAccepted(db, order.id),
    first_instalment: await isFirstInstalmentPaid(db, order.id),
  };
  return (Object.keys(met) as HandoverNeed[]).filter((need) => !met[need]);
}
