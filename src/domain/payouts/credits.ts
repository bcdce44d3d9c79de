import type { Cents } from "#domain/money.ts";
import type { HostShare } from "./host-shares.ts";
import { type HostLine, sumOfLines } from "./shared-lines.ts";

/** The sum of all credits to a host so far for one stretch and one instalment. */
export type CreditTotal = Pick<
  HostShare,
  | "stretch"
  | "hostId"
  | "carId"
  | "sharePercent"
  | "rule"
  | "instalmentId"
  | "chargeId"
  | "lines"
  | "amount"
  | "period"
  | "isFirst"
>;
export type CreditDifference = CreditTotal & { gross: Cents };

type Place = Pick<CreditTotal, "stretch" | "hostId" | "rule" | "instalmentId">;
const keyOf = ({ stretch, hostId, rule, instalmentId }: Place): string =>
  `${stretch} ${hostId} ${rule} ${instalmentId}`;

/**
 * Returns the differences between what hosts were credited and what is theirs now, one for each stretch, rule and
 * instalment. Cents that move only by rounding, because another part is paid, go to the last real difference: no
 * host sees single cents come and go.
 */
export function differencesOf(
  shares: readonly HostShare[],
  credited: readonly CreditTotal[],
): CreditDifference[] {
  const now = new Map(shares.map((share) => [keyOf(share), share]));
  const before = new Map(credited.map((credit) => [keyOf(credit), credit]));
  const gone = credited.filter((credit) => !now.has(keyOf(credit)));
  const differences = [
    ...gone.map((credit) => difference(credit, undefined, credit)),
    ...shares.map((share) => difference(share, share, before.get(keyOf(share)))),
  ];
  const ofHost = Map.groupBy(differences, ({ stretch, hostId, rule }) => `${stretch} ${hostId} ${rule}`);
  return [...ofHost.values()].flatMap(withoutLooseCents).filter(({ amount }) => amount !== 0);
}

function difference(
  place: CreditTotal,
  now: HostShare | undefined,
  before: CreditTotal | undefined,
): CreditDifference {
  const { stretch, hostId, carId, sharePercent, rule, instalmentId, chargeId, period, isFirst } = place;
  const lines = lessLines(now?.lines ?? [], before?.lines ?? []);
  const amount = (now?.amount ?? 0) - (before?.amount ?? 0);
  const of = { stretch, hostId, carId, sharePercent, rule, instalmentId, chargeId, period, isFirst };
  return { ...of, lines, gross: sumOfLines(lines), amount };
}

function lessLines(lines: readonly HostLine[], before: readonly HostLine[]): HostLine[] {
  const sums = new Map(lines.map(({ kind, amount }) => [kind, amount]));
  for (const { kind, amount } of before) sums.set(kind, (sums.get(kind) ?? 0) - amount);
  return [...sums].filter(([, amount]) => amount !== 0).map(([kind, amount]) => ({ kind, amount }));
}

function withoutLooseCents(differences: readonly CreditDifference[]): CreditDifference[] {
  const loose = differences
    .filter(({ lines }) => lines.length === 0)
    .reduce((sum, { amount }) => sum + amount, 0);
  const withLines = differences.filter(({ lines }) => lines.length > 0);
  // Cents that moved here from another part are in no part's lines, and usually sum to 0.
  if (withLines.length === 0)
    return loose === 0 ? [] : differences.slice(-1).map((one) => ({ ...one, amount: loose }));
  const last = withLines.at(-1);
  return withLines.map((one) => (one === last ? { ...one, amount: one.amount + loose } : one));
}
