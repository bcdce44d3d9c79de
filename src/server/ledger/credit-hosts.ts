import { and, isNotNull, sql } from "drizzle-orm";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { postHostShare } from "./host-share.ts";
import { lockMoneyOf } from "./instalments.ts";

/** At the start: hosts of rentals that were paid before there were credits have their share from now on. */
export async function creditHosts(services: Pick<Services, "database" | "now">): Promise<void> {
  const { database } = services;
  const found = await database.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isNotNull(orders.hostId),
        sql`exists (select from instalments where order_id = ${orders.id} and dropped_at is null and paid > 0)`,
        sql`not exists (select from host_credits where order_id = ${orders.id})`,
      ),
    );
  for (const { id } of found)
    await database.transaction(async (tx) => {
      await lockMoneyOf(tx, id);
      await postHostShare(services, tx, id);
    });
}
