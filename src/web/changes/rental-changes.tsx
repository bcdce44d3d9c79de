import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { type OrderChange, withdrawChange } from "#contract/changes.ts";
import type { ChangeObstacle } from "#domain/changes/obstacles.ts";
import { earlyReturn, extensionNoticeDays, freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { answerRefusedWords } from "#web/changes/refusal-words.ts";
import { makeStale } from "#web/make-stale.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { CarOffer } from "./car-offer.tsx";
import { ChangeDays } from "./change-days.tsx";

type Action = OwnOrderDetail["actions"]["extension"];
const kinds = ["extension", "early_return", "dates"] as const;

/** The possible changes to the days of a rental, each with its price first, or why one isn't possible. */
export function RentalChanges({ order }: { order: OwnOrderDetail }) {
  const cache = useQueryClient();
  const { extension, earlyReturn: early, dates } = order.actions;
  const actions = { extension, early_return: early, dates };
  const open = order.changes.find(({ status }) => status === "requested");
  return (
    <>
      {open?.kind === "swap" && (
        <CarOffer orderId={order.id} offer={open} onAnswered={() => makeStale(cache, "order")} />
      )}
      {open && open.kind !== "swap" && <OpenRequest order={order} change={open} />}
      {!open && (
        <LastAnswer isHosted={!!order.host} change={order.changes.find(({ kind }) => kind !== "swap")} />
      )}
      {kinds.map((kind) =>
        actions[kind].allowed ? (
          <ChangeDays
            key={kind + order.pickupDate + order.returnDate}
            order={order}
            kind={kind}
            window={windowOf(actions[kind])}
          />
        ) : (
          <WhyNot key={kind} kind={kind} action={actions[kind]} />
        ),
      )}
    </>
  );
}

const windowOf = ({ from = "", until = "" }: Action) => ({ from, until });

const obstacles: Partial<Record<ChangeObstacle, Record<(typeof kinds)[number], () => string>>> = {
  too_late: {
    extension: () => m.changes_extension_too_late({ days: extensionNoticeDays }),
    early_return: () => "",
    dates: () => m.changes_dates_too_late({ hours: freeCancellationHours }),
  },
  past_due: { extension: () => m.changes_extension_past_due(), early_return: () => "", dates: () => "" },
  longest: { extension: () => m.changes_extension_longest(), early_return: () => "", dates: () => "" },
  no_sooner: {
    extension: () => "",
    early_return: () => m.changes_early_no_sooner({ weeks: earlyReturn.noticeWeeks }),
    dates: () => "",
  },
};

/** Says why a change isn't possible, but only for changes that the renter may still be looking for. */
function WhyNot({ kind, action }: { kind: (typeof kinds)[number]; action: Action }) {
  const reason = Object.entries(obstacles).find(([name]) => name === action.reason)?.[1];
  const words = reason?.[kind]();
  return words ? <p className="small muted">{words}</p> : null;
}

function LastAnswer({ change, isHosted }: { change: OrderChange | undefined; isHosted: boolean }) {
  if (change?.status !== "declined" && change?.status !== "lapsed") return null;
  if (change.kind !== "extension")
    return (
      <Notice kind="warn">
        {change.status === "lapsed"
          ? m.changes_request_lapsed({ what: describeChange(change) })
          : m.changes_request_declined({ what: describeChange(change), reason: change.reason ?? "" })}
      </Notice>
    );
  const until = showDate(change.effectiveReturnDate);
  const lapsed = isHosted ? m.changes_extension_lapsed_hosted : m.changes_extension_lapsed;
  return (
    <Notice kind="warn">
      {change.status === "lapsed"
        ? lapsed({ until })
        : m.changes_extension_declined({ until, reason: change.reason ?? "" })}
    </Notice>
  );
}

function OpenRequest({ order, change }: { order: OwnOrderDetail; change: OrderChange }) {
  const cache = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: () => api(withdrawChange, { params: { id: order.id, changeId: change.id } }),
    onSuccess: () => toast({ title: m.changes_withdrawn() }),
    onError: (error) => refused(answerRefusedWords(error)),
    onSettled: () => makeStale(cache, "order"),
  });
  const refused = useRefusal(withdrawing.error);
  return (
    <Notice kind="info">
      <p>{waitsWords(order, change)}</p>
      {withdrawing.error && <p role="alert">{answerRefusedWords(withdrawing.error)}</p>}
      <p className="mt-2 no-print">
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-busy={withdrawing.isPending || undefined}
          onClick={() => !withdrawing.isPending && withdrawing.mutate()}
        >
          {m.changes_withdraw()}
        </button>
      </p>
    </Notice>
  );
}

/** The side that answers a request, the deadline, and whether the days are kept until then. */
function waitsWords({ host }: OwnOrderDetail, change: OrderChange): string {
  const answer = change.answerUntil ? showMomentInLosAngeles(change.answerUntil) : "";
  if (host) {
    const asked = { what: describeChange(change), answer };
    return change.waitsWithoutHold ? m.changes_request_waits_unheld(asked) : m.changes_request_waits(asked);
  }
  const until = showDate(change.effectiveReturnDate);
  return (change.waitsWithoutHold ? m.changes_extension_waits_unheld : m.changes_extension_waits)({
    until,
    answer,
  });
}

/** A change in words: the new return date, the new dates, or the new place. */
function describeChange({ kind, after, effectiveReturnDate }: OrderChange): string {
  if (!after.rental) return m.changes_what_place({ place: after.pickupLocation });
  if (kind === "extension") return m.changes_what_until({ until: showDate(effectiveReturnDate) });
  const { pickupDate, returnDate } = after.rental;
  return m.order_dates({ from: showDate(pickupDate), until: showDate(returnDate) });
}
