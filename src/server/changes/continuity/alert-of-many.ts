import { unlinked } from "#domain/plain-text.ts";
import { manyEndings } from "#domain/changes/endings.ts";
import { findAccount } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { endingsBy } from "#server/rentals/endings-by-host.ts";
import type { Services } from "#server/services.ts";
import { manyEndingsEmail } from "./emails.ts";
import type { EndingRow } from "./queries.ts";

/** Alerts the back office to a host who keeps ending rentals. */
export async function alertOfMany(
  services: Services,
  tx: Db,
  { side, hostId, orderId }: EndingRow,
): Promise<void> {
  if (side !== "host" || hostId === null) return;
  const count = await endingsBy(tx, hostId, services.now());
  if (count < manyEndings) return;
  const host = await findAccount(tx, hostId);
  await services.outbox.post(tx, [
    manyEndingsEmail(services.config, {
      orderId,
      count,
      name: unlinked(host?.fullName || host?.email || ""),
    }),
  ]);
}
