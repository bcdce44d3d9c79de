import type { IsoDate } from "#domain/dates.ts";
import {
  type Instalment,
  instalmentsOf,
  mergedLines,
  type PricedRental,
  sumOf,
} from "#domain/pricing/instalments.ts";

export type WantedInstalment = Instalment & { dueOn: IsoDate };
/** An instalment of the present price; one that counts as paid stays as it is. */
export type StandingInstalment = WantedInstalment & { isPaid: boolean };

/**
 * Spreads a changed price over the instalments that were asked for, earliest due first. Each unpaid month takes
 * its new share. What paid months lack or exceed goes to the next unpaid one, and on if that falls below zero.
 * With none left, a debt falls due on the day of the change; a surplus lowers the last paid months and is given
 * back.
 */
export function rescheduled<T extends StandingInstalment>(
  standing: readonly T[],
  rental: PricedRental,
  on: IsoDate,
): { kept: T[]; asked: WantedInstalment[] } {
  const shares = instalmentsOf(rental);
  for (let kept = standing.filter(({ isPaid }) => isPaid); ; kept = kept.slice(0, -1)) {
    const asked = around({ shares, kept, standing, on });
    if (asked) return { kept, asked };
  }
}

type Around = {
  shares: readonly Instalment[];
  kept: readonly StandingInstalment[];
  standing: readonly StandingInstalment[];
  on: IsoDate;
};

/** The instalments to ask for beside the kept ones; undefined if too much is kept. */
function around({ shares, kept, standing, on }: Around): WantedInstalment[] | undefined {
  const isKept = (share: Instalment) => kept.some((one) => isSamePeriod(one, share));
  let carried = mergedLines([
    ...shares.filter(isKept).flatMap(({ lines }) => lines),
    ...kept.flatMap(({ lines }) => lines).map((line) => ({ ...line, amount: -line.amount })),
  ]);
  const asked: WantedInstalment[] = [];
  for (const share of shares.filter((share) => !isKept(share))) {
    const lines = mergedLines([...share.lines, ...carried]);
    const isBelowZero = sumOf(lines) < 0;
    carried = isBelowZero ? lines : [];
    const shown = isBelowZero ? [] : lines;
    asked.push({ ...share, lines: shown, amount: sumOf(shown), dueOn: dueOf(share, standing, on) });
  }
  if (carried.length === 0) return asked;
  const owed = sumOf(carried);
  if (owed <= 0) return undefined;
  const since = standing.find((one) => !isPeriod(one) && !one.isPaid)?.dueOn ?? on;
  return [...asked, { number: 0, startsOn: on, endsOn: on, dueOn: since, lines: carried, amount: owed }];
}

/** An instalment that a change added beside the months has no days of its own. */
const isPeriod = ({ startsOn, endsOn }: Instalment): boolean => startsOn < endsOn;
const isSamePeriod = (one: Instalment, share: Instalment): boolean =>
  isPeriod(one) && one.number === share.number;

/** A due instalment keeps its due day; the first is due with the confirmation, whatever its month. */
function dueOf(share: Instalment, standing: readonly StandingInstalment[], on: IsoDate): IsoDate {
  const was = standing.find((one) => isSamePeriod(one, share));
  const isDue = was !== undefined && was.dueOn <= on && share.startsOn <= on;
  if (was && (share.number === 1 || isDue)) return was.dueOn;
  return share.startsOn < on ? on : share.startsOn;
}
