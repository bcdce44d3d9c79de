import { chargeAnswerHours } from "#domain/charges/charges.ts";
import { brand } from "#domain/brand.ts";
import { formatMoney } from "#domain/money.ts";
import { formatDate } from "#domain/dates.ts";
import { pastDueDays } from "#domain/payments/attempts.ts";
import {
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
  freeCancellationHours,
} from "#domain/pricing/rental-terms.ts";
import type { AgreementFacts, Clause } from "./agreement.ts";
import { carLabel, limitsLabel } from "./parties.ts";

const own =
  "The renter brings their own liability insurance, with at least California’s minimum limits, and shows proof of it before the keys are handed over. It must be valid on every day of the rental.";
/** The limits of the included insurance. Agreements from before we stored limits refer to the order. */
function coverage({ coverage: which, parties }: AgreementFacts): string {
  if (which === "own") return own;
  const limits = parties?.limits
    ? limitsLabel(parties.limits, "en")
    : "within the limits stated on the order";
  return `Liability insurance as chosen with the order is part of the price, ${limits}.`;
}

/** "The renter and Ann Lee", or "The renter, Ann Lee and Bo Wu": without the "and", the renter would be Ann Lee. */
function allowed(drivers: AgreementFacts["drivers"] = []): string {
  const last = drivers.at(-1);
  const others = ["The renter", ...drivers.slice(0, -1)].join(", ");
  return last === undefined ? "The driver" : `${others} and ${last} may drive the car. Every driver`;
}

/** The rental agreement's clauses in English. */
export function agreementEn(facts: AgreementFacts): Clause[] {
  const { parties } = facts;
  const business = parties?.business;
  const name = business
    ? [business.name, business.address].filter((part) => part !== "").join(", ")
    : brand.name.en;
  const money = (cents: number) => formatMoney(cents, "en");
  const at = (date: string, time: string) => `${formatDate(date, "en")} ${time}`;
  return [
    {
      title: "1. Parties and car",
      text: `${name} rents the ${carLabel(facts.car, parties ?? {}, "en")} to ${facts.renter} under order ${facts.orderNumber}.`,
    },
    {
      title: "2. Rental period",
      text: `From ${at(facts.pickupDate, facts.pickupTime)} until ${at(facts.returnDate, facts.returnTime)} Pacific time.${parties?.place ? ` Place: ${parties.place}.` : ""} Extensions must be requested at least ${extensionNoticeDays} days before the return date and take effect once accepted.`,
    },
    {
      title: "3. Price and payments",
      text: `The rental costs ${money(facts.total)} in total, paid monthly: the first payment of ${money(facts.firstInstalment)} is due when the order is confirmed, each later one on the first day of its month. A person reviews any payment that is ${pastDueDays} days late or more. No car is ever taken back automatically.`,
    },
    {
      title: "4. Miles",
      text: `${facts.milesIncluded.toLocaleString("en-US")} miles are included for the whole rental, counted from the odometer readings at pickup and return. Each additional mile costs ${money(facts.extraMile)}.`,
    },
    { title: "5. Insurance", text: coverage(facts) },
    {
      title: "6. Drivers",
      text: `${allowed(facts.drivers)} must be at least ${driverTerms.age} years old, have held a license for ${driverTerms.yearsOfDriving} years or more, and carry it. No one else may drive the car unless we have agreed in writing. The car may not be sublet, raced, used for towing, driven under the influence, or taken out of the United States.`,
    },
    {
      title: "7. Condition of the car",
      text: "Pickup and return are recorded in photos, with the odometer reading and the fuel or charge level. Both sides receive the record. The car must be returned in the condition in which it was handed over, apart from normal wear.",
    },
    {
      title: "8. Returning the car",
      text: `An early return needs ${earlyReturn.noticeWeeks} weeks’ notice and costs ${money(earlyReturn.fee)}; within the first ${earlyReturn.freeDays} days, neither applies. The car may be handed back sooner at any time, but the price then stays the same. Each day past the return date may be charged at one day’s price, plus a day of the order’s insurance, if it has any.`,
    },
    {
      title: "9. Canceling",
      text: `Canceling is free until ${freeCancellationHours} hours before pickup. After that, until the keys are handed over, we keep one day’s price, plus one for each day past the pickup date, but never more than has been paid.`,
    },
    {
      title: "10. Extra charges",
      text: `Extra miles, late days, damage, tolls and cleaning are charged only after we have given the reason and shown the evidence. The renter has ${chargeAnswerHours} hours to accept or dispute a charge. A person decides any disputed charge, and any damage.`,
    },
    {
      title: "11. Trouble on the road",
      text: "After an accident, the renter makes sure no one is in danger, calls 911 if needed, and tells us the same day. Tickets and tolls during the rental are the renter’s responsibility.",
    },
    {
      title: "12. Law",
      text: "California law applies. If the two languages differ, the English text prevails.",
    },
  ];
}
