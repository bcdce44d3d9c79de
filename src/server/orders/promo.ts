import { Refusal } from "#contract/errors.ts";
import type { Cents } from "#domain/money.ts";
import { promoValue } from "#domain/pricing.ts";
import type { Look } from "./look-before-placing.ts";

/** What a promo code takes off this order. Throws a Refusal for a code that is unknown, used, somebody else's, or not for a first rental. */
export function promoDiscount({ promo, hasOrdered }: Pick<Look, "promo" | "hasOrdered">, code: string | undefined, email: string): Cents {
  if (!code) return 0;
  if (!promo) throw promoRefused("is not a code of ours");
  if (promo.isUsed) throw promoRefused("has been used");
  if (promo.email.toLowerCase() !== email.toLowerCase()) throw promoRefused("belongs to another e-mail address");
  if (hasOrdered) throw promoRefused("is for a first rental");
  return promoValue;
}

const promoRefused = (message: string): Refusal => new Refusal("promo_refused", `promo ${message}.`, { fields: { promo: { code: "promo_refused", message } } });
