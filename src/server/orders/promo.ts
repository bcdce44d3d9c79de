import { Refusal } from "#contract/errors.ts";
import type { Cents } from "#domain/money.ts";
import { promoValue } from "#domain/pricing.ts";
import type { Db } from "#server/db/open-database.ts";
import { hasOrdered, lockPromo } from "./queries.ts";

/** What a promo code takes off this order. Throws a Refusal for a code that is unknown, used, somebody else's, or not for a first rental. */
export async function promoDiscount(tx: Db, code: string | undefined, email: string): Promise<Cents> {
  if (!code) return 0;
  const promo = await lockPromo(tx, code);
  if (!promo) throw promoRefused("is not a code of ours");
  if (promo.orderId) throw promoRefused("has been used");
  if (promo.email.toLowerCase() !== email.toLowerCase()) throw promoRefused("belongs to another e-mail address");
  if (await hasOrdered(tx, email)) throw promoRefused("is for a first rental");
  return promoValue;
}

const promoRefused = (message: string): Refusal => new Refusal("promo_refused", `promo ${message}.`, { fields: { promo: { code: "promo_refused", message } } });
