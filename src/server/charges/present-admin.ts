import { inArray } from "drizzle-orm";
import type { AdminCharge } from "#contract/charges.ts";
import { mayMove } from "#domain/charges/charges.ts";
import { can } from "#domain/people/permissions.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { deciderOf } from "./decide.ts";
import { type ChargeRow, evidenceOf, presentCharge } from "./queries.ts";

/** Charges for an administrator who looks at them. `renterOf` tells whose they are to pay. */
export async function presentForAdmin(
  db: Db,
  found: readonly ChargeRow[],
  { reader, renterOf }: { reader: AccountRow; renterOf: (charge: ChargeRow) => string | null },
): Promise<AdminCharge[]> {
  const evidence = await evidenceOf(db, found);
  const names = await namesOf(
    db,
    found.flatMap(({ proposedBy, closedBy }) => [proposedBy, closedBy ?? ""]),
  );
  const decides = can(reader, "manage_disputes");
  return Promise.all(
    found.map(async (charge) => ({
      ...presentCharge(charge, evidence),
      proposedBy: names.get(charge.proposedBy) ?? charge.proposedBy,
      closedBy: charge.closedBy && (names.get(charge.closedBy) ?? charge.closedBy),
      mayWithdraw: mayMove(charge.status, "withdraw"),
      mayDecide:
        decides &&
        mayMove(charge.status, "decide") &&
        (await deciderOf(db, charge, { by: reader.id, renterId: renterOf(charge) })).mayDecide,
    })),
  );
}

/** Names of the accounts behind actors; `system` is nobody's. */
async function namesOf(db: Db, actors: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(actors.filter(isUuid))];
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: accounts.id, fullName: accounts.fullName, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.id, ids));
  return new Map(found.map(({ id, fullName, email }) => [id, fullName || email]));
}
