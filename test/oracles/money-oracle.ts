import { instantInLosAngeles } from "#domain/local-time.ts";

/**
 * An order's money as it should be, computed apart from the product: one order, plain sums, no ledger. Dates are
 * days since 1970, money is BigInt cents.
 */
export type OracleOrder = {
  pickupDate: string;
  returnDate: string;
  pickupTime: string;
  lines: readonly { kind: string; amount: number }[];
  fees: number;
  tariff: { taxRates?: readonly OracleRate[] | undefined } | null;
};
type OracleRate = { name: string; percent: number; from: string; on: readonly string[] };
/** `month` is the index of the rental's month; an instalment outside the months has none. */
type AskedInstalment = { due: number; amount: bigint; month: number | undefined };

const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The taxes of a month by kind of amount, each rounded to the nearest cent, by the rates on a day. */
function taxesOn(bases: Record<string, bigint>, rates: readonly OracleRate[], day: number): bigint {
  const begun = rates.filter(({ from }) => from <= dateOf(day));
  let taxes = 0n;
  for (const rate of begun) {
    if (begun.some(({ name, from }) => name === rate.name && from > rate.from)) continue;
    const parts = BigInt(Math.round(rate.percent * 10_000));
    for (const kind of rate.on) taxes += (2n * positive(bases[kind] ?? 0n) * parts + 1_000_000n) / 2_000_000n;
  }
  return taxes;
}
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const positive = (a: bigint): bigint => (a > 0n ? a : 0n);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

/** The same day some months later, or the last day of that month if it is shorter. */
function monthsLater(date: string, months: number): number {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return Math.round(Date.UTC(year, month - 1 + months, Math.min(day, last)) / 86_400_000);
}

export class MoneyOracle {
  #order: OracleOrder;
  #asked: AskedInstalment[] = [];
  #received = 0n;
  #payments = 0n;
  #goodwill = 0n;
  #counted = 0n;
  readonly #refunds = new Map<
    string,
    { amount: bigint; isRule: boolean; isOpen: boolean; counts?: boolean }
  >();
  /** Whether the order is cancelled now. */
  isCancelled = false;

  constructor(order: OracleOrder) {
    this.#order = order;
  }

  /** Each month's share of the price: each line by its days, and the promo until it is used up. */
  months(): { start: number; amount: bigint }[] {
    const { pickupDate, returnDate, lines } = this.#order;
    const [first, end] = [dayOf(pickupDate), dayOf(returnDate)];
    const starts: number[] = [];
    for (let at = first; at < end; at = monthsLater(pickupDate, starts.length)) starts.push(at);
    const days = BigInt(end - first);
    const shareTo = (amount: bigint, day: number) => (2n * amount * BigInt(day - first) + days) / (2n * days);
    const amounts = starts.map((start, index) => {
      const stop = starts[index + 1] ?? end;
      return lines
        .filter(({ kind }) => kind !== "promo")
        .map(({ kind, amount }) => {
          const size = BigInt(Math.abs(amount));
          const share = shareTo(size, stop) - shareTo(size, start);
          return { kind, amount: amount < 0 ? -share : share };
        });
    });
    let promo = BigInt(-(lines.find(({ kind }) => kind === "promo")?.amount ?? 0));
    return starts.map((start, index) => {
      const fees = index === starts.length - 1 ? BigInt(this.#order.fees) : 0n;
      const shares = amounts[index] ?? [];
      const whole = sum(shares.map(({ amount }) => amount)) + fees;
      const taken = least(whole, promo);
      promo -= taken;
      const ofInsurance = shares.filter(({ kind }) => kind === "insurance" || kind === "repair_insurance");
      const insurance = sum(ofInsurance.map(({ amount }) => amount));
      const bases = { rental: whole - fees - insurance - taken, insurance, fees };
      const taxes = taxesOn(bases, this.#order.tariff?.taxRates ?? [], start);
      return { start, amount: whole - taken + taxes };
    });
  }

  /** Confirms the order. Returns the refund by the rule if the order was cancelled before. */
  confirm(today: string): bigint | undefined {
    const on = dayOf(today);
    const wasCancelled = this.isCancelled;
    if (this.isCancelled) {
      for (const refund of this.#refunds.values()) if (refund.isRule && refund.isOpen) refund.amount = 0n;
      this.#received += this.#counted;
      this.#goodwill += this.#counted;
      this.#counted = 0n;
    }
    this.isCancelled = false;
    this.#asked = this.months().map(({ start, amount }, index) => ({
      due: index === 0 ? on : Math.max(start, on),
      amount,
      month: index,
    }));
    return wasCancelled ? (this.#recount() ?? 0n) : undefined;
  }

  /** Sets another price. Returns the whole refund by the rule, or undefined if it has not changed. */
  change(order: OracleOrder, today: string): bigint | undefined {
    this.#order = order;
    const on = dayOf(today);
    const months = this.months();
    const paid = this.paid();
    let kept = this.#asked.filter(({ amount }, index) => (paid[index] ?? 0n) >= amount);
    const stood = this.#asked;
    for (;;) {
      const asked = this.#over(months, kept, stood, on);
      if (asked) {
        this.#asked = [...kept, ...asked].toSorted(
          (a, b) => a.due - b.due || (a.month ?? 99) - (b.month ?? 99),
        );
        break;
      }
      kept = kept.slice(0, -1);
    }
    return this.#recount();
  }

