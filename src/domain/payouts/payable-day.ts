import { addDays, type IsoDate, later } from "#domain/dates.ts";
import { addBusinessDays } from "./business-days.ts";

/** Business days of the banks after which we trust that a payment has arrived. */
const settlingDays = 3;
/** Days that the first period waits after the pickup: longer than a renter may deny the pickup, so that it can be looked at. */
const pickupDays = 8;

export type CreditedPeriod = {
  /** The first day of its period; null without a period, such as for a charge. */
  startsOn: IsoDate | null;
  /** Whether it is the first period of this renter that the host is paid for. */
  isFirst: boolean;
};

/**
 * Returns the first day on which a host's share may be paid out: some business days after the period begins and after
 * it is paid. The first period also waits some days after the pickup, which must be recorded.
 */
export function payableFrom({ startsOn, isFirst }: CreditedPeriod, paidOn: IsoDate): IsoDate {
  const settledOn = addBusinessDays(paidOn, settlingDays);
  if (startsOn === null) return settledOn;
  const begun = later(addBusinessDays(startsOn, settlingDays), settledOn);
  return isFirst ? later(begun, addDays(startsOn, pickupDays)) : begun;
}
