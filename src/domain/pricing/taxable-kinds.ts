import { chargeCategories } from "#domain/charges/categories.ts";

/**
 * What may be taxed: the rental after discounts and promo code, or what is kept of it; insurance; fees; charges.
 */
export const taxableKinds = ["rental", "insurance", "fees", ...chargeCategories] as const;
export type TaxableKind = (typeof taxableKinds)[number];
