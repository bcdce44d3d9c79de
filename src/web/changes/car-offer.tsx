import { useState } from "react";
import { Link } from "react-router";
import { answerOffer, type OrderChange } from "#contract/changes.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { answerRefusedWords } from "#web/changes/refusal-words.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { ChangePrice } from "./change-price.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";

type CarOfferProps = {
  orderId: string;
  /** The key of a visitor's order. A signed-in renter needs none. */
  orderKey?: string | undefined;
  offer: OrderChange;
  onAnswered: () => unknown;
};

/** Another car that the renter is offered: its price, the reason, the deadline, and the buttons to answer. */
export function CarOffer({ orderId, orderKey: key, offer, onAnswered }: CarOfferProps) {
  const [sending, setSending] = useState<"accepted" | "declined">();
  const [error, setError] = useState<unknown>();
  const refused = useRefusal(error);
  const [before, after] = [offer.before.rental, offer.after.rental];
  const answer = async (decision: "accepted" | "declined") => {
    if (sending) return;
    setSending(decision);
    setError(undefined);
    try {
      await api(answerOffer, {
        params: { id: orderId, changeId: offer.id },
        query: { ...(key && { key }) },
        body: { decision },
      });
      toast({ title: decision === "accepted" ? m.changes_offer_taken() : m.changes_offer_kept() });
    } catch (failure) {
      refused(answerRefusedWords(failure));
      setError(failure);
    } finally {
      setSending(undefined);
      await onAnswered();
    }
  };
  return (
    <section className="stack" aria-labelledby="car-offer">
      <h2 className="h3" id="car-offer">
        {m.changes_offer_title()}
      </h2>
      <p>
        {m.changes_offer_lead({ instead: shownCarName(before?.carName ?? "") })}{" "}
        <Link to={`/cars/${after?.carId ?? ""}`}>{shownCarName(after?.carName ?? "")}</Link>
      </p>
      {offer.reason && <p>{m.changes_offer_reason({ reason: offer.reason })}</p>}
      <ChangePrice quote={offer} isOwed={false} />
      {offer.answerUntil && (
        <p className="muted">
          {m.changes_offer_until({ answer: showMomentInLosAngeles(offer.answerUntil) })}
        </p>
      )}
      {error !== undefined && (
        <Notice kind="bad" isAlert>
          {answerRefusedWords(error)}
        </Notice>
      )}
      <p className="row no-print">
        <button
          className="btn btn-primary"
          type="button"
          aria-busy={sending === "accepted" || undefined}
          onClick={() => void answer("accepted")}
        >
          {m.changes_offer_take()}
        </button>{" "}
        <button
          className="btn btn-secondary"
          type="button"
          aria-busy={sending === "declined" || undefined}
          onClick={() => void answer("declined")}
        >
          {m.changes_offer_keep()}
        </button>
      </p>
    </section>
  );
}
