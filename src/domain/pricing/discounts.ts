/** Duration discounts as the specification shows them: from `months` on, `percent` off the rental. */
export const durationDiscounts = [
  { months: 13, percent: 18 },
  { months: 12, percent: 15 },
  { months: 10, percent: 12 },
  { months: 6, percent: 10 },
  { months: 3, percent: 5 },
] as const;

export const discountPercent = (
  months: number,
  steps: readonly { months: number; percent: number }[] = durationDiscounts,
): number => steps.find((step) => months >= step.months)?.percent ?? 0;
