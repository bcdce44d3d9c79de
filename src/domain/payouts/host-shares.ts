import { addDays, daysBetween, earlier, type IsoDate, later } from "#domain/dates.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import type { Stretch } from "#domain/orders/stretches.ts";
import { daysOf } from "#domain/payments/earnings.ts";
import { isEarnedByDay } from "#domain/payments/ledger.ts";
import type { InstalmentLine, Period } from "#domain/pricing/instalments.ts";
import {
  atHostPrice,
  hostLinesOf,
  type HostLine,
  isShared,
  paidOf,
  sharesOf,
  sumOfLines,
  withoutInsurance,
} from "./shared-lines.ts";

/** An instalment of an order with what is paid of it in fact. */
export type PaidInstalment = Period & {
  id: string;
  number: number;
  chargeId: string | null;
  lines: readonly InstalmentLine[];
  amount: Cents;
  paid: Cents;
  /** Whether it has fallen due: one of nothing is paid then. */
  isDue: boolean;
  /** Of a charge: the stretch whose car it is about; by its day where none is known. */
  stretch?: number;
  /** What a late day of a charge costs, and its insurance within. */
  lateDay?: { perDay: Cents; insurance: Cents };
  /** What was paid of it before a bank took it back, and up to which day the car was driven then, that day excluded. */
  driven?: readonly { paid: Cents; until: IsoDate }[];
};

/** What of a stretch and an instalment is its host's, as it is paid. */
export type HostShare = {
  stretch: number;
  hostId: string;
  carId: string | null;
  sharePercent: number;
  rule: "share" | "charge";
  instalmentId: string;
  chargeId: string | null;
  /** What is paid of the lines that the host has something of, at the host's price. */
  lines: HostLine[];
  gross: Cents;
  amount: Cents;
  /** The days of the rental that it is for; none of charges, and of what is kept of a cancelled rental. */
  period: Period | null;
  /** Whether those are the first days of its stretch. */
  isFirst: boolean;
};

export type SharedRental = {
  pickupDate: IsoDate;
  returnDate: IsoDate;
  /** What the order's days are priced by. */
  monthlyPrice: Cents;
  stretches: readonly Stretch[];
  instalments: readonly PaidInstalment[];
  /** Times in repair of a rental with several cars, each as the days for which as many are given back. */
  repairs?: readonly Period[];
};

/**
 * What each host of an order has of what is paid: of every stretch the share of its shared lines, rounded by what has
 * come so far, and charges that are wholly the host's. An instalment is its stretches' by their days, but what is given
 * back for days in repair is borne by the host whose car was in repair. What was driven before a bank took the payment
 * back stays.
 */
export function hostSharesOf(rental: SharedRental): HostShare[] {
  const months = rental.instalments.toSorted(inOrder);
  return stretchesWithDays(rental.stretches).flatMap((stretch) => {
    const { hostId, hostSharePercent } = stretch;
    if (hostId === null || hostSharePercent === null) return [];
    const parts = months.flatMap((one) => partsOf(one, stretch, rental));
    const shared = parts.filter(({ rule }) => rule === "share");
    const amounts = sharesOf(
      shared.map(({ gross }) => gross),
      hostSharePercent,
    );
    return parts.map((part) => ({
      ...part,
      stretch: stretch.number,
      hostId,
      carId: stretch.carId,
      sharePercent: hostSharePercent,
      amount: part.rule === "share" ? (amounts[shared.indexOf(part)] ?? 0) : part.gross,
    }));
  });
}

/** By the days that they begin on, whenever they were asked for. */
const inOrder = (a: PaidInstalment, b: PaidInstalment): number =>
  a.startsOn === b.startsOn
    ? a.number - b.number || (a.id < b.id ? -1 : 1)
    : a.startsOn < b.startsOn
      ? -1
      : 1;

type StretchDays = Stretch & { from: IsoDate | undefined; until: IsoDate | undefined };

/** Stretches with the days that are theirs: the first has all before it too, the last all after it. */
function stretchesWithDays(stretches: readonly Stretch[]): StretchDays[] {
  const driven = stretches.filter(
    ({ startsOn, endsOn }, index) => startsOn < endsOn || index === stretches.length - 1,
  );
  return driven.map((stretch, index) => ({
    ...stretch,
    from: index === 0 ? undefined : stretch.startsOn,
    until: index === driven.length - 1 ? undefined : stretch.endsOn,
  }));
}

type Part = Pick<HostShare, "rule" | "instalmentId" | "chargeId" | "lines" | "gross" | "period" | "isFirst">;

function partsOf(instalment: PaidInstalment, stretch: StretchDays, rental: SharedRental): Part[] {
  const { id, chargeId, amount } = instalment;
  const days = daysFor(instalment, rental);
  const lines = instalment.lateDay
    ? withoutInsurance(hostLinesOf(instalment.lines), instalment.lateDay)
    : hostLinesOf(instalment.lines);
  const own = ownDaysOf(instalment, days, stretch, rental);
  const repair = lines.some(({ kind }) => kind === "repair") ? repairPartOf(stretch, rental) : undefined;
  if (lines.length === 0 || (!own && !repair)) return [];
  const atPrice = (some: HostLine[]) => atHostPrice(some, stretch.hostMonthlyPrice, rental.monthlyPrice);
  const isPaid = amount === 0 ? instalment.isDue : instalment.paid > 0;
  const paid = isPaid ? paidOf(lines, instalment.paid, amount) : [];
  // What the days driven came to stays, but never beside what is paid for them. A month that gives back what months
  // before it were paid too much leaves nothing to keep.
  const driven = ((own && instalment.driven) ?? [])
    .map((one) => atPrice(drivenLines(lines, instalment, { days, own, repair, driven: one })))
    .filter((some) => sumOfLines(some) > 0);
  const best = [atPrice(ownOf(paid, { days, own, repair })), ...driven].reduce((one, other) =>
    sumOfLines(other) > sumOfLines(one) ? other : one,
  );
  const isOfDays = chargeId === null && lines.some(({ kind }) => isEarnedByDay(kind));
  const period = isOfDays && own && own.startsOn < own.endsOn ? own : null;
  const isFirst = period !== null && period.startsOn <= stretch.startsOn;
  const rules = {
    share: best.filter(({ kind }) => isShared(kind)),
    charge: best.filter(({ kind }) => !isShared(kind)),
  };
  return (["share", "charge"] as const)
    .map((rule) => {
      const kept = rules[rule].filter((line) => line.amount !== 0);
      return { rule, instalmentId: id, chargeId, lines: kept, gross: sumOfLines(kept), period, isFirst };
    })
    .filter((part) => part.lines.length > 0);
}

