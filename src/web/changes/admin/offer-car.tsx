import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { type AdminOrderDetail, getAdminOrder } from "#contract/admin/orders.ts";
import { offerCar, quoteOffer } from "#contract/changes.ts";
import { offerAnswerHours } from "#domain/changes/may-change.ts";
import { changeReasonFields } from "#domain/fields/admin.ts";
import { api } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { Failed } from "#web/session/states.tsx";
import { ChangePrice } from "#web/changes/change-price.tsx";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { toast } from "#web/ui/toast.ts";

type OfferCarProps = {
  order: Pick<AdminOrderDetail, "id" | "canOfferCar">;
  /** The control that finds a car for the order. */
  CarChoice: ComponentType<{
    orderId: string;
    id: string;
    hint: string;
    none: string;
    carId: string;
    onChoose: (carId: string) => void;
  }>;
};

/** Offers the renter of an order another car, which the renter takes or declines. Shown where possible. */
export function OfferCar({ order, CarChoice }: OfferCarProps) {
  const [isOpen, setOpen] = useState(false);
  if (!order.canOfferCar) return null;
  return (
    <section aria-labelledby="admin-order-offer">
      <h3 id="admin-order-offer">{m.changes_admin_offer_title()}</h3>
      {isOpen ? (
        <OfferForm order={order} CarChoice={CarChoice} onDone={() => setOpen(false)} />
      ) : (
        <p>
          <button className="btn btn-secondary" type="button" onClick={() => setOpen(true)}>
            {m.changes_admin_offer_open()}
          </button>
        </p>
      )}
    </section>
  );
}

/** The form of the offer: the car, the price of the rental with it, and the reason. Then the renter is asked. */
function OfferForm({ order: { id: orderId }, CarChoice, onDone }: OfferCarProps & { onDone: () => void }) {
  const client = useQueryClient();
  const [carId, setCarId] = useState("");
  const [isOffered, setOffered] = useState(false);
  const { props, field, isSending, failure } = useForm({
    rules: { fields: changeReasonFields },
    id: "offer",
    words: (name, code) => errorWords({ reason: { missing: m.changes_admin_reason_missing } }, name, code),
    send: async ({ reason }, form) => {
      if (!carId) return form.querySelector<HTMLInputElement>("[name=offer-car]")?.focus();
      try {
        await api(offerCar, { params: { id: orderId }, body: { carId, reason } });
        setOffered(true);
        toast({ title: m.changes_admin_offer_sent() });
        onDone();
      } finally {
        void makeStale(client, "order");
      }
    },
  });
  const quote = useQuery({
    queryKey: [...endpointQuery(getAdminOrder, { params: { id: orderId } }).queryKey, "offer-quote", carId],
    queryFn: () => api(quoteOffer, { params: { id: orderId }, body: { carId } }),
    // Once the car is offered, its quote isn't read again, even where another event refreshes the order first.
    enabled: carId !== "" && !isSending && !isOffered,
    retry: false,
  });
  return (
    <form className="stack" {...props}>
      <CarChoice
        orderId={orderId}
        id="offer-car"
        hint={m.changes_admin_offer_hint({ hours: offerAnswerHours })}
        none={m.changes_admin_offer_none()}
        carId={carId}
        onChoose={setCarId}
      />
      {quote.data && <ChangePrice quote={quote.data} isOwed={false} />}
      <TextField {...field("reason")} label={m.changes_admin_reason()} />
      <Failed error={failure ?? quote.error} />
      <FormActs
        send={m.changes_admin_offer_send()}
        isSending={isSending}
        leave={m.admin_cancel()}
        onLeave={onDone}
      />
    </form>
  );
}
