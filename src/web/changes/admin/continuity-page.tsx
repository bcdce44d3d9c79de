import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import {
  agreeToReplacement,
  type ContinuityCase,
  dismissEnding,
  endOrder,
  listContinuity,
} from "#contract/admin/endings.ts";
import { mostBorneAlone } from "#domain/changes/endings.ts";
import { formatWholeMoney } from "#domain/money.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { mayUse } from "#web/admin/sections.ts";
import { api } from "#web/api.ts";
import { followsForRenter } from "#web/changes/continuity/end-rental.tsx";
import { endingReasonWords } from "#web/changes/continuity/reason-words.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { statusName } from "#web/ui/format/status-names.ts";
import { toast } from "#web/ui/toast.ts";

export const meta = () => pageMeta({ title: m.continuity_title() });

const continuityQuery = { ...endpointQuery(listContinuity), staleTime: 0 };

/** Rentals that were ended and aren't settled yet: some wait for the renter, others for an administrator. */
export default function ContinuityPage() {
  const { data, error, refetch } = useQuery(continuityQuery);
  return (
    <>
      <AdminTitle title={m.continuity_title()}>
        <RefreshButton />
      </AdminTitle>
      <p className="muted">{m.continuity_lead()}</p>
      <Failed error={error} onRetry={() => void refetch()} />
      {!data && !error && <Waiting />}
      {data?.length === 0 && <Empty icon="check" title={m.continuity_empty()} />}
      <ul className="grid gap-4">
        {data?.map((one) => (
          <Case key={one.orderId} ended={one} />
        ))}
      </ul>
    </>
  );
}

function Case({ ended }: { ended: ContinuityCase }) {
  const {
    orderId: id,
    orderNumber,
    status,
    state,
    reason,
    side,
    hostName,
    carName,
    endsOn,
    answerUntil,
  } = ended;
  return (
    <li className="card stack">
      <h2 className="h4">
        <Link className="link num" to={`/admin/order-management?order=${id}`}>
          {orderNumber}
        </Link>{" "}
        <span className="badge badge-plain">{statusName(status)}</span>
      </h2>
      <p>
        {m.continuity_line({
          car: carName,
          reason: endingReasonWords[reason](),
          who: side === "host" ? (hostName ?? m.continuity_host()) : m.continuity_admin(),
        })}
      </p>
      {state === "asked" ? (
        <Decide ended={ended} />
      ) : (
        <>
          {endsOn && <p className="num">{m.continuity_last_day({ day: showDate(endsOn) })}</p>}
          {answerUntil && (
            <p className="num">{m.continuity_until({ until: showMomentInLosAngeles(answerUntil) })}</p>
          )}
          <ul className="grid gap-2">
            {ended.offers.map((offer) => (
              <Offer key={offer.carId} orderId={id} offer={offer} />
            ))}
          </ul>
        </>
      )}
    </li>
  );
}

const useForget = () => {
  const cache = useQueryClient();
  return { onSettled: () => makeStale(cache, "order") };
};

/** A host has requested the end of a rental. An administrator ends it or refuses. */
function Decide({ ended: { orderId: id, reason, endsOn } }: { ended: ContinuityCase }) {
  const [isAsking, setAsking] = useState(false);
  const settled = useForget();
  const ending = useMutation({
    mutationFn: () => api(endOrder, { params: { id }, body: { reason } }),
    onSuccess: () => toast({ title: m.ending_done() }),
    onError: (error) => refused(sessionErrorWords(error)),
    onSettled: () => {
      setAsking(false);
      return settled.onSettled();
    },
  });
  const dismissing = useMutation({
    mutationFn: () => api(dismissEnding, { params: { id } }),
    onSuccess: () => toast({ title: m.continuity_dismissed() }),
    onError: (error) => refused(sessionErrorWords(error)),
    ...settled,
  });
  const refused = useRefusal(ending.error ?? dismissing.error);
  return (
    <>
      <p>
        {m.continuity_ending_requested()} {followsForRenter(endsOn)}
      </p>
      <Failed error={ending.error ?? dismissing.error} />
      <p className="acts">
        <button className="btn btn-bad btn-sm" type="button" onClick={() => setAsking(true)}>
          {m.ending_yes()}
        </button>
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-busy={dismissing.isPending || undefined}
          onClick={() => !dismissing.isPending && dismissing.mutate()}
        >
          {m.continuity_dismiss()}
        </button>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={m.ending_title()}
          confirm={m.ending_yes()}
          isBusy={ending.isPending}
          onConfirm={() => ending.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{endingReasonWords[reason]()}</p>
          <p>{followsForRenter(endsOn)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type OfferProps = { orderId: string; offer: ContinuityCase["offers"][number] };

function Offer({ orderId, offer }: OfferProps) {
  const { data: user } = useQuery(currentUserQuery);
  const settled = useForget();
  const agreeing = useMutation({
    mutationFn: () => api(agreeToReplacement, { params: { id: orderId, carId: offer.carId } }),
    ...settled,
  });
  return (
    <li>
      <p className="num">
        {m.continuity_offer({
          car: offer.name,
          price: showMoney(offer.monthlyPrice),
          difference: showMoney(offer.difference),
        })}{" "}
        <span className="muted">{offer.isHeld ? m.continuity_held() : m.continuity_shown()}</span>
      </p>
      <Failed error={agreeing.error} />
      {offer.needsAgreement && (
        <p>
          {m.continuity_agree_needed({ amount: formatWholeMoney(mostBorneAlone, currentLanguage()) })}{" "}
          {user && mayUse(user, ["manage_payments"]) && (
            <button
              className="btn btn-primary btn-sm"
              type="button"
              aria-busy={agreeing.isPending || undefined}
              onClick={() => !agreeing.isPending && agreeing.mutate()}
            >
              {m.continuity_agree()}
            </button>
          )}
        </p>
      )}
    </li>
  );
}
