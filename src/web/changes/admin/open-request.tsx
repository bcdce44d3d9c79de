import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerChange, type OrderChange, withdrawOffer } from "#contract/changes.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { ChangePrice } from "#web/changes/change-price.tsx";
import { orderChangesQuery } from "#web/changes/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { ReasonField } from "./reason-field.tsx";

/** An order's open request: more days, other dates, another place, or an offer of another car. */
export function OpenRequest({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderChangesQuery(orderId));
  const open = data?.find(({ status }) => status === "requested");
  if (!open) return null;
  if (open.kind === "swap") return <OpenOffer change={open} />;
  return (
    <section aria-labelledby="admin-order-request">
      <h3 id="admin-order-request">
        {open.kind === "extension" ? m.changes_admin_title() : m.changes_admin_request_title()}
      </h3>
      <Answer key={open.id} change={open} />
    </section>
  );
}

function OpenOffer({ change }: { change: OrderChange }) {
  const cache = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: () => api(withdrawOffer, { params: { changeId: change.id } }),
    onError: (error) => refused(sessionErrorWords(error)),
    onSettled: () => void makeStale(cache, "order"),
  });
  const refused = useRefusal(withdrawing.error);
  return (
    <section className="stack" aria-labelledby="admin-order-offered">
      <h3 id="admin-order-offered">{m.changes_admin_offer_title()}</h3>
      <p>
        {m.changes_admin_offer_waits({
          car: change.after.rental?.carName ?? "",
          answer: change.answerUntil ? showMomentInLosAngeles(change.answerUntil) : "",
        })}
      </p>
      <ChangePrice quote={change} isOwed={false} />
      <Failed error={withdrawing.error} />
      <p>
        <button
          className="btn btn-secondary"
          type="button"
          aria-busy={withdrawing.isPending || undefined}
          onClick={() => !withdrawing.isPending && withdrawing.mutate()}
        >
          {m.changes_admin_offer_withdraw()}
        </button>
      </p>
    </section>
  );
}

function Answer({ change }: { change: OrderChange }) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  const [isReasonMissing, setReasonMissing] = useState(false);
  const answering = useMutation({
    mutationFn: (decision: "accepted" | "declined") =>
      api(answerChange, {
        params: { changeId: change.id },
        body: { decision, ...(reason.trim() && { reason }) },
      }),
    onError: (error) => refused(sessionErrorWords(error)),
    onSettled: () => void makeStale(cache, "order"),
  });
  const refused = useRefusal(answering.error);
  const answer = (decision: "accepted" | "declined") => {
    const lacksReason = decision === "declined" && reason.trim() === "";
    setReasonMissing(lacksReason);
    if (!lacksReason && !answering.isPending) answering.mutate(decision);
  };
  return (
    <div className="stack">
      <p>{askedWords(change)}</p>
      <ChangePrice quote={change} isOwed={false} />
      <ReasonField id="change-reason" reason={reason} isMissing={isReasonMissing} onReason={setReason} />
      <Failed error={answering.error} />
      <p className="acts">
        <button
          className="btn btn-primary"
          type="button"
          aria-busy={answering.isPending || undefined}
          onClick={() => answer("accepted")}
        >
          {change.kind === "extension" ? m.changes_admin_accept() : m.host_changes_accept()}
        </button>
        <button className="btn btn-secondary" type="button" onClick={() => answer("declined")}>
          {m.changes_admin_decline()}
        </button>
      </p>
    </div>
  );
}

function askedWords({
  kind,
  after,
  answerUntil,
  effectiveReturnDate,
  waitsWithoutHold,
}: OrderChange): string {
  const answer = answerUntil ? showMomentInLosAngeles(answerUntil) : "";
  if (!after.rental) return m.changes_admin_asks_place({ place: after.pickupLocation, answer });
  const until = showDate(effectiveReturnDate);
  if (kind === "dates")
    return m.changes_admin_asks_dates({ from: showDate(after.rental.pickupDate), until, answer });
  return (waitsWithoutHold ? m.changes_admin_asks_unheld : m.changes_admin_asks)({ until, answer });
}
