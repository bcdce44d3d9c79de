import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { ChangeKind } from "#domain/changes/changes.ts";
import { localTimeInLosAngeles } from "#domain/local-time.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { statusName } from "#web/ui/format/status-names.ts";

const actors: Record<OwnOrderDetail["history"][number]["by"], () => string> = {
  renter: m.trip_by_you,
  host: m.trip_by_host,
  longbay: () => m.trip_by_us({ brand: brandName() }),
  system: m.trip_by_clock,
};

/** One event. `at` sorts it by Los Angeles time; an event with only a day comes after that day's other events. */
type Entry = { at: string; what: string; when: string };

const changes: Record<Exclude<ChangeKind, "extension" | "cancel">, () => string> = {
  pickup: m.trip_event_handover_changed,
  dates: m.trip_event_dates_changed,
  early_return: m.trip_event_early_return,
  swap: m.trip_event_car_changed,
};

/** All events of an order: its statuses, changes, signing, records and money; the latest event comes first. */
export function TripHistory({ order }: { order: OwnOrderDetail }) {
  const entries = entriesOf(order).toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return (
    <section className="stack" aria-labelledby="trip-history">
      <h2 className="h3" id="trip-history">
        {m.trip_history()}
      </h2>
      <ol className="grid">
        {entries.map(({ at, what, when }, place) => (
          <li
            // Two payments of one day say the same: entries are told apart by their place from the oldest on.
            key={`${at} ${what} ${entries.length - place}`}
            className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-b border-line py-2.5 text-sm/[1.45]"
          >
            <b>{what}</b>
            <span className="text-ink-soft tabular-nums">{when}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const localTime = (at: string): string => localTimeInLosAngeles(Date.parse(at));
const atMoment = (at: string, what: string, when = showMomentInLosAngeles(at)): Entry => ({
  at: localTime(at),
  what,
  when,
});
/** A payment has only a day. It never sorts before an order that was placed on the same day. */
const onDay = (on: string, what: string): Entry => ({
  at: `${on}T24:00`,
  what,
  when: showDate(on),
});

function entriesOf({ history, changes: made, documents, payments, refunds }: OwnOrderDetail): Entry[] {
  return [
    ...history.map(({ at, by, to }) =>
      atMoment(
        at,
        statusName(to),
        m.trip_history_when({ when: showMomentInLosAngeles(at), by: actors[by]() }),
      ),
    ),
    ...made.flatMap((change): Entry[] => {
      const { kind, status, createdAt, effectiveReturnDate } = change;
      // The status already says that an order is canceled. An offered car is a change only once it is accepted.
      if (kind === "cancel" || (kind === "swap" && status !== "accepted")) return [];
      if (kind !== "extension") {
        const words = status === "accepted" ? changes[kind] : asked[status];
        return [atMoment(createdAt, words())];
      }
      const until = showDate(effectiveReturnDate);
      return [atMoment(createdAt, extensions[status]({ until }))];
    }),
    ...documents
      .filter(({ kind }) => kind === "agreement")
      .map(({ issuedAt }) => atMoment(issuedAt, m.trip_event_agreement_signed())),
    ...payments.flatMap(({ paidOn, amount }) =>
      paidOn ? [onDay(paidOn, m.trip_event_paid({ amount: showMoney(amount) }))] : [],
    ),
    ...refunds.flatMap(({ paidOn, amount, status }) =>
      paidOn && status === "paid"
        ? [onDay(paidOn, m.trip_event_refunded({ amount: showMoney(amount) }))]
        : [],
    ),
  ];
}

const asked = {
  requested: m.trip_event_change_requested,
  declined: m.trip_event_change_declined,
  withdrawn: m.trip_event_change_withdrawn,
  lapsed: m.trip_event_change_lapsed,
};

const extensions: Record<OwnOrderDetail["changes"][number]["status"], (until: { until: string }) => string> =
  {
    requested: m.trip_event_days_requested,
    accepted: m.trip_event_extended,
    declined: m.trip_event_days_declined,
    withdrawn: m.trip_event_days_withdrawn,
    lapsed: m.trip_event_days_lapsed,
  };
