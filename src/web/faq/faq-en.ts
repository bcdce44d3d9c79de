import { longestRentalMonths, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import {
  answerTimes,
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
const { depositBusinessDays, hostHours, supportHours } = answerTimes;
const discounts = figures.discounts
  .map(({ months, percent }) => `${percent}% from ${months} months`)
  .join(", ");

/** `includesCollision`: whether that still comes with a new order. */
export const faq = (includesCollision: boolean): FaqGroup[] => [
  {
    id: "before",
    title: "Before you book",
    entries: [
      {
        id: "who",
        question: "Who can rent a car?",
        answer: `Anybody aged ${driverTerms.age} or older with at least ${driverTerms.yearsOfDriving} years of driving experience and a valid driver’s license. There is no young-driver fee: at ${driverTerms.age} you pay what everybody pays.`,
      },
      {
        id: "credit",
        question: "Do I need a credit history or an SSN?",
        answer:
          "No. We take no deposit and charge no fees, and we never ask for a Social Security number. People who have just arrived in the Bay Area rent on the same terms as people who were born here.",
      },
      {
        id: "license",
        question: "Can I drive on a foreign license?",
        answer:
          "Yes, and there is no foreign-license fee. Bring the license itself and, if it is not in English, a translation or an international driving permit beside it. If you make California your home, the state asks you to get a California license; the DMV says how and when: https://www.dmv.ca.gov",
      },
      {
        id: "ahead",
        question: "How early should I book?",
        answer: `${peak.from}–${peak.to} weeks ahead in the peak season (June to September and the December holidays), ${otherwise.from}–${otherwise.to} weeks at other times. A car that is free today can often come sooner: [look at the cars](/cars) and choose your dates.`,
      },
      {
        id: "host",
        question: "When do I hear from the host?",
        answer: `Within ${hostHours} hours of your request. If nobody has answered a request for one car by then, it ends by itself, the dates are free again and you owe nothing.`,
      },
    ],
  },
  {
    id: "price",
    title: "Price and insurance",
    entries: [
      {
        id: "included",
        question: "What is in the monthly price?",
        answer: `The car, delivery to your door and collection, ${figures.leastMiles}–${figures.mostMiles} miles a month${includesCollision ? `, and collision cover for our first ${figures.coveredCustomers} customers; your order says whether it is in yours` : ""}. Fees and taxes are lines of their own on every bill, and both say ${figures.nothing}.`,
      },
      {
        id: "longer",
        question: "Do longer rentals cost less?",
        answer: `Yes: ${discounts}. The discount is taken off the rental and is a line of its own on every bill. The shortest rental is ${shortestRentalDays} days, the longest ${longestRentalMonths} months, and it can be extended.`,
      },
      {
        id: "insurance",
        question: "What insurance do I need?",
        answer: `Liability insurance, which pays for harm to others; California requires it. Bought from an insurer elsewhere it usually costs about ${figures.elsewhereFrom}–${figures.elsewhereTo} a month. That is your own policy. With one of our [monthly plans](/pricing-tiers) you can add ours instead, at ${figures.oursFrom} to ${figures.oursTo} a month, depending on its limits and on how long you stay: nothing to arrange, and it covers exactly this car.`,
      },
      {
        id: "deposit",
        question: "Is there a deposit?",
        answer: `No, we take none. Where you may still meet the word: a bank or payment service can hold an amount while it checks a card. Such a deposit is not ours and is processed back to you within ${depositBusinessDays.from}–${depositBusinessDays.to} business days.`,
      },
      {
        id: "miles",
        question: "How many miles are included?",
        answer: `${figures.leastMiles}–${figures.mostMiles} miles a month are standard; each plan and each car names its own figure. They are counted over the whole rental, so a quiet month pays for a long trip. Beyond that, each extra mile is ${figures.mile}, by the odometer at pickup and return.`,
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
          "At your door in any of our eight towns, every day of the week from 9 AM to 8 PM. You choose the time when you book, and we write down the miles together.",
      },
      {
        id: "extend",
        question: "What if I need the car for longer?",
        answer: `Tell us at least ${extensionNoticeDays} days before the return date and we keep the extra days for you while we answer. A rental can be extended by up to a year, and the longer months cost less.`,
      },
      {
        id: "early",
        question: "What if I have to cancel or leave early?",
        answer: `Cancelling is free until we confirm, and up to ${freeCancellationHours} hours before pickup. Once you drive, an early return needs ${earlyReturn.noticeWeeks} weeks’ notice and costs a fee of ${figures.earlyFee}. In the first ${earlyReturn.freeDays} days you can give the car back with neither.`,
      },
      {
        id: "support",
        question: "Whom do I call when something happens?",
        answer: `Call us, day and night, in English or Chinese. A written message gets an answer within ${supportHours} hours while we are open and within 24 hours at any other time; that is why our form promises the longer of the two. Hours, phone and form are on the [contact page](/contact). In danger, call 911 first.`,
      },
    ],
  },
];
