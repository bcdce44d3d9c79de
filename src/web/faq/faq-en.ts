import { changeAnswerHours } from "#domain/changes/changes.ts";
import { longestExtendedMonths } from "#domain/changes/may-change.ts";
import { longestRentalMonths, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import {
  promisedTimes,
  bookAheadWeeks,
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
  freeCancellationHours,
} from "#domain/pricing/rental-terms.ts";
import type { FaqGroup } from "./faq-entries.ts";
import { faqFigures } from "./faq-figures.ts";

const figures = faqFigures("en");
const { peak, otherwise } = bookAheadWeeks;
const { depositBusinessDays, requestHours, supportHours, supportLatestHours } = promisedTimes;
const discounts = figures.discounts
  .map(({ months, percent }) => `${percent}% off at ${months} months`)
  .join(", ");

/** `includesCollision`: new orders still include collision coverage. `isTaxed`: a new order may have taxes. */
export const faq = (includesCollision: boolean, isTaxed: boolean): FaqGroup[] => [
  {
    id: "before",
    title: "Before you book",
    entries: [
      {
        id: "who",
        question: "Who can rent a car?",
        answer: `Anyone aged ${driverTerms.age} or older with at least ${driverTerms.yearsOfDriving} years of driving experience and a valid driver’s license. There is no young-driver fee: at ${driverTerms.age} you pay what everyone pays.`,
      },
      {
        id: "credit",
        question: "Do I need a credit history or an SSN?",
        answer:
          "No. We take no deposit and charge no fees, and we never ask for a Social Security number. If you’ve just arrived in the Bay Area, you rent on the same terms as someone born here.",
      },
      {
        id: "license",
        question: "Can I drive on a foreign license?",
        answer:
          "Yes, and there is no foreign-license fee. Bring the license itself and, if it isn’t in English, a translation or an international driving permit. If you settle in California, the state requires a California license; see the DMV for how and when: https://www.dmv.ca.gov",
      },
      {
        id: "ahead",
        question: "How early should I book?",
        answer: `${peak.from}–${peak.to} weeks ahead in peak season (June to September and the December holidays), ${otherwise.from}–${otherwise.to} weeks at other times. A car that’s available today can often be delivered sooner: [browse the cars](/cars) and choose your dates.`,
      },
      {
        id: "host",
        question: "When will I hear from the host?",
        answer: `Within ${requestHours} hours of your request. A request for one car that isn’t answered by then expires on its own, and you owe nothing.`,
      },
    ],
  },
  {
    id: "price",
    title: "Price and insurance",
    entries: [
      {
        id: "included",
        question: "What’s included in the monthly price?",
        answer: `The car, delivery to your door and collection, ${figures.leastMiles}–${figures.mostMiles} miles a month${includesCollision ? `, and collision coverage for our first ${figures.coveredCustomers} customers; your order says whether you have it` : ""}. Fees and taxes are separate lines on every bill, ${isTaxed ? "each tax named with its rate" : `and both are ${figures.nothing}`}.`,
      },
      {
        id: "longer",
        question: "Do longer rentals cost less?",
        answer: `Yes: ${discounts}. The discount comes off the rental and is a separate line on every bill. Rentals run from ${shortestRentalDays} days to ${longestRentalMonths} months, and shorter ones can be extended to ${longestExtendedMonths} months in all.`,
      },
      {
        id: "insurance",
        question: "What insurance do I need?",
        answer: `Liability insurance, which covers harm you cause to others; California requires it. Your own policy from an insurer usually costs about ${figures.elsewhereFrom}–${figures.elsewhereTo} a month. Or add ours: ${figures.oursFrom} to ${figures.oursTo} a month with a [monthly plan](/pricing-tiers), depending on the limits and the length of your rental, or ${figures.basicByDay} or ${figures.premiumByDay} a day when you [book a car](/cars). There’s nothing to arrange, and it covers the very car you rent.`,
      },
      {
        id: "deposit",
        question: "Is there a deposit?",
        answer: `No, we don’t take one. You may still see the word: a bank or payment service can hold an amount while it checks a card. That hold isn’t ours, and it’s released to you within ${depositBusinessDays.from}–${depositBusinessDays.to} business days.`,
      },
      {
        id: "miles",
        question: "How many miles are included?",
        answer: `${figures.leastMiles}–${figures.mostMiles} miles a month is standard; each plan and each car shows its own allowance. They’re counted over the whole rental, so a quiet month leaves more for a long trip. Each extra mile costs ${figures.mile}, based on the odometer at pickup and return.`,
      },
    ],
  },
  {
    id: "road",
    title: "On the road, and back",
    entries: [
      {
        id: "pickup",
        question: "Where and when do I get the car?",
        answer:
          "At your door in any of our eight cities, every day of the week from 9 AM to 8 PM. You choose the time when you book, and we write down the miles together.",
      },
      {
        id: "extend",
        question: "What if I need the car for longer?",
        answer: `Ask on your trip’s page at least ${extensionNoticeDays} days before the return date: you see the price first, and if we can, we hold the extra days for you until you get an answer, within ${changeAnswerHours} hours. A rental can be extended to ${longestExtendedMonths} months in all, and costs what the longer rental would have cost from the start.`,
      },
      {
        id: "early",
        question: "What if I have to cancel or leave early?",
        answer: `Canceling is free until we confirm, and up to ${freeCancellationHours} hours before pickup. After that, we keep one day’s price, plus one for each day past the pickup date. Once you’re driving, an early return needs ${earlyReturn.noticeWeeks} weeks’ notice and costs a fee of ${figures.earlyFee}. In the first ${earlyReturn.freeDays} days, neither applies.`,
      },
      {
        id: "support",
        question: "Who do I call if something goes wrong?",
        answer: `Call us, day or night, in English or Chinese. We answer written messages within ${supportHours} hours during business hours and within ${supportLatestHours} hours at other times. You’ll find our hours, phone number and message form on the [contact page](/contact). In an emergency, call 911 first.`,
      },
    ],
  },
];
