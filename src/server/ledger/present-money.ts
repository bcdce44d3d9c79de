import type { OrderMoneyShown } from "#contract/payments.ts";
import { dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { dayOfNext } from "#domain/payments/attempts.ts";
import { chargeFailure } from "#domain/payments/failures.ts";
import { categoryOf } from "#domain/pricing/instalments.ts";
import { type InstalmentState, instalmentState, leftToPay } from "#domain/payments/payments.ts";
import { askedBy, smallSumOf } from "#domain/payments/small-sums.ts";
import { leastPayable, providersSet } from "#server/provider-settings.ts";
import { type Services, today } from "#server/services.ts";
import type { OrderMoney } from "./order-money.ts";
import type { InstalmentRow, PaymentRow, RefundRow } from "./queries.ts";

type Settings = Pick<Services, "config" | "now">;

/** The money of an order as its renter sees it today, with how to pay in the renter's language. */
export function presentMoney(
  services: Settings,
  money: OrderMoney,
  language: Language,
  payUntil?: Date,
): OrderMoneyShown {
  const { paymentInstructions } = services.config;
  const providers = providersSet(services.config);
  const least = leastPayable(services.config);
  const left = leftToPay(money.instalments);
  const mode = providers[0] ?? "built_in";
  const small = smallSumOf(money.instalments, today(services), least);
  const instructions = left > 0 && mode === "built_in" ? paymentInstructions?.[language] : undefined;
  const failed = failedCharge(money, today(services));
  const isConfirming = money.payments.some(({ status, attempt }) => status === "begun" && attempt !== null);
  return {
    ...shown(money, today(services), least),
    mode,
    providers: left < least ? [] : providers,
    ...(small && { small: { ...small, amount: wireMoney(small.amount) } }),
    ...(instructions && { instructions }),
    ...(money.chargebacks.some(({ state }) => state !== "won") && { isNothingSaved: true }),
    ...(money.savedMethod && left > 0 && { savedMethod: money.savedMethod }),
    ...(failed && { failedCharge: failed }),
    ...(isConfirming && { isConfirming }),
    ...(payUntil && { payUntil: payUntil.toISOString() }),
  };
}

const shown = (
  money: OrderMoney,
  today: IsoDate,
  least: Cents,
): Omit<OrderMoneyShown, "mode" | "providers"> => ({
  instalments: presentInstalments(money, today, least),
  payments: money.payments.filter(({ status }) => status === "succeeded").map(presentPayment),
  refunds: money.refunds
    .filter(
      ({ status, origin }) =>
        status === "approved" ||
        status === "paid" ||
        // Undecided goodwill is not shown; an undecided refund by rule is, since its renter knows the terms.
        (status === "awaiting_approval" && origin === "rule"),
    )
    .map(presentRefund),
  takenBack: money.chargebacks
    .filter(({ owed }) => owed > 0)
    .map(({ id, mode, owed, decidedAt, openedAt }) => ({
      id,
      provider: mode,
      amount: wireMoney(owed),
      on: dateInLosAngeles((decidedAt ?? openedAt).getTime()),
    })),
  balance: wireMoney(money.balance),
  dueNow: wireMoney(askedBy(money.instalments, today, least)),
  leftToPay: wireMoney(leftToPay(money.instalments)),
  writtenOff: wireMoney(money.writtenOff),
  credit: wireMoney(money.credit),
});

/** The renter's data about the last charge, if it failed; undefined once its sum is paid. */
function failedCharge({ payments, instalments, savedMethod }: OrderMoney, today: IsoDate) {
  const last = payments.findLast(({ attempt }) => attempt !== null);
  const asked = instalments.find(({ id }) => id === last?.instalmentId);
  if (last?.status !== "failed" || last.attempt === null || !asked || asked.paid >= asked.amount)
    return undefined;
  const nextOn = savedMethod === undefined ? undefined : dayOfNext(asked.dueOn, last.attempt);
  const category = categoryOf(asked.lines);
  return {
    amount: wireMoney(last.amount),
    method: last.method,
    why: chargeFailure(last.failure),
    ...(category && { category }),
    ...(nextOn && nextOn > today && { nextOn }),
  };
}

/** A written-off sum is neither asked for nor paid: it covers the latest instalments, as far as it goes. */
function presentInstalments({ instalments, paidInFact }: OrderMoney, today: IsoDate, least: Cents) {
  const isAsked = askedBy(instalments, today, least) > 0;
  return instalments.map((instalment, index) => {
    const stands = instalmentState(instalment, today);
    // Nobody is late with a sum that is too small to be paid.
    const state = stands === "overdue" && !isAsked ? "due" : stands;
    const inFact = Math.min(instalment.paid, paidInFact[index] ?? 0);
    const isWritten = state === "paid" && inFact < instalment.amount;
    return presentInstalment({ ...instalment, paid: inFact }, isWritten ? "written_off" : state);
  });
}

const presentInstalment = (instalment: InstalmentRow, state: InstalmentState) => ({
  number: instalment.number,
  startsOn: instalment.startsOn,
  endsOn: instalment.endsOn,
  dueOn: instalment.dueOn,
  amount: wireMoney(instalment.amount),
  paid: wireMoney(instalment.paid),
  state,
  lines: instalment.lines.map((line) => ({ ...line, amount: wireMoney(line.amount) })),
});

export const presentPayment = ({ id, status, amount, method, paidOn }: PaymentRow) => ({
  id,
  status,
  amount: wireMoney(amount),
  method,
  paidOn,
});

export const presentRefund = ({ id, status, amount, paidOn }: RefundRow) => ({
  id,
  status,
  amount: wireMoney(amount),
  paidOn,
});