/** The days of an instalment that are a stretch's. What a charge is about says whose it is, whenever it falls due. */
function ownDaysOf(
  { stretch: about }: PaidInstalment,
  days: Period,
  stretch: StretchDays,
  { stretches }: SharedRental,
): Period | undefined {
  const isKnown = stretches.some(({ number, startsOn, endsOn }) => number === about && startsOn < endsOn);
  if (!isKnown) return within(days, stretch);
  return about === stretch.number ? { startsOn: days.startsOn, endsOn: days.startsOn } : undefined;
}

/**
 * Returns the days that an instalment pays for. What is kept of a cancelled rental counts from the pickup; a charge
 * pays for no days.
 */
function daysFor(instalment: PaidInstalment, rental: SharedRental): Period {
  if (instalment.chargeId !== null) return instalment;
  if (!instalment.lines.some(({ kind }) => kind === "kept"))
    return daysOf({ ...instalment, dueOn: instalment.startsOn }, periodOf(rental));
  const { pickupDate } = rental;
  return { startsOn: pickupDate, endsOn: addDays(later(pickupDate, instalment.startsOn), 1) };
}

const periodOf = ({ pickupDate, returnDate }: SharedRental): Period => ({
  startsOn: pickupDate,
  endsOn: returnDate,
});

/** The days of a period that are a stretch's; undefined where none are. What has no days is of the stretch of its day. */
function within({ startsOn, endsOn }: Period, { from, until }: StretchDays): Period | undefined {
  if (startsOn >= endsOn) {
    const isOwn = (from === undefined || from <= startsOn) && (until === undefined || startsOn < until);
    return isOwn ? { startsOn, endsOn: startsOn } : undefined;
  }
  const own = {
    startsOn: from !== undefined && from > startsOn ? from : startsOn,
    endsOn: until !== undefined && until < endsOn ? until : endsOn,
  };
  return own.startsOn < own.endsOn ? own : undefined;
}

/** Some of so many days, and how many come before them and are over after them. */
type PartOfDays = { before: number; after: number; count: number };

/** The days in repair that are a stretch's; undefined where the line is divided as all others are. */
function repairPartOf({ from, until }: StretchDays, { repairs = [] }: SharedRental): PartOfDays | undefined {
  const daysUntil = (day: IsoDate | undefined) =>
    repairs.reduce((sum, { startsOn, endsOn }) => {
      const end = day === undefined ? endsOn : earlier(day, endsOn);
      return sum + Math.max(0, daysBetween(startsOn, end));
    }, 0);
  const count = daysUntil(undefined);
  return count === 0
    ? undefined
    : { before: from === undefined ? 0 : daysUntil(from), after: daysUntil(until), count };
}

type OwnPart = { days: Period; own: Period | undefined; repair: PartOfDays | undefined };

/** What of lines is a stretch's: of its days, and of its days in repair. */
function ownOf(lines: readonly HostLine[], { days, own, repair }: OwnPart): HostLine[] {
  const ofDays = own && {
    before: daysBetween(days.startsOn, own.startsOn),
    after: daysBetween(days.startsOn, own.endsOn),
    count: daysBetween(days.startsOn, days.endsOn),
  };
  return lines.flatMap((line) => {
    const part = (line.kind === "repair" && repair) || ofDays;
    return part ? [{ ...line, amount: partOf(line.amount, part) }] : [];
  });
}

/** What of an amount is of some of its days, rounded by the days before, so that the parts sum to the whole. */
const partOf = (amount: Cents, { before, after, count }: PartOfDays): Cents =>
  count <= 0 ? amount : divideHalfUp(amount * after, count) - divideHalfUp(amount * before, count);

type DrivenPart = OwnPart & { driven: { paid: Cents; until: IsoDate } };

/** What was paid of the days of a stretch that had been driven when a bank took it back, and of miles and late days. */
function drivenLines(
  lines: readonly HostLine[],
  { amount }: PaidInstalment,
  { days, own, repair, driven }: DrivenPart,
): HostLine[] {
  if (!own || amount === 0 || !lines.every(({ kind }) => isShared(kind))) return [];
  // A month that has become shorter or cheaper since is worth no more than it costs now.
  const paid = paidOf(lines, Math.min(driven.paid, amount), amount);
  if (own.startsOn >= own.endsOn) return ownOf(paid, { days, own, repair });
  const endsOn = driven.until < own.endsOn ? driven.until : own.endsOn;
  return endsOn > own.startsOn ? ownOf(paid, { days, own: { startsOn: own.startsOn, endsOn }, repair }) : [];
}
