import { brand } from "#domain/brand.ts";
import { collisionCoverCustomers, liability } from "#domain/pricing/insurance.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { inHours, unconfirmedHold } from "#domain/orders/lifecycle.ts";
import { extraMilePrice, promoValue } from "#domain/pricing/pricing.ts";
import { longestRentalMonths, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import {
  promisedTimes,
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
  freeCancellationHours,
} from "#domain/pricing/rental-terms.ts";
import { legalDate, type LegalText } from "./legal-text.ts";

const { name, region } = brand;
const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
const { protection, ultimate } = liability;

/** `isTaxed`: whether an order placed now may be taxed. */
// oxlint-disable-next-line max-lines-per-function -- all words of one page
export const terms = (isTaxed: boolean): LegalText => ({
  title: "Terms",
  lead: `What you and ${name.en} agree on when you use this site or rent a car through it. We’ve tried to keep it easy to read.`,
  updated: `These terms apply from ${legalDate.en}.`,
  contents: "On this page",
  sections: [
    {
      id: "who",
      title: "Who we are, and what we do",
      blocks: [
        `${name.en} rents cars by the month in the ${region.en}. Some cars belong to hosts, people and companies who offer them through us. Whoever owns the car, your rental agreement is with us, and you pay only us.`,
        "You can reach us in English and Chinese through the [contact page](/contact). If the two languages differ, the English text prevails.",
      ],
    },
    {
      id: "driver",
      title: "Who may rent and drive",
      blocks: [
        [
          `You are ${driverTerms.age} or older and have at least ${driverTerms.yearsOfDriving} years of driving experience.`,
          "You hold a driver’s license that is valid in California for the whole rental. A foreign license is welcome, without a fee; if you become a California resident, you get a California license within the time the DMV requires.",
          "Besides you, up to two more people may drive the car, at no extra cost: add them to your order. Each may drive once they’ve agreed and we’ve verified their license. Nobody else may.",
          "You give us true information. If it turns out not to be true, we may refuse or end the rental.",
        ],
      ],
    },
    {
      id: "order",
      title: "From request to confirmation",
      blocks: [
        "What you send is a request, not yet a rental, even where the site thanks you for a booking. It becomes a rental when we confirm it by email.",
        `If we can, we hold the dates of a request for one particular car for you; without an account, for ${inHours(unconfirmedHold)} hours at first, until you confirm your email. Your order says whether they’re held. If the request isn’t answered within ${promisedTimes.requestHours} hours, it expires on its own, and nothing is owed. With a monthly plan, we choose a car in that plan that is available on all your dates.`,
        "We may decline a request. We do so for reasons of safety, availability or the conditions on this page, never because of who you are.",
      ],
    },
    {
      id: "price",
      title: "Price and payment",
      blocks: [
        `All prices are in US dollars. Our server calculates every price from the car or plan, the dates, the discount for longer stays and the insurance you choose, and shows it line by line before you send anything. If a price has changed by the time your request arrives, we ask you to confirm the new price instead of charging a different amount.`,
        `Fees and taxes are separate lines on every bill${isTaxed ? "; each tax is named with its rate before you order" : " and are currently $0.00"}. There is no deposit. Nothing is charged when you send a request; the email that answers it says how and when to pay.`,
        `A promo code takes ${formatWholeMoney(promoValue, "en")} off a first rental, once, for the email it was sent to. You get it back if the order is canceled or expires before the rental.`,
      ],
    },
    {
      id: "insurance",
      title: "Insurance",
      blocks: [
        `Collision coverage is included for our first ${collisionCoverCustomers.toLocaleString("en-US")} customers. Your order states whether it is included in yours, and that statement holds for the whole rental.`,
        `California requires liability insurance. You bring your own and show it before we hand over the keys, or you add ours, by the month with a plan or by the day when you book a car: State Minimum (Basic by the day) with limits of ${dollars(ultimate.limits?.person ?? 0)} per person and ${dollars(ultimate.limits?.accident ?? 0)} per accident, or Premium with ${dollars(protection.limits?.person ?? 0)} and ${dollars(protection.limits?.accident ?? 0)}. Your order shows the price and the limits as they were when you placed it.`,
      ],
    },
    {
      id: "changes",
      title: "Canceling, extending, returning early",
      blocks: [
        [
          `Canceling is free while the order is pending and, once it is confirmed, up to ${freeCancellationHours} hours before pickup; we then refund everything you’ve paid. After that, we keep one day’s price, plus one for each day past the pickup date, but never more than you’ve paid.`,
          `Please request an extension at least ${extensionNoticeDays} days before the return date. Extensions are priced by the same rules; a single rental is ${shortestRentalDays} days to ${longestRentalMonths} months long.`,
          `An early return needs ${earlyReturn.noticeWeeks} weeks’ notice and costs ${formatWholeMoney(earlyReturn.fee, "en")}. In the first ${earlyReturn.freeDays} days of the rental, neither applies.`,
        ],
        "If we have to cancel a confirmed rental, we refund everything you’ve paid. If another car is available on your dates at the same price or lower, we offer it to you first; whether you take it is up to you.",
      ],
    },
    {
      id: "car",
      title: "While you have the car",
      blocks: [
        `Your order states how many miles are included. They are counted over the whole rental, based on the odometer at pickup and return; each extra mile costs ${formatMoney(extraMilePrice, "en")}.`,
        [
          "You drive with care, obey the law, lock the car, and use the fuel shown on its filler cap.",
          "Fuel or charging, tolls, parking and traffic tickets during the rental are your responsibility.",
          "You tell us at once about an accident, theft, damage or a red warning light. After an accident you call the police where the law asks for it, and don’t admit fault on the spot.",
          "You don’t race, tow, carry passengers or goods for pay, sublet the car, take it out of the United States, or drive under the influence of alcohol or drugs. Smoking in the car is not allowed.",
          "Maintenance, wear, smog checks and registration are up to the car’s owner, which is us or a host, never to you. If the car is in the shop for more than a day, we bring another or take those days off your bill.",
        ],
        "You return the car clean inside, with the fuel or charge you received it with. You pay for damage beyond normal wear that your order’s coverage doesn’t pay for, at the documented cost of repair.",
      ],
    },
    {
      id: "hosts",
      title: "If you are a host",
      blocks: [
        "An application gives no right to be listed: your car is listed once we have approved you and the car. You see our share while you set your price, and each rental keeps the share that it was booked with. You hand the car over and take it back yourself. Figures on the [page for hosts](/autowealth/) are estimates based on our fleet, not a promise.",
        "You confirm that you may rent out the car, that it is registered, insured and safe to drive, and that what you say about it is true.",
      ],
    },
    {
      id: "site",
      title: "Accounts and this site",
      blocks: [
        "You don’t need an account to request a car. Before you get the keys you do: that’s where your license is verified and the rental agreement is signed. If you create one, keep your password to yourself and tell us if someone else may know it. We recommend two-step verification.",
        "Don’t access other people’s data, place fake orders, or overload the site. We may block anyone who does.",
        "Pictures marked as illustrations are drawings: for color, equipment and condition, see the car’s description and your order.",
      ],
    },
    {
      id: "law",
      title: "Liability, law and disputes",
      blocks: [
        "We are liable for what we do wrong, under California law. We are not liable for losses that no one could have foreseen, or for delays beyond anyone’s control, such as earthquakes, fires and closed roads. Nothing here takes away consumer rights that the law doesn’t let anyone give up.",
        "California law applies. Please write to us first: one email settles most things. If it doesn’t, the courts of California decide.",
      ],
    },
    {
      id: "changes-here",
      title: "Changes to these terms",
      blocks: [
        "When we change these terms, the date at the top changes. A rental keeps the terms under which it was requested. How we treat your data is described in the [privacy notice](/privacy). For anything unclear, [contact us](/contact).",
      ],
    },
  ],
});
