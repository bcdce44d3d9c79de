import { collisionCoverCustomers } from "#domain/pricing/insurance.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { carMonthlyMiles, extraMilePrice } from "#domain/pricing/pricing.ts";
import {
  latestPickupMonths,
  longestRentalMonths,
  shortestRentalDays,
} from "#domain/pricing/rental-length.ts";
import {
  promisedTimes,
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

/** `includesCollision`: whether new orders still include collision coverage. */
// oxlint-disable-next-line max-lines-per-function -- all words of one page
export const how = (includesCollision: boolean): HowContent => ({
  heading: "How it works",
  lead: "Rent a car for a month or more. We deliver it to your door, and you see the full price up front.",
  renting: {
    title: "Renting, from the first look to the last mile",
    lead: `You need to be ${driverTerms.age} or older and have driven for at least ${driverTerms.yearsOfDriving} years. You don’t need an account to request a car. Before you get the keys, you need one, with your verified driver’s license, proof of your own liability insurance unless you take ours, the signed agreement and the first payment.`,
    due: "Due:",
    stages: [
      {
        when: "Today",
        title: "Choose",
        text: `Pick [a car](/cars) you like, or a [monthly plan](/pricing-tiers) and let us choose. Rent for ${shortestRentalDays} days or more, up to ${longestRentalMonths} months, starting within ${latestPickupMonths} months.`,
      },
      {
        when: "Today",
        title: "Request",
        text: "Tell us who you are and where you want the car. You see the full price line by line. Once you confirm your email, we hold the dates for you if we can.",
        due: {
          title: nothing,
          text: "Your card number never reaches us; we just note how you’d like to pay.",
        },
        points: [
          {
            title: "Book now",
            text: "With an account you book in five steps: upload your driver’s license, choose insurance and how you’ll pay. Most cars are confirmed once you finish; some hosts answer first.",
          },
          { title: "Cancel", text: "Free while the order is pending: use the link in your email." },
        ],
      },
      {
        when: `Within ${promisedTimes.requestHours} hours`,
        title: "Get confirmed",
        text: "We email you the car’s details, and where and when we’ll meet. A request for one car that isn’t answered in time expires on its own.",
        due: { title: "First payment", text: "Due when we confirm your car." },
        points: [
          {
            title: "Cancel",
            text: `A full refund up to ${freeCancellationHours} hours before pickup; after that, we keep one day’s price, plus one for each day past the pickup date.`,
          },
        ],
      },
      {
        when: "Pickup day",
        title: "Meet us at your door",
        text: "In our eight cities, any day between 9 AM and 8 PM. We check your license and note the miles together.",
        due: {
          title: "Nothing",
          text: "Have your driver’s license ready and, if you’re bringing your own liability insurance, proof of it.",
        },
      },
      {
        when: "Month after month",
        title: "Drive",
        text: `${miles} miles a month with a car, pooled over your whole rental; each plan has its own allowance. Oil, tires, smog checks and registration aren’t yours to take care of. Call anytime, in English or Chinese.`,
        due: {
          title: "Each month’s payment",
          text: "You pay for fuel or charging, tolls, parking and tickets.",
        },
        points: [
          {
            title: "Collision coverage",
            text: includesCollision
              ? `For our first ${covered} customers. Your order says whether you have it.`
              : `It was included for our first ${covered} customers. New orders don’t include it.`,
          },
          {
            title: "Stay longer",
            text: `Ask at least ${extensionNoticeDays} days before the return date. If we can, we hold the extra days for you until we answer, and a longer rental may get a bigger discount.`,
          },
          {
            title: "Return early",
            text: `Takes ${earlyReturn.noticeWeeks} weeks’ notice and a ${earlyFee} fee. In the first ${earlyReturn.freeDays} days, neither applies: if the car isn’t right for you, just return it.`,
          },
        ],
      },
      {
        when: "Return day",
        title: "Hand back the keys",
        text: "We pick the car up at your door and note the miles again.",
        due: {
          title: "Extra miles, if any",
          text: `${mile} each, counted over the whole rental. Otherwise nothing.`,
        },
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
        text: "Create a host account and add your car, with photos and documents. We check both and email you our answer.",
      },
      {
        title: "Rent it out",
        text: "Set the days it’s available in its calendar. Each request reaches you by email and in your account, and you answer it.",
      },
      {
        title: "Get your car back",
        text: "You take photos and note the miles before and after, so both sides know what changed.",
      },
    ],
    more: "More about hosting",
  },
  ask: {
    title: "Something missing?",
    text: "Check the [FAQ](/faq), or ask us in English or Chinese.",
  },
});
