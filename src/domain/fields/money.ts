import { longestReason, longestReference, longestOrderName } from "#domain/text-lengths.ts";
import { chargeDecisions, longestChargeWords } from "#domain/charges/charges.ts";
import { parseMoney } from "#domain/money.ts";
import { recordedMethods } from "#domain/payments/payments.ts";
import { calendarDate, line, oneOf, required, text, words } from "./rules.ts";

/** Dollars with their sign or their separators, as a bank's page or a bill writes them. */
const written = /^(?:US)?\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/i;
const typed = text((amount) => (parseMoney(amount) ? undefined : "amount"));

/** Dollars above zero: "$1,250.50" is read as 1250.50, also in full-width characters. */
export const amountOfMoney = {
  ...typed,
  tidy: (raw: string): string => {
    const bare = typed.tidy(raw).normalize("NFKC");
    const [whole, dollars, cents = ""] = written.exec(bare) ?? [];
    return whole === undefined ? bare : `${dollars?.replaceAll(",", "")}${cents}`;
  },
};

/** Money that is to move, and why. */
export const amountFields = { amount: required(amountOfMoney), reason: required(line(longestReason)) };

/** A payment that came in. */
export const paymentFields = {
  amount: required(amountOfMoney),
  method: required(oneOf(recordedMethods)),
  reference: line(longestReference),
  paidOn: required(calendarDate),
};

/** A refund that was given back by hand. */
export const refundPaidFields = { paidOn: required(calendarDate) };

/** A recorded payment that never came, or that belongs to the named order; `tell` is a box to tick. */
export const correctionFields = {
  order: line(longestOrderName),
  reason: required(line(longestReason)),
  tell: oneOf(["on"]),
};

/** A host's share that is taken back, or a debt that is written off or was paid. */
export const adjustmentFields = {
  order: line(longestOrderName),
  amount: required(amountOfMoney),
  receivedOn: calendarDate,
  reason: required(line(longestReason)),
};

/** A payout that the bank has sent. */
export const paidFields = { reference: required(line(longestReference)), paidOn: required(calendarDate) };

/** A charge to a renter beyond the price of the rental. The form knows its category and the car. */
export const chargeFields = { amount: required(amountOfMoney), words: words(longestChargeWords) };

/** Why a renter doesn't owe a charge. */
export const contestFields = { words: required(words(longestChargeWords)) };

/** How a contested charge is decided; `amount` is the amount owed if the charge is reduced. */
export const decisionFields = {
  decision: required(oneOf(chargeDecisions)),
  amount: amountOfMoney,
  reason: required(words(longestChargeWords)),
};
