/**
 * The hosts' shares of an order, computed apart from the product: days as whole numbers, money as BigInt cents.
 * Every day of every instalment goes to the host whose car was driven on that day.
 */
export type OracleStretch = {
  hostId: string | null;
  percent: number | null;
  /** The price that counts for the host instead of `monthlyPrice`. */
  hostPrice: number | null;
  from: string;
  until: string;
  isWithoutCar?: boolean;
};
export type OracleInstalment = {
  startsOn: string;
  endsOn: string;
  number: number;
  id: string;
  chargeId: string | null;
  /** For a charge: the number of the stretch whose car it concerns, if that stretch had days. */
  about?: number | null;
  lines: readonly { kind: string; amount: number }[];
  amount: number;
  paid: number;
  isDue: boolean;
};
export type OracleOrder = {
  pickup: string;
  return: string;
  monthlyPrice: number;
  stretches: readonly OracleStretch[];
  instalments: readonly OracleInstalment[];
  /** The recorded days in repair, the last day included. */
  repairs?: readonly { from: string; until: string }[];
};

const shared = new Set([
  "rental",
  "duration_discount",
  "early_return_cap",
  "repair",
  "fees",
  "kept",
  "extra_miles",
  "late_days",
]);
const ofHost = new Set(["damage", "tolls", "cleaning"]);
const priced = new Set(["rental", "duration_discount", "early_return_cap", "repair", "kept"]);
const ofDays = new Set([
  "rental",
  "duration_discount",
  "early_return_cap",
  "repair",
  "fees",
  "insurance",
  "promo",
  "repair_insurance",
]);

const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
/** Rounds to the nearest integer; halves go up, also below zero. */
function nearest(value: bigint, divisor: bigint): bigint {
  const doubled = 2n * value + divisor;
  const by = 2n * divisor;
  const quotient = doubled / by;
  return doubled % by < 0n ? quotient - 1n : quotient;
}

/** The days that an instalment covers, as day numbers. */
function daysOf(one: OracleInstalment, order: OracleOrder): number[] {
  let [from, to] = [dayOf(one.startsOn), dayOf(one.endsOn)];
  if (one.chargeId === null) {
    if (one.lines.some(({ kind }) => kind === "kept"))
      [from, to] = [dayOf(order.pickup), Math.max(from, dayOf(order.pickup)) + 1];
    else if (from >= to && one.lines.some(({ kind }) => ofDays.has(kind)) && from < dayOf(order.return))
      [from, to] = [Math.max(from, dayOf(order.pickup)), dayOf(order.return)];
  }
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** Finds the stretch driven on a day: the last one after the end, the first one before the pickup. */
function drivenBy(day: number, stretches: readonly OracleStretch[]): OracleStretch | undefined {
  const driven = stretches.filter(
    ({ from, until }, index) => dayOf(from) < dayOf(until) || index === stretches.length - 1,
  );
  return driven.findLast(({ from }, index) => index === 0 || dayOf(from) <= day);
}

/** Finds the stretch of an instalment without days: the one that a charge concerns, or the one driven that day. */
function ownerOf(
  { about, startsOn }: OracleInstalment,
  { stretches }: OracleOrder,
): OracleStretch | undefined {
  const named = about ? stretches[about - 1] : undefined;
  return named && dayOf(named.from) < dayOf(named.until) ? named : drivenBy(dayOf(startsOn), stretches);
}

/** The days in repair that are refunded, each as the day before it, on which the car was in repair too. */
function repairedDays({ repairs = [], stretches }: OracleOrder): number[] {
  if (stretches.length < 2) return [];
  const isDriven = (day: number): boolean =>
    stretches.some(
      ({ from, until, isWithoutCar }) => !isWithoutCar && dayOf(from) <= day && day < dayOf(until),
    );
  const lacking = new Set<number>();
  for (const { from, until } of repairs)
    for (let day = dayOf(from); day <= dayOf(until); day++) if (isDriven(day)) lacking.add(day);
  return [...lacking].filter((day) => lacking.has(day + 1)).toSorted((a, b) => a - b);
}

/** The total that each stretch's host should have been credited. */
export function hostShares(order: OracleOrder): bigint[] {
  const repaired = repairedDays(order);
  return order.stretches.map((stretch) => {
    if (stretch.hostId === null || stretch.percent === null) return 0n;
    let sharedSum = 0n;
    let own = 0n;
    for (const one of order.instalments) {
      const isPaid = one.amount === 0 ? one.isDue : one.paid > 0;
      if (!isPaid) continue;
      const days = daysOf(one, order);
      const first = days.findIndex((day) => drivenBy(day, order.stretches) === stretch);
      const count = days.filter((day) => drivenBy(day, order.stretches) === stretch).length;
      const isOwn = days.length > 0 ? count > 0 : ownerOf(one, order) === stretch;
      let lines = 0n;
      let paid = 0n;
      const kinds = new Map<string, bigint>();
      for (const { kind, amount } of one.lines)
        if (shared.has(kind) || ofHost.has(kind)) kinds.set(kind, (kinds.get(kind) ?? 0n) + BigInt(amount));
      for (const [kind, amount] of kinds) {
        lines += amount;
        const upTo = one.paid === one.amount ? lines : nearest(lines * BigInt(one.paid), BigInt(one.amount));
        let part = upTo - paid;
        paid = upTo;
        const slice = (all: number, from: number, own: number) =>
          nearest(part * BigInt(from + own), BigInt(all)) - nearest(part * BigInt(from), BigInt(all));
        if (kind === "repair" && repaired.length > 0) {
          const own = repaired.filter((day) => drivenBy(day, order.stretches) === stretch);
          part = own[0] === undefined ? 0n : slice(repaired.length, repaired.indexOf(own[0]), own.length);
        } else if (!isOwn) part = 0n;
        else if (days.length > 0) part = slice(days.length, first, count);
        if (stretch.hostPrice !== null && priced.has(kind))
          part = nearest(part * BigInt(stretch.hostPrice), BigInt(order.monthlyPrice));
        if (shared.has(kind)) sharedSum += part;
        else own += part;
      }
    }
    return nearest(sharedSum * BigInt(stretch.percent), 100n) + own;
  });
}
