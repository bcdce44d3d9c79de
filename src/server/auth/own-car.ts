import { Refusal } from "#contract/errors.ts";
import { isOwnOrder } from "#domain/people/own-affairs.ts";
import type { Db } from "#server/db/open-database.ts";
import { findAccount } from "./accounts.ts";

type Renter = { accountId: string | null | undefined; email?: string | null };

/** Throws a Refusal if a car's host would rent it themselves: by their account, or by their address. */
export async function refuseOwnCar(
  tx: Db,
  { hostId }: { hostId: string | null },
  { accountId = null, email }: Renter,
): Promise<void> {
  const host = hostId === null ? undefined : await findAccount(tx, hostId);
  if (host && isOwnOrder(host, { accountId, customerEmail: email ?? "" }))
    throw new Refusal("own_car", "This is your own car. You can block its days instead.", {
      fields: { carId: { code: "own_car", message: "is your own car" } },
    });
}