  /**
   * The whole refund by the rule: the payments minus all earlier refunds, including refunds by hand that are not
   * sent yet. Undefined if it has not changed.
   */
  #recount(): bigint | undefined {
    for (const refund of this.#refunds.values()) if (!refund.isRule && refund.isOpen) refund.counts = true;
    const raw = this.#received + this.#counted;
    const goodwill = this.#goodwill + this.#counted;
    this.#counted = least(positive(raw - this.total()), goodwill);
    this.#received = raw - this.#counted;
    this.#goodwill = goodwill - this.#counted;
    const open = [...this.#refunds.values()].filter(({ isRule, isOpen }) => isRule && isOpen);
    const before = sum(open.map(({ amount }) => amount));
    const counting = [...this.#refunds.values()].filter(({ counts, isOpen }) => counts && isOpen);
    const byHand = sum(counting.map(({ amount }) => amount));
    const over = least(
      positive(this.#received - this.total() - byHand),
      positive(this.refundable() + before),
    );
    if (over === before) return undefined;
    for (const refund of open) refund.amount = 0n;
    return over;
  }

  #over(
    months: { start: number; amount: bigint }[],
    kept: readonly AskedInstalment[],
    stood: readonly AskedInstalment[],
    on: number,
  ): AskedInstalment[] | undefined {
    const keeps = (place: number): boolean => kept.some(({ month }) => month === place);
    const shares = sum(months.filter((_, place) => keeps(place)).map(({ amount }) => amount));
    let rest = shares - sum(kept.map(({ amount }) => amount));
    const asked: AskedInstalment[] = [];
    for (const [place, { start, amount }] of months.entries()) {
      if (keeps(place)) continue;
      const was = stood.find(({ month }) => month === place);
      const isDue = was && (place === 0 || (was.due <= on && start <= on));
      const wanted = amount + rest;
      rest = wanted < 0n ? wanted : 0n;
      asked.push({ due: isDue ? was.due : Math.max(start, on), amount: positive(wanted), month: place });
    }
    if (rest < 0n) return undefined;
    if (rest === 0n) return asked;
    const since = stood.find((one) => one.month === undefined && !kept.includes(one))?.due;
    return [...asked, { due: since ?? on, amount: rest, month: undefined }];
  }

  /** Cancels the order. Returns the refund by the rule, or undefined if it has not changed. */
  cancel(now: number, today: string): bigint | undefined {
    this.isCancelled = true;
    this.#asked = [];
    const { pickupDate, returnDate, pickupTime, lines } = this.#order;
    const days = BigInt(dayOf(returnDate) - dayOf(pickupDate));
    const rental = sum(
      lines
        .filter(({ kind }) => kind === "rental" || kind === "duration_discount")
        .map(({ amount }) => BigInt(amount)),
    );
    const aDay = (2n * rental + days) / (2n * days);
    const isFree = now <= instantInLosAngeles(pickupDate, pickupTime) - 86_400_000;
    const begun = BigInt(Math.max(1, dayOf(today) - dayOf(pickupDate) + 1));
    const begunOn = this.months().findLast(({ start }) => start <= dayOf(today))?.start ?? dayOf(pickupDate);
    const repaired = sum(lines.filter(({ kind }) => kind === "repair").map(({ amount }) => BigInt(amount)));
    const net = positive(begun * aDay + repaired);
    const taxes = taxesOn({ rental: net }, this.#order.tariff?.taxRates ?? [], begunOn);
    const kept = isFree ? 0n : positive(least(net + taxes, this.#received - this.#goodwill));
    if (kept > 0n) this.#asked = [{ due: dayOf(today), amount: kept, month: undefined }];
    return this.#recount();
  }

  pay(amount: bigint): void {
    this.#payments += amount;
    this.#received += amount;
  }

  askRefund(id: string, amount: bigint, isRule = false): void {
    this.#refunds.set(id, { amount, isRule, isOpen: true });
  }

  giveBack(id: string): void {
    const refund = this.#refunds.get(id);
    if (!refund) throw new Error("the oracle knows no such refund");
    const ofCredit = positive(least(refund.amount, this.#received - this.total()));
    this.#received -= ofCredit;
    this.#goodwill += refund.amount - ofCredit;
    refund.isOpen = false;
  }

  total = (): bigint => sum(this.#asked.map(({ amount }) => amount));
  leftToPay = (): bigint => positive(this.total() - this.#received);
  refundable = (): bigint => this.#payments - sum([...this.#refunds.values()].map(({ amount }) => amount));

  /** What the renter owes on a day; below zero, what we owe. */
  balance = (today: string): bigint =>
    sum(this.#asked.filter(({ due }) => due <= dayOf(today)).map(({ amount }) => amount)) - this.#received;

  /** How much of each instalment is paid. */
  paid(): bigint[] {
    let rest = this.#received;
    return this.#asked.map(({ amount }) => {
      const paid = positive(least(amount, rest));
      rest -= paid;
      return paid;
    });
  }

  amounts = (): bigint[] => this.#asked.map(({ amount }) => amount);
  /** How much of the renter's money we hold. */
  held = (): bigint =>
    this.#payments -
    sum([...this.#refunds.values()].filter(({ isOpen }) => !isOpen).map(({ amount }) => amount));
}
