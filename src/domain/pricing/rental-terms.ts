import type { Cents } from "#domain/money.ts";

/** The terms of every rental besides its price, from the specification. Texts take their numbers from here. */
export const driverTerms = { age: 21, yearsOfDriving: 2 } as const;

/** A confirmed order is cancelled free of charge until this many hours before pickup. */
export const freeCancellationHours = 24;
/** How many days before the return date an extension must be requested. */
export const extensionNoticeDays = 7;
/** Within `freeDays` a renter gives the car back early without notice and fee. */
export const earlyReturn: { noticeWeeks: number; fee: Cents; freeDays: number } = {
  noticeWeeks: 4,
  fee: 20_000,
  freeDays: 7,
};

/**
 * Times that we promise, with "from" and "to" for a span: until we or a host answer a request; until we answer a
 * written question, while we are open and at the latest; until a deposit is back.
 */
export const promisedTimes = {
  requestHours: 24,
  supportHours: 2,
  supportLatestHours: 24,
  depositBusinessDays: { from: 3, to: 5 },
} as const;
export const bookAheadWeeks = { peak: { from: 2, to: 3 }, otherwise: { from: 1, to: 2 } } as const;
