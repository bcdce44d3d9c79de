import { eq } from "drizzle-orm";
import type { Database } from "#server/db/open-database.ts";
import { promoCodes } from "#server/db/schema/orders.ts";

/** A promo code, without locking it. */
export async function findPromo({ db }: Pick<Database, "db">, code: string) {
  const [promo] = await db.select().from(promoCodes).where(eq(promoCodes.code, code));
  return promo;
}
