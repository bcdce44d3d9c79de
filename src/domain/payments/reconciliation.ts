import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";

/** The most days of a report that is compared at once. */
export const mostReconciledDays = 31;

/** What a line of a provider's report is about. A payout goes to our bank, a transfer to a host. */
export const reportKinds = ["payment", "refund", "dispute", "fee", "payout", "transfer", "other"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A line of a provider's report: `amount` changed our balance there; the provider kept `fee`, above zero. */
export type ReportLine = {
  /** The provider's id of the payment, refund or dispute; of the line itself where it is about none. */
  ref: string;
  /** The provider's id of the line itself, where several lines have the same `ref`. */
  id?: string | undefined;
  /** Whether it is a fee of a dispute, which our books contain together with the dispute. */
  isOfDispute?: boolean | undefined;
  /** For a dispute: the provider's id of the payment that it is about, if the line itself has another id. */
  about?: string | undefined;
  kind: ReportKind;
  /** Above zero it came to us, below it left us. */
  amount: Cents;
  fee: Cents;
  /** ISO currency code in lower case. */
  currency: string;
  on: IsoDate;
};

/** Our record for a report line, with its id and sign. A payment and its refund are two, often in two reports. */
export type OurLine = {
  ref: string;
  /** For a chargeback: the provider's id of its payment. */
  about?: string | null;
  kind: ReportKind;
  amount: Cents;
  /** The order that the money belongs to, if any. */
  orderId: string | null;
  orderNumber: string | null;
  on: IsoDate;
  /** Whether the line is in the ledger: a payment that we still count as begun is not. */
  isWritten: boolean;
};

/**
 * How a line on one side matches a line on the other. `payout` (money to our bank) and `fee` (kept by the
 * provider) match no payment: they are shown so that the sums agree.
 */
export const matchStatuses = [
  "missing_here",
  "missing_there",
  "amount_differs",
  "matched",
  "fee",
  "payout",
] as const;
export type MatchStatus = (typeof matchStatuses)[number];

/** The statuses that somebody has to look at. */
export const differenceStatuses = [
  "missing_here",
  "missing_there",
  "amount_differs",
] as const satisfies readonly MatchStatus[];
export type DifferenceStatus = (typeof differenceStatuses)[number];
export const isDifference = (status: MatchStatus): status is DifferenceStatus =>
  differenceStatuses.some((one) => one === status);

export type MatchedRow = {
  status: MatchStatus;
  ref: string;
  kind: ReportKind;
  theirs: Cents | null;
  ours: Cents | null;
  fee: Cents;
  currency: string;
  on: IsoDate;
  order: { id: string; number: string } | null;
  /** Is on the first or last day: clocks differ, so the report before or after may have the line. */
  isAtEdge: boolean;
};

type Group = { lines: ReportLine[]; amount: Cents; fee: Cents };

/**
 * Compares a provider's report with our records, each line by the provider's id. Lines with the same id are
 * summed: a refund that failed has come back.
 */
export function reconcile(
  report: readonly ReportLine[],
  ours: readonly OurLine[],
  range: { from: IsoDate; to: IsoDate },
): MatchedRow[] {
  const known = Map.groupBy(ours, ({ ref }) => ref);
  const chargebacks = new Map(ours.map(({ about, ref }) => [about, ref]));
  const refOf = ({ ref, about, kind }: ReportLine) =>
    (kind === "dispute" && !known.has(ref) && about && chargebacks.get(about)) || ref;
  const groups = grouped(report.map((line) => ({ ...line, ref: refOf(line) })));
  const rows = [...groups].flatMap(([ref, group]) => rowsOf(ref, group, known.get(ref) ?? []));
  const isAway = ({ ref, isWritten, on }: OurLine) =>
    isWritten && !groups.has(ref) && on >= range.from && on <= range.to;
  for (const { ref, kind, amount, on, orderId, orderNumber } of ours.filter(isAway))
    rows.push({
      status: "missing_there",
      ref,
      kind,
      theirs: null,
      ours: amount,
      fee: 0,
      currency: "usd",
      on,
      order: orderOf({ orderId, orderNumber }),
      isAtEdge: on === range.from || on === range.to,
    });
  return rows;
}

function grouped(report: readonly ReportLine[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const line of report) {
    const group = groups.get(line.ref) ?? { lines: [], amount: 0, fee: 0 };
    group.lines.push(line);
    group.amount += line.amount;
    group.fee += line.fee;
    groups.set(line.ref, group);
  }
  return groups;
}

function rowsOf(ref: string, { lines, amount, fee }: Group, ours: readonly OurLine[]): MatchedRow[] {
  const [first] = lines;
  if (!first) return [];
  const [our] = ours;
  const written = writtenOf(ours, amount);
  const about = {
    ref,
    kind: our?.kind ?? first.kind,
    theirs: amount,
    ours: written,
    currency: first.currency,
    on: first.on,
    order: our ? orderOf(our) : null,
    isAtEdge: false,
  };
  // Another currency doesn't belong to our books: somebody has to look at such a line, whatever its kind.
  const isForeign = lines.some(({ currency }) => currency !== "usd");
  if (!our && isForeign) return [{ ...about, status: amount === 0 ? "matched" : "missing_here", fee }];
  if (!our && first.kind === "payout") return [{ ...about, status: "payout", fee }];
  const isKept = !our && first.kind === "fee";
  const kept = isKept ? fee - amount : fee;
  const rows: MatchedRow[] = [];
  if (!isKept) rows.push({ ...about, status: statusOf(lines, amount, written), fee });
  if (kept !== 0) rows.push({ ...about, status: "fee", theirs: null, ours: null, fee: kept });
  return rows;
}

const orderOf = ({ orderId, orderNumber }: Pick<OurLine, "orderId" | "orderNumber">): MatchedRow["order"] =>
  orderId === null ? null : { id: orderId, number: orderNumber ?? "" };

/** The amount in our ledger: the whole, or only the line that equals theirs, if the other is in another report. */
function writtenOf(ours: readonly OurLine[], amount: Cents): Cents | null {
  const written = ours.filter(({ isWritten }) => isWritten);
  if (written.length === 0) return null;
  return written.some((line) => line.amount === amount)
    ? amount
    : written.reduce((sum, line) => sum + line.amount, 0);
}

function statusOf(lines: readonly ReportLine[], amount: Cents, written: Cents | null): MatchStatus {
  // We have no record of it, and the provider took the money and gave it back: both sides are at 0.
  if (written === null) return amount === 0 && lines.length > 1 ? "matched" : "missing_here";
  const isDollars = lines.every(({ currency }) => currency === "usd");
  return isDollars && amount === written ? "matched" : "amount_differs";
}

/** The number and sum of rows of each status: the provider's amounts, or ours where it has none; or the fees. */
export function sumsOf(rows: readonly MatchedRow[]): Record<MatchStatus, { count: number; amount: Cents }> {
  const sums = Object.fromEntries(matchStatuses.map((status) => [status, { count: 0, amount: 0 }])) as Record<
    MatchStatus,
    { count: number; amount: Cents }
  >;
  for (const row of rows) {
    const sum = sums[row.status];
    sum.count += 1;
    sum.amount += row.status === "fee" ? row.fee : amountOf(row);
  }
  return sums;
}

/** The amount of a row; for amounts that differ, the difference. */
const amountOf = ({ status, theirs, ours }: MatchedRow): Cents =>
  status === "amount_differs" ? (theirs ?? 0) - (ours ?? 0) : (theirs ?? ours ?? 0);
