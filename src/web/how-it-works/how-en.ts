import { brand } from "#domain/brand.ts";
import { collisionCoverCustomers } from "#domain/pricing/insurance.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { carMonthlyMiles, extraMilePrice } from "#domain/pricing/pricing.ts";
import {
  latestPickupMonths,
  longestRentalMonths,
  shortestRentalDays,
} from "#domain/pricing/rental-length.ts";
import {
  answerTimes,
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
  freeCancellationHours,
} from "#domain/pricing/rental-terms.ts";
import type { HowContent } from "./how-content.ts";

const nothing = formatMoney(0, "en");
const mile = formatMoney(extraMilePrice, "en");
const earlyFee = formatWholeMoney(earlyReturn.fee, "en");
const miles = carMonthlyMiles.toLocaleString("en-US");
const covered = collisionCoverCustomers.toLocaleString("en-US");

/** `includesCollision`: whether that still comes with a new order. */
export const how = (includesCollision: boolean): HowContent => ({
  heading: "How it works",
  lead: "Rent a car for a month or more. We deliver it to your door, and you see the full price up front.",
  renting: {
    title: "Renting, in four steps",
    lead: `You’re ${driverTerms.age} or older and have driven for at least ${driverTerms.yearsOfDriving} years. You don’t need an account.`,
    steps: [
      {
        title: "Choose",
        text: `Pick [a car](/cars) you like, or a [monthly plan](/pricing-tiers) and let us choose. Set your dates: ${shortestRentalDays} days or more, up to ${longestRentalMonths} months, starting within ${latestPickupMonths} months.`,
      },
      {
        title: "Request",
        text: "Enter your name, email and where you want the car. The full price is shown line by line before you send. From then on, we hold the dates for you.",
      },
      {
        title: "Get confirmed",
        text: `Within ${answerTimes.hostHours} hours we confirm and email you: which car, how to pay, where and when. A request for one car that isn’t answered in time expires on its own.`,
      },
      {
        title: "Drive",
        text: "We bring the car any day between 9 AM and 8 PM, check your license and note the miles together. At the end, we pick it up.",
      },
    ],
  },
  due: {
    title: "What’s due, and when",
    lead: "Every bill lists fees and taxes on their own lines.",
    when: "When",
    what: "What",
    rows: [
      {
        title: "When you request",
        text: `${nothing}. Your card number never reaches us; we just note how you’d like to pay.`,
      },
      { title: "When we confirm", text: "Your first payment. Our email tells you how to pay." },
      {
        title: "At the door",
        text: "Nothing. Have your driver’s license ready and, if you bring your own liability insurance, your proof of it.",
      },
      {
        title: "During the rental",
        text: "You cover fuel or charging, tolls, parking and tickets. We cover maintenance and wear.",
      },
      {
        title: "At the end",
        text: `Extra miles at ${mile} each, counted over the whole rental. Otherwise nothing.`,
      },
    ],
  },
  included: {
    title: "What’s included",
    points: [
      { title: "Delivery and collection", text: "To and from your door, in our eight cities." },
      {
        title: "Miles",
        text: `${miles} a month with a car; each plan has its own number. They’re pooled over your whole rental.`,
      },
      {
        title: "Collision coverage",
        text: includesCollision
          ? `For our first ${covered} customers. Your order says whether it is in yours.`
          : `It came with the orders of our first ${covered} customers. New orders don’t include it.`,
      },
      {
        title: "Upkeep",
        text: "The owner and we take care of oil, tires, smog checks and registration.",
      },
      { title: "Help on the road", text: "Call anytime, in English or Chinese." },
    ],
  },
  changes: {
    title: "When plans change",
    lead: "Each of these shows its price before you confirm it.",
    points: [
      {
        title: "Cancel",
        text: `Free while the order is pending: use the link in your email. Once it’s confirmed, you get a full refund up to ${freeCancellationHours} hours before pickup; after that, we keep one day’s price.`,
      },
      {
        title: "Stay longer",
        text: `Ask at least ${extensionNoticeDays} days before the return date. We hold the extra days for you until we answer, and a longer rental may get a bigger discount.`,
      },
      {
        title: "Return early",
        text: `${earlyReturn.noticeWeeks} weeks’ notice and a fee of ${earlyFee}. In the first ${earlyReturn.freeDays} days, neither: if the car isn’t right for you, just return it.`,
      },
    ],
  },
  hosting: {
    title: "Hosting, in four steps",
    lead: "Put the car you’re not using to work.",
    steps: [
      {
        title: "Estimate",
        text: "See [what your car could earn](/autowealth/), based on prices in our fleet.",
      },
      {
        title: "Apply",
        text: "Create a host account. We review your application, see the car and its documents, and email you.",
      },
      {
        title: "Rent it out",
        text: `Say when the car is available. Requests come with dates, price and city; answer within ${answerTimes.hostHours} hours.`,
      },
      {
        title: "Get your car back",
        text: `${brand.name.en} takes photos and notes the miles before and after, so both sides know what changed.`,
      },
    ],
    more: "More about hosting",
  },
  ask: {
    title: "Something missing?",
    text: "Check the [FAQ](/faq), or ask us in English or Chinese.",
  },
});
