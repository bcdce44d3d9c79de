import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { offerCar, quoteOffer } from "#contract/changes.ts";
import { api } from "#web/api.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { ChangePrice } from "#web/changes/change-price.tsx";
import { orderChangesQuery } from "#web/changes/queries.ts";
import { adminOrderQuery, forgetOrders, planCarsQuery } from "#web/orders/admin/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { ReasonField } from "./reason-field.tsx";

/** Another car for an order's renter, who is asked. Shown where one may be offered. */
export function OfferCar({ orderId }: { orderId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data: order } = useQuery(adminOrderQuery(orderId));
  if (!order?.canOfferCar) return null;
  return (
    <section aria-labelledby="admin-order-offer">
      <h3 id="admin-order-offer">{m.changes_admin_offer_title()}</h3>
      {isOpen ? (
        <OfferForm orderId={orderId} onDone={() => setOpen(false)} />
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
function OfferForm({ orderId, onDone }: { orderId: string; onDone: () => void }) {
  const client = useQueryClient();
  const cars = useQuery(planCarsQuery(orderId));
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState("");
  const [isReasonMissing, setReasonMissing] = useState(false);
  const carId = chosen ?? cars.data?.[0]?.id ?? "";
  const sending = useMutation({
    mutationFn: () =>
      api<typeof offerCar>(
        { method: "POST", path: "/api/admin/orders/:id/offers" },
        { params: { id: orderId }, body: { carId, reason } },
      ),
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
    queryKey: [...planCarsQuery(orderId).queryKey, "quote", carId],
    queryFn: () =>
      api<typeof quoteOffer>(
        { method: "POST", path: "/api/admin/orders/:id/offers/quote" },
        { params: { id: orderId }, body: { carId } },
      ),
    // Once the car is offered there is nothing more to ask, whoever tells of it first.
    enabled: carId !== "" && !sending.isPending && !sending.isSuccess,
    retry: false,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const lacksReason = reason.trim() === "";
    setReasonMissing(lacksReason);
    if (!lacksReason && !sending.isPending) sending.mutate();
  };

  if (cars.error) return <Failed error={cars.error} onRetry={() => void cars.refetch()} />;
  if (!cars.data) return <Waiting />;
  if (cars.data.length === 0) return <Notice kind="warn">{m.changes_admin_offer_none()}</Notice>;
  return (
    <form className="stack" noValidate onSubmit={send}>
      <Field id="offer-car" label={m.changes_admin_offer_cars()} hint={m.changes_admin_offer_hint()}>
        <SelectFrame>
          <select
            className="control"
            id="offer-car"
            value={carId}
            aria-describedby="offer-car-hint"
            onChange={({ target }) => setChosen(target.value)}
          >
            {cars.data.map(({ id, name, year, city, monthlyPrice }) => (
              <option key={id} value={id}>
                {m.admin_orders_free_car({
                  name,
                  year,
                  city: cityOrName(city),
                  price: showMoney(monthlyPrice),
                })}
              </option>
            ))}
          </select>
        </SelectFrame>
      </Field>
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
