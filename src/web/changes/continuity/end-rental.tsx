import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { EndingAnswer } from "#contract/continuity.ts";
import { endingReasons, type EndingReason, endsOn, isHostSide, mayNotEnd } from "#domain/changes/endings.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { isActive, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { Failed } from "#web/session/states.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { toast } from "#web/ui/toast.ts";
import { endingReasonWords } from "./reason-words.ts";

type EndedOrder = {
  id: string;
  status: OrderStatus;
  pickupDate: string;
  pickupTime: string;
  returnDate: string;
  /** The first day with the present car, if it isn't the pickup date. */
  carSince: string | null;
};
type Props = {
  order: EndedOrder;
  side: "host" | "desk";
  send: (reason: EndingReason) => Promise<EndingAnswer>;
  onEnded: () => unknown;
};

/** Ends a rental for a reason, and states the consequences first. Shown for a confirmed or running rental. */
export function EndRental({ order, side, send, onEnded }: Props) {
  const [now] = useState(Date.now);
  const today = dateInLosAngeles(now);
  const isNextAhead =
    side === "desk" && order.status === "in_progress" && order.carSince !== null && order.carSince > today;
  // The back office ends the days of the car that is driven; without an ending, they last until the next car's.
  const ended = isNextAhead
    ? { ...order, carSince: null, returnDate: order.carSince ?? order.returnDate }
    : order;
  const reasons = endingReasons.filter((reason) => !mayNotEnd(ended, reason, now));
  const [chosen, setChosen] = useState<EndingReason>();
  const [isAsking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: send,
    onSuccess: ({ state, offered }) => toast({ title: doneWords(state, offered) }),
    onError: (error) => refused(sessionErrorWords(error)),
    onSettled: () => {
      setAsking(false);
      return onEnded();
    },
  });
  const refused = useRefusal(ending.error);
  const first = reasons[0];
  if (!isActive(order.status) || !first) return null;
  const reason = chosen ?? first;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
  };
  return (
    <section className="stack no-print" aria-labelledby="end-rental">
      <h3 className="h3" id="end-rental">
        {m.ending_title()}
      </h3>
      <form className="stack" onSubmit={ask}>
        <SelectField
          id="end-rental-reason"
          label={m.ending_reason()}
          value={reason}
          options={reasons.map((value) => ({ value, label: endingReasonWords[value]() }))}
          onChange={({ target }) => setChosen(reasons.find((one) => one === target.value))}
        />
        <Failed error={ending.error} />
        <p>
          <button className="btn btn-secondary" type="submit">
            {m.ending_next()}
          </button>
        </p>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={m.ending_title()}
          confirm={side === "host" && !isHostSide(reason) ? m.ending_ask() : m.ending_yes()}
          isBusy={ending.isPending}
          onConfirm={() => ending.mutate(reason)}
          onClose={() => setAsking(false)}
        >
          <p>{endingReasonWords[reason]()}</p>
          {isNextAhead && <p>{m.ending_follows_driven()}</p>}
          {followsWords(order, side, reason, endsOn(ended, reason, today)).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The consequences of an ending, stated before it is sent. */
function followsWords(
  { status, returnDate }: EndedOrder,
  side: Props["side"],
  reason: EndingReason,
  last: string,
): string[] {
  const day = showDate(last);
  const until = showDate(returnDate);
  if (isHostSide(reason))
    return [
      status === "in_progress" ? m.ending_follows_last_day({ day }) : m.ending_follows_before(),
      m.ending_follows_offered(),
      m.ending_follows_taken({ until }),
      ...(side === "host" ? [m.ending_follows_counted()] : []),
    ];
  if (side === "host") return [m.ending_follows_request()];
  return [followsForRenter(status === "in_progress" ? last : null)];
}

/** The consequences of an ending blamed on the renter. `last` is the last day with the car, if any. */
export const followsForRenter = (last: string | null): string =>
  last === null ? m.ending_follows_cancelled() : m.ending_follows_days({ day: showDate(last) });

function doneWords(state: EndingAnswer["state"], offered: number): string {
  if (state === "asked") return m.ending_requested();
  return state === "offered" ? m.ending_done_offered({ count: offered }) : m.ending_done();
}
