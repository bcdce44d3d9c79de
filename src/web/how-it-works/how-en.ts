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
  lead: "A car for a month or more, brought to your door, at a price that is whole before you agree to it.",
  renting: {
    title: "Renting, in four steps",
    lead: `You are ${driverTerms.age} or older and have driven for ${driverTerms.yearsOfDriving} years or more. No account is needed to ask.`,
    steps: [
      {
        title: "Choose",
        text: `Take [one car](/cars) that you like, or a [monthly plan](/pricing-tiers) and leave the choice to us. Set the dates: ${shortestRentalDays} days or more, up to ${longestRentalMonths} months, starting within ${latestPickupMonths} months.`,
      },
      {
        title: "Ask",
        text: "Send the request with your name, e-mail and the place where you want the car. The whole price stands beside the button, line by line. The dates are kept for you from that moment.",
      },
      {
        title: "Hear from us",
        text: `Within ${answerTimes.hostHours} hours we confirm and write to you: which car, how to pay, where and when. If nobody answers a request for one car in that time, it ends by itself.`,
      },
      {
        title: "Drive",
        text: "We bring the car between 9 AM and 8 PM on any day, look at your license, and write down the miles together. At the end we collect it again.",
      },
    ],
  },
  due: {
    title: "What is due, and when",
    lead: "Fees and taxes are lines of every bill, so that you can see what they are.",
    when: "When",
    what: "What",
    rows: [
      {
        title: "When you ask",
        text: `${nothing}. A card number never reaches us; we note how you would like to pay.`,
      },
      { title: "When we confirm", text: "The total of your order, in the way that our letter names." },
      {
        title: "At the door",
        text: "Nothing to pay. Have your driver’s license and, if you bring your own liability insurance, its proof at hand.",
      },
      {
        title: "During the rental",
        text: "Fuel or charging, tolls, parking and tickets are yours. Service and repairs of wear are not.",
      },
      {
        title: "At the end",
        text: `Miles beyond those included, at ${mile} each, counted over the whole rental. Otherwise nothing.`,
      },
    ],
  },
  included: {
    title: "What is included",
    points: [
      { title: "Delivery and collection", text: "To your door and from it, in our eight towns." },
      {
        title: "Miles",
        text: `${miles} a month with a car; a plan names its own figure. They are pooled over all your months.`,
      },
      {
        title: "Collision cover",
        text: includesCollision
          ? `For our first ${covered} customers. Your order says whether it is in yours.`
          : `It came with the orders of our first ${covered} customers. New orders don’t include it.`,
      },
      {
        title: "Upkeep",
        text: "Oil, tires, smog check and registration are looked after by the owner and us.",
      },
      { title: "Somebody to call", text: "On the road and in trouble at any hour, in English or Chinese." },
    ],
  },
  changes: {
    title: "When plans change",
    lead: "Each of these shows its price before you confirm it.",
    points: [
      {
        title: "Cancel",
        text: `Free while the order is pending: the link in your letter does it. Once it is confirmed, write to us or call: free up to ${freeCancellationHours} hours before pickup, everything is paid back; later, one day’s price is kept.`,
      },
      {
        title: "Stay longer",
        text: `Ask at least ${extensionNoticeDays} days before the return date. The extra days stay reserved for you until we answer, and the longer rental may earn a larger discount.`,
      },
      {
        title: "Return early",
        text: `${earlyReturn.noticeWeeks} weeks’ notice and a fee of ${earlyFee}. In the first ${earlyReturn.freeDays} days neither: if the car is not right for you, give it back.`,
      },
    ],
  },
  hosting: {
    title: "Hosting, in four steps",
    lead: "Your car stands still and you would rather have it earn.",
    steps: [
      {
        title: "Estimate",
        text: "See [what cars like yours bring](/autowealth/), from the prices of our own catalogue.",
      },
      {
        title: "Apply",
        text: "Open a host account. One of us reads the application, looks at the car and its papers, and writes back.",
      },
      {
        title: "Lend",
        text: `Say when the car is free. Requests come with dates, price and town; answer within ${answerTimes.hostHours} hours.`,
      },
      {
        title: "Get it back",
        text: `${brand.name.en} notes pictures and miles at both ends, so both sides know what was there before.`,
      },
    ],
    more: "What hosting is like",
  },
  ask: {
    title: "Something missing?",
    text: "The [questions](/faq) may have it. Otherwise ask: we answer in English and Chinese.",
  },
});
