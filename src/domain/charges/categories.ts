/** What may be asked of a renter beyond the price of the rental. */
export const chargeCategories = ["extra_miles", "late_days", "damage", "tolls", "cleaning"] as const;
export type ChargeCategory = (typeof chargeCategories)[number];
