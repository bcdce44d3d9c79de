import type { Cents } from "#domain/money.ts";

/**
 * What every rental is agreed on beside its price, from the specification. Texts take their figures from
 * here.
 */
export const driverTerms = { age: 21, yearsOfDriving: 2 } as const;

/** A confirmed order is cancelled free of charge until so many hours before pickup. */
export const freeCancellationHours = 24;
/** How long before the return date an extension is asked for. */
export const extensionNoticeDays = 7;
/** Within the first days neither notice nor fee is asked of who gives the car back. */
export const earlyReturn: { noticeWeeks: number; fee: Cents; freeDays: number } = {
  noticeWeeks: 4,
  fee: 20_000,
  freeDays: 7,
};

/**
 * Times that people are promised, "from" and "to" where it is a span: until a request is answered, by us or by a host; until
 * a written question is, while we are open and at the latest; until a deposit is back.
 */
export const promisedTimes = {
  requestHours: 24,
  supportHours: 2,
  supportLatestHours: 24,
  depositBusinessDays: { from: 3, to: 5 },
} as const;
export const bookAheadWeeks = { peak: { from: 2, to: 3 }, otherwise: { from: 1, to: 2 } } as const;
