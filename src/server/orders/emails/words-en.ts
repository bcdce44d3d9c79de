import { brand } from "#domain/brand.ts";
import { answerWithin, inHours, unconfirmedHold } from "#domain/orders/lifecycle.ts";
import { unpaidBooking } from "#domain/booking/wizard.ts";

const answerHours = inHours(answerWithin.request ?? 0);
const holdHours = inHours(unconfirmedHold);

const { endsAfterHours } = unpaidBooking;
const dueSoon = `Nothing has been charged yet. Your first payment is due now; without it, the booking will be canceled in ${endsAfterHours} hours.`;

export const en = {
  signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
  received: (number: string) => `We got your request ${number}`,
  receivedCar: (until: string) =>
    `Thank you for your request. We’re holding the car for you until ${until} Pacific time, and we’ll answer by then. It isn’t confirmed yet, and you pay nothing until it is.`,
  receivedUnheld: (until: string) =>
    `Thank you for your request. The car isn’t on hold for you: we can only hold so many cars for renters whose driver’s license we haven’t verified and who haven’t paid for a rental yet, so someone else could still book it. We’ll answer by ${until} Pacific time. It isn’t confirmed yet, and you pay nothing until it is.`,
  receivedPlan: `Thank you for your order. It isn’t confirmed yet: we’ll choose a car in your plan and email you within ${answerHours} hours. You pay nothing before then.`,
  prove: (number: string) => `Confirm your email for request ${number}`,
  proveHeld: (until: string) =>
    `Someone (hopefully you) requested a car with this email address. We’re holding it until ${until} Pacific time (${holdHours} hours). Open the page below and press “Confirm my email” to keep it. We’ll then hold the car for ${answerHours} hours and answer within that time.`,
  proveUnheld: `Someone (hopefully you) requested a car with this email address. The car isn’t on hold for you yet. Open the page below and press “Confirm my email”: if it’s still available and we can hold one more car, we’ll hold it for ${answerHours} hours. Either way, we’ll answer within that time.`,
  proveOther:
    "Someone signed in with another email address requested a car with this one. Open the page below and press “Confirm my email”, so we can email you about it.",
  provePlan: `Someone (hopefully you) ordered a plan with this email address. Open the page below and press “Confirm my email”. We’ll choose a car and answer within ${answerHours} hours.`,
  proveLink: "Open the page",
  proveIgnore: "Not you? Just ignore this email: nothing is charged, and the request expires on its own.",
  /** A plan waits until its pickup, unless the desk answers: nothing ends by itself before. */
  provePlanIgnore: "Not you? Just ignore this email: nothing is charged.",
  addressConfirmed: (number: string) => `Your email is confirmed: request ${number}`,
  link: "See or cancel your order",
  see: "See your order",
  cancellation:
    "Canceling is free while the order is pending and, once it’s confirmed, up to 24 hours before pickup.",
  found: (number: string) => `Your order ${number}`,
  foundBody: "Here’s the order link you asked for. Earlier links no longer work.",
  status: {
    pending: (number: string) => `Your order ${number} is open again`,
    confirmed: (number: string) => `Your order ${number} is confirmed`,
    in_progress: (number: string) => `Your rental ${number} has started`,
    completed: (number: string) => `Your rental ${number} is complete`,
    cancelled: (number: string) => `Your order ${number} is canceled`,
  },
  statusBody: {
    pending: "We’ve reopened your order and are reviewing it. It isn’t confirmed yet.",
    confirmed: "Good news: your order is confirmed.",
    in_progress: "You have the car. Enjoy the drive, and email us if anything isn’t right.",
    completed: "The car is back. Thank you for renting with us.",
    cancelled: "We’re sorry, but we had to cancel your order.",
  },
  bookedBody: "Your booking is confirmed and the car is yours for these dates.",
  bookedDue: dueSoon,
  bookedDueByPickup:
    "Nothing has been charged yet. Your first payment is due now, and needed before you get the keys.",
  bookedPaid: "We’ve received your first payment.",
  bookedExpires: "Your driver’s license expires before pickup. Please send us the new one.",
  bookedUnverified:
    "We still need to check your driver’s license before pickup and will email you once that’s done.",
  paidLate: (number: string) => `We couldn’t complete your booking ${number}`,
  paidLateBody:
    "We’re sorry: your payment arrived after the car’s hold had ended, and the car isn’t available for your dates anymore. Nothing is booked, and we’ll refund the full payment the way you paid.",
  paidForOldBody:
    "We’re sorry: your payment was for an earlier version of this booking and doesn’t match its first payment now. Nothing is booked by it, and we’ll refund the full payment the way you paid. Everything you entered is still in your booking; complete it to pay the current amount.",
  unpaid: (number: string) => `Your booking ${number} will be canceled tomorrow unless it’s paid`,
  unpaidBody: (when: string) =>
    `We haven’t received your first payment yet. Without it, your booking will be canceled on ${when} Pacific time, and the dates will open to others. Already paid? Please reply to this email.`,
  endedUnpaid: (number: string) => `Your booking ${number} is canceled`,
  endedUnpaidBody:
    "Your first payment didn’t arrive on time, so your booking is canceled and the dates are open again. You owe nothing, and you’re welcome to book again.",
  endedPartPaidBody:
    "Your first payment wasn’t paid in full on time, so your booking is canceled and the dates are open again. You owe nothing more, and you’re welcome to book again.",
  seeTrip: "See your trip",
  bringLicence:
    "Before you get the keys, we need these in your account with this email: your verified driver’s license, the signed rental agreement and the first payment. Have the license itself ready when we bring the car. Insurance is included.",
  bring:
    "Before you get the keys, we need these in your account with this email: your verified driver’s license, your verified proof of liability insurance, the signed rental agreement and the first payment. Have the license itself ready when we bring the car.",
  pay: "Nothing is due until the order is confirmed. The first payment is due then.",
  toRefund: (amount: string) => `We’ll refund ${amount} the way you paid.`,
  toCheck: (amount: string) => `We’re checking your refund of ${amount}, and will email you the outcome.`,
  taxNamed: (tax: string, amount: string) => `${tax} (${amount})`,
  taxList: (taxes: string[]) => new Intl.ListFormat("en").format(taxes),
  keptTaxes: (taxes: string) => `What we keep includes ${taxes}.`,
  refundTaxes: (taxes: string) => `The refund includes ${taxes}.`,
  reminder: {
    pickup: (number: string) => `Your rental ${number} starts tomorrow`,
    return: (number: string) => `Your rental ${number} ends tomorrow`,
  },
  reminderBody: {
    pickup: (day: string, time: string) => `We’ll bring your car tomorrow, ${day}, at ${time}.`,
    return: (day: string, time: string) =>
      `Your rental ends tomorrow, ${day}, at ${time}. Please remove your belongings and have the car ready.`,
    open: (day: string, time: string) => `Your rental starts tomorrow, ${day}, at ${time}.`,
  },
  stillNeeded: (needs: readonly string[]) =>
    `Before we can hand over the keys, we still need: ${needs.join("; ")}.`,
  needs: {
    account: "an account with this email address (sign up, and you’ll find the order there)",
    licence: "your driver’s license, uploaded and verified",
    insurance_proof: "your proof of liability insurance, uploaded and verified",
    agreement: "the rental agreement, accepted by you",
    first_instalment: "your first payment",
  },
  choose: "Choose what we email you about",
  reason: "Reason",
  assigned: (number: string) => `The car for your order ${number}`,
  assignedBody: "We’ve chosen a car for your plan.",
  otherCarBody: "We’ve chosen another car for your order.",
  cancelled: (number: string) => `Your order ${number} is canceled`,
  handoverChanged: (number: string) => `Pickup and return for ${number} have changed`,
  handoverChangedBody:
    "You changed where or when we hand the car over. The price stays the same; the calendar file has the new times.",
  pickupTime: "Pickup time",
  returnTime: "Return time",
  cancelledPaidBody: "Your order is canceled, as you asked.",
  kept: (amount: string) =>
    `Free cancellation ended 24 hours before pickup. We keep ${amount}: one day’s price, plus one for each day past the pickup date.`,
  cancelledBody: "Your order is canceled, as you asked. You owe nothing.",
  expired: (number: string) => `Your request ${number} has expired`,
  expiredBody: `We’re sorry: we didn’t answer your request within ${answerHours} hours, so it has expired and the dates are open again. You owe nothing, and you’re welcome to try again.`,
  unconfirmedExpiredBody: `This email address wasn’t confirmed within ${answerHours} hours, so the request has expired. You owe nothing, and you’re welcome to try again.`,
  planExpiredBody:
    "We’re sorry: we didn’t confirm a car for your plan by your pickup date, so the order has ended. You owe nothing, and you’re welcome to order again.",
  planEnding: (number: string) => `Your order ${number} isn’t confirmed yet`,
  planEndingBody: (until: string) =>
    `We’re sorry: we haven’t confirmed a car for your plan yet. If we don’t by ${until} Pacific time, your order ends on its own, and you owe nothing. You may want to look for another car, or reply to this email.`,
  datesGone: (number: string) => `The dates for your request ${number} are taken`,
  datesGoneBody:
    "We’re sorry: someone else booked the car for some of your dates before you confirmed your email. We’ve canceled the request, and you owe nothing.",
  nextFree: "Available next",
  from: (date: string) => `from ${date}`,
  range: (from: string, to: string) => `${from} to ${to}`,
  similar: (name: string) => `Similar: ${name}`,
  again: "Find a car",
  labels: {
    number: "Order",
    car: "Car",
    plan: "Plan",
    dates: "Dates",
    city: "City",
    place: "Where",
    price: "Price",
    total: "Total",
    fees: "Fees",
    taxes: "Taxes",
    miles: "Miles included",
    liability: "Liability insurance",
    collision: "Collision coverage",
  },
  lines: {
    rental: "Rental",
    duration_discount: "Longer-stay discount",
    early_return_cap: "Capped at the original price",
    repair: "Days in repair",
    repair_insurance: "Insurance, days in repair",
    insurance: "Liability insurance",
    promo: "Promo code",
  },
  carPrice: (day: string, month: string) => `${day} a day, ${month} for 30 days`,
  planPrice: (month: string) => `${month} a month`,
  insured: (name: string, price: string) => `${name}, ${price} a month`,
  insuredDaily: (name: string, price: string) => `${name}, ${price} a day`,
  included: "Included",
  notIncluded: "Not included",
  dates: (from: string, to: string, days: number) =>
    `${from} to ${to} (${days === 1 ? "1 day" : `${days} days`})`,
  pickup: (what: string) => `Pickup: ${what}`,
  return: (what: string) => `Return: ${what}`,
};
export type OrderWords = typeof en;
