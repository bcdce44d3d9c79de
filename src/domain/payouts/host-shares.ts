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

/** An instalment of an order, with the amount that is really paid of it. */
export type PaidInstalment = Period & {
  id: string;
  number: number;
  chargeId: string | null;
  lines: readonly InstalmentLine[];
  amount: Cents;
  paid: Cents;
  /** Whether it has fallen due; from then on an instalment of 0 is paid. */
  isDue: boolean;
  /** For a charge: the stretch whose car it is about; if it is unknown, the charge's day decides. */
  stretch?: number;
  /** For a charge of late days: the price of a day, and the insurance within it. */
  lateDay?: { perDay: Cents; insurance: Cents };
  /** Amounts paid before a bank took them back, and the day before which the car was driven then. */
  driven?: readonly { paid: Cents; until: IsoDate }[];
};

/** The host's part of an instalment within a stretch, as far as it is paid. */
export type HostShare = {
  stretch: number;
  hostId: string;
  carId: string | null;
  sharePercent: number;
  rule: "share" | "charge";
  instalmentId: string;
  chargeId: string | null;
  /** The paid part of the lines that the host shares in, at the host's price. */
  lines: HostLine[];
  gross: Cents;
  amount: Cents;
  /** The days of the rental that it pays for; null for charges, and for the amount kept of a cancelled rental. */
  period: Period | null;
  /** Whether those are the first days of its stretch. */
  isFirst: boolean;
};

export type SharedRental = {
  pickupDate: IsoDate;
  returnDate: IsoDate;
  /** The monthly price of the order's days. */
  monthlyPrice: Cents;
  stretches: readonly Stretch[];
  instalments: readonly PaidInstalment[];
  /** Times in repair of a rental with several cars; each period has as many days as are given back. */
  repairs?: readonly Period[];
};

/**
 * Each host's part of an order's paid money: for every stretch a share of the shared lines, rounded by the sum so
 * far, and the charges that are wholly the host's. An instalment is divided among stretches by their days, but the
 * host whose car was in repair pays what is given back for it. Money for days driven before a bank took a payment
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

/** Sorts by the days on which instalments begin, no matter when they were asked for. */
const inOrder = (a: PaidInstalment, b: PaidInstalment): number =>
  a.startsOn === b.startsOn
    ? a.number - b.number || (a.id < b.id ? -1 : 1)
    : a.startsOn < b.startsOn
      ? -1
      : 1;

type StretchDays = Stretch & { from: IsoDate | undefined; until: IsoDate | undefined };

/** Stretches with their own days: the first also has all days before it, the last all days after it. */
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
  // The money for driven days stays, but is never added to what is paid for them. A month that gives back what
  // earlier months paid too much leaves nothing to keep.
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

/** The days of an instalment within a stretch. A charge belongs to its car's stretch, whenever it falls due. */
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

/** The days of a period within a stretch; undefined if there are none. Without days, its date decides. */
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

/** A part of `count` days: the days `before` it, and the days passed `after` it. */
type PartOfDays = { before: number; after: number; count: number };

/** The days in repair within a stretch; undefined where the repair line is divided like all other lines. */
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

/** The part of lines that belongs to a stretch, by its days and its days in repair. */
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

/** The part of an amount for some of its days, rounded by the days before, so that the parts sum to the whole. */
const partOf = (amount: Cents, { before, after, count }: PartOfDays): Cents =>
  count <= 0 ? amount : divideHalfUp(amount * after, count) - divideHalfUp(amount * before, count);

type DrivenPart = OwnPart & { driven: { paid: Cents; until: IsoDate } };

/** The lines paid for a stretch's days driven before a bank took the money back, and for miles and late days. */
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
