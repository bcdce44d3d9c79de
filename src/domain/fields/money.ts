import { chargeDecisions, longestChargeWords } from "#domain/charges/charges.ts";
import { parseMoney } from "#domain/money.ts";
import { recordedMethods } from "#domain/payments/payments.ts";
import { calendarDate, line, oneOf, required, text, words } from "./rules.ts";

/** Dollars with their sign or their separators, as a bank's page or a bill writes them. */
const written = /^(?:US)?\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/i;
const typed = text((amount) => (parseMoney(amount) ? undefined : "amount"));

/** Dollars above nothing: "$1,250.50" is read as 1250.50, and so is full width. */
export const amountOfMoney = {
  ...typed,
  tidy: (raw: string): string => {
    const bare = typed.tidy(raw).normalize("NFKC");
    const [whole, dollars, cents = ""] = written.exec(bare) ?? [];
    return whole === undefined ? bare : `${dollars?.replaceAll(",", "")}${cents}`;
  },
};

/** Money that is to move, and why. */
export const amountFields = { amount: required(amountOfMoney), reason: required(line(500)) };

/** A payment that came in. */
export const paymentFields = {
  amount: required(amountOfMoney),
  method: required(oneOf(recordedMethods)),
  reference: line(100),
  paidOn: required(calendarDate),
};

/** A refund that was given back by hand. */
export const refundPaidFields = { paidOn: required(calendarDate) };

/** A recorded payment that never came, or that is for the order that is named; `tell` is a box to tick. */
export const correctionFields = { order: line(100), reason: required(line(500)), tell: oneOf(["on"]) };

/** A host's share that is taken back, or a debt that is written off or was paid. */
export const adjustmentFields = {
  order: line(50),
  amount: required(amountOfMoney),
  receivedOn: calendarDate,
  reason: required(line(500)),
};

/** A payout that the bank has sent. */
export const paidFields = { reference: required(line(100)), paidOn: required(calendarDate) };

/** What is asked of a renter beyond the price of the rental. The form knows its kind and the car. */
export const chargeFields = { amount: required(amountOfMoney), words: words(longestChargeWords) };

/** Why a renter doesn't owe it. */
export const contestFields = { words: required(words(longestChargeWords)) };

/** How a contested charge is decided: `amount` is what is owed of it, where it is reduced. */
export const decisionFields = {
  decision: required(oneOf(chargeDecisions)),
  amount: amountOfMoney,
  reason: required(words(longestChargeWords)),
};
