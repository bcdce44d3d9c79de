import type { AdminCharge } from "#contract/charges.ts";
import { mayMoveCharge, mayTakeBack } from "#domain/charges/charges.ts";
import { can } from "#domain/people/permissions.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { namesOf } from "#server/auth/administrators.ts";
import { type OwnAffair, rulingFor } from "#server/auth/refuse-own-affair.ts";
import type { Db } from "#server/db/open-database.ts";
import { type ChargeRow, presentCharge, shownWith } from "./queries.ts";
import type { TaxedOrder } from "./taxes.ts";

/** Charges for an administrator's pages. `orderOf` gives a charge's order, with its renter and tax rates. */
export async function presentForAdmin(
  db: Db,
  found: readonly ChargeRow[],
  {
    reader,
    orderOf,
  }: { reader: AccountRow; orderOf: (charge: ChargeRow) => (OwnAffair["renter"] & TaxedOrder) | undefined },
): Promise<AdminCharge[]> {
  const shown = await shownWith(db, found);
  const names = await namesOf(
    db,
    found.flatMap(({ proposedBy, closedBy }) => [proposedBy, closedBy ?? ""]),
  );
  const decides = can(reader, "manage_disputes");
  return Promise.all(
    found.map(async (charge) => {
      const order = orderOf(charge) ?? { accountId: null, tariff: null };
      return {
        ...presentCharge(charge, shown, order),
        proposedBy: names.get(charge.proposedBy) ?? charge.proposedBy,
        closedBy: charge.closedBy && (names.get(charge.closedBy) ?? charge.closedBy),
        mayWithdraw:
          mayTakeBack(charge, reader) &&
          (await rulingFor(db, { by: reader.id, gate: "admin", renter: order })).mayDecide,
        mayDecide:
          decides &&
          mayMoveCharge(charge.status, "decide") &&
          (
            await rulingFor(db, {
              by: reader.id,
              gate: "manage_disputes",
              renter: order,
              proposedBy: charge.proposedBy,
            })
          ).mayDecide,
      };
    }),
  );
}
