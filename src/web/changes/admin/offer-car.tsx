import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type FormEvent, useState } from "react";
import { offerCar, quoteOffer } from "#contract/changes.ts";
import { api } from "#web/api.ts";
import { Failed } from "#web/session/states.tsx";
import { ChangePrice } from "#web/changes/change-price.tsx";
import { orderChangesQuery } from "#web/changes/queries.ts";
import { adminOrderQuery, forgetOrders } from "#web/orders/admin/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { toast } from "#web/ui/toast.ts";
import { ReasonField } from "./reason-field.tsx";

type OfferCarProps = {
  orderId: string;
  /** What finds a car that fits the order. */
  CarChoice: ComponentType<{
    orderId: string;
    id: string;
    hint: string;
    none: string;
    carId: string;
    onChoose: (carId: string) => void;
  }>;
};

/** Another car for an order's renter, who is asked. Shown where one may be offered. */
export function OfferCar({ orderId, CarChoice }: OfferCarProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: order } = useQuery(adminOrderQuery(orderId));
  if (!order?.canOfferCar) return null;
  return (
    <section aria-labelledby="admin-order-offer">
      <h3 id="admin-order-offer">{m.changes_admin_offer_title()}</h3>
      {isOpen ? (
        <OfferForm orderId={orderId} CarChoice={CarChoice} onDone={() => setOpen(false)} />
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

/** A car chosen, what the rental costs with it, and why: then the renter is asked. */
function OfferForm({ orderId, CarChoice, onDone }: OfferCarProps & { onDone: () => void }) {
  const client = useQueryClient();
  const [carId, setCarId] = useState("");
  const [reason, setReason] = useState("");
  const [isReasonMissing, setReasonMissing] = useState(false);
  const sending = useMutation({
    mutationFn: () => api(offerCar, { params: { id: orderId }, body: { carId, reason } }),
    onSuccess: () => {
      toast({ title: m.changes_admin_offer_sent() });
      onDone();
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: orderChangesQuery(orderId).queryKey });
      void forgetOrders(client);
    },
  });
  const quote = useQuery({
    queryKey: [...adminOrderQuery(orderId).queryKey, "offer-quote", carId],
    queryFn: () => api(quoteOffer, { params: { id: orderId }, body: { carId } }),
    // Once the car is offered there is nothing more to ask, whoever tells of it first.
    enabled: carId !== "" && !sending.isPending && !sending.isSuccess,
    retry: false,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const lacksReason = reason.trim() === "";
    setReasonMissing(lacksReason);
    if (!carId) event.currentTarget.querySelector<HTMLInputElement>("[name=offer-car]")?.focus();
    else if (!lacksReason && !sending.isPending) sending.mutate();
  };

  return (
    <form className="stack" noValidate onSubmit={send}>
      <CarChoice
        orderId={orderId}
        id="offer-car"
        hint={m.changes_admin_offer_hint()}
        none={m.changes_admin_offer_none()}
        carId={carId}
        onChoose={setCarId}
      />
      {quote.data && <ChangePrice quote={quote.data} isOwed={false} />}
      <ReasonField id="offer-reason" reason={reason} isMissing={isReasonMissing} onReason={setReason} />
      <Failed error={sending.error ?? quote.error} />
      <FormActs
        send={m.changes_admin_offer_send()}
        isSending={sending.isPending}
        leave={m.admin_cancel()}
        onLeave={onDone}
      />
    </form>
  );
}
