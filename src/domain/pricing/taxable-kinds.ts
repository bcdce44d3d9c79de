import { chargeCategories } from "#domain/charges/categories.ts";

/** What may be taxed: the rental after its discounts and promo code, or what is kept of it; insurance; fees; each charge. */
export const taxableKinds = ["rental", "insurance", "fees", ...chargeCategories] as const;
export type TaxableKind = (typeof taxableKinds)[number];
