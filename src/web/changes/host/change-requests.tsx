import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { BodySent } from "#contract/endpoint.ts";
import { answerHostChange, type HostChange } from "#contract/host/changes.ts";
import { changeReasonFields } from "#domain/fields/admin.ts";
import { api } from "#web/api.ts";
import { hostChangesQuery } from "#web/changes/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showTime } from "#web/ui/format/show-time.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { showDate } from "#web/ui/format/show-date.ts";

/** Renters' requests to change a host's confirmed rentals, each with its earnings and the buttons to answer. */
export function ChangeRequests() {
  const list = useInfiniteQuery(hostChangesQuery);
  const changes = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {changes.length > 0 && (
        <section className="stack" aria-labelledby="host-changes">
          <h2 className="h3" id="host-changes">
            {m.host_changes_title()}
          </h2>
          <ul className="grid gap-8">
            {changes.map((change) => (
              <li key={change.id}>
                <Asked change={change} />
              </li>
            ))}
          </ul>
          <MoreButton list={list} label={m.host_request_more()} />
        </section>
      )}
    </>
  );
}

function Asked({ change }: { change: HostChange }) {
  const { id, kind, renter, car, before, after, answerUntil, orderId, isUnheld } = change;
  const cache = useQueryClient();
  const [isDeclining, setDeclining] = useState(false);
  const answering = useMutation({
    mutationFn: (body: BodySent<typeof answerHostChange>) =>
      api(answerHostChange, { params: { changeId: id }, body }),
    onSuccess: ({ status }) =>
      toast({ title: status === "accepted" ? m.host_changes_accepted() : m.host_changes_kept() }),
    onError: (error) => refused(sessionErrorWords(error)),
    onSettled: () => makeStale(cache, "order"),
  });
  const refused = useRefusal(answering.error);
  const name = renter.name ?? (renter.firstName || m.host_request_someone());
  const isBusy = answering.isPending || undefined;
  return (
    <article className="stack" aria-label={m.host_changes_line({ name, car: shownCarName(car) })}>
      <h3 className="h4">
        <Link to={`/host/trips/${orderId}`}>{m.host_changes_line({ name, car: shownCarName(car) })}</Link>
      </h3>
      <dl className="named">
        <Fact name={m.host_changes_now()}>{stateWords(kind, before)}</Fact>
        <Fact name={m.host_changes_then()}>
          <b>{stateWords(kind, after)}</b>
        </Fact>
        {kind !== "pickup" && (
          <Fact name={m.host_changes_earns()}>
            <span className="num">
              {m.host_changes_earned({ before: showMoney(before.earns), after: showMoney(after.earns) })}
            </span>
          </Fact>
        )}
      </dl>
      {answerUntil && (
        <p className="text-bad font-label num">
          {m.host_request_by({ moment: showMomentInLosAngeles(answerUntil) })}
        </p>
      )}
      {isUnheld && <Notice kind="warn">{m.host_changes_unheld()}</Notice>}
      <Failed error={answering.error} />
      {isDeclining ? (
        <DeclineChange
          id={id}
          onDecline={(reason) => answering.mutateAsync({ decision: "declined", reason })}
          onClose={() => setDeclining(false)}
        />
      ) : (
        <div className="acts">
          <button
            className="btn btn-primary"
            type="button"
            aria-busy={isBusy}
            onClick={() => !answering.isPending && answering.mutate({ decision: "accepted" })}
          >
            {m.host_changes_accept()}
          </button>
          <button className="btn btn-secondary" type="button" onClick={() => setDeclining(true)}>
            {m.host_changes_decline()}
          </button>
        </div>
      )}
    </article>
  );
}

type DeclineChangeProps = {
  id: string;
  onDecline: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

/** The reason for declining a change, which the renter reads. The change itself shows why declining failed. */
function DeclineChange({ id, onDecline, onClose }: DeclineChangeProps) {
  const { props, field, isSending } = useForm({
    rules: { fields: changeReasonFields },
    id: `change-${id}`,
    words: (name, code) => errorWords({ reason: { missing: m.changes_admin_reason_missing } }, name, code),
    send: async ({ reason }) => void (await onDecline(reason)),
  });
  return (
    <form className="stack" {...props}>
      <TextField {...field("reason")} label={m.changes_admin_reason()} />
      <FormActs
        send={m.host_changes_decline()}
        isSending={isSending}
        leave={m.host_request_back()}
        onLeave={onClose}
      />
    </form>
  );
}

function stateWords(kind: HostChange["kind"], state: HostChange["before"]): string {
  const { pickupLocation, pickupTime, returnTime, pickupDate, returnDate } = state;
  if (kind === "pickup")
    return [pickupLocation, showTime(pickupTime), showTime(returnTime)].filter(Boolean).join(" · ");
  return m.order_dates({ from: showDate(pickupDate), until: showDate(returnDate) });
}
