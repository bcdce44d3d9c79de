import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { promoCodes } from "#server/db/schema/orders.ts";

/**
 * Gives an address its one promo code, and answers it: the new one, or an earlier one that is still unused.
 */
export async function addPromoOf(tx: Db, email: string, code: string): Promise<string | undefined> {
  const [made] = await tx
    .insert(promoCodes)
    .values({ code, email })
    .onConflictDoNothing()
    .returning({ code: promoCodes.code });
  if (made) return made.code;
  const isTheirs = eq(sql`lower(${promoCodes.email})`, email.toLowerCase());
  const [unused] = await tx
    .select({ code: promoCodes.code })
    .from(promoCodes)
    .where(and(isTheirs, isNull(promoCodes.orderId)));
  return unused?.code;
}
