import { bareDigits, isAccountNumber, isRoutingNumber } from "#domain/payouts/bank-account.ts";
import { line, required, text, words } from "./rules.ts";

const digits = <Code extends string>(isRight: (bare: string) => boolean, code: Code) => {
  const rule = text((typed) => (isRight(typed) ? undefined : code), 40);
  return { ...rule, tidy: (typed: string) => bareDigits(rule.tidy(typed)) };
};

/** Where a host's payouts go. */
export const payoutDetailFields = {
  holder: required(line(100)),
  postalAddress: required(words(300)),
  bank: required(line(100)),
  routingNumber: required(digits(isRoutingNumber, "routing_number")),
  accountNumber: required(digits(isAccountNumber, "account_number")),
};
