import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { confirmOrderOrigin } from "#contract/account/booking.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { WasItYou } from "#web/session/was-it-you.tsx";
import { toast } from "#web/ui/toast.ts";
import { ownDates } from "./order-row.tsx";
import { ownTitle } from "./own-title.ts";
import { unconfirmedOrdersQuery } from "./queries.ts";

type OriginAnswer = { id: string; isMine: boolean };

/** Orders with this person's email address, placed without signing in. Asks whether it was this person. */
export function UnconfirmedOrders() {
  const client = useQueryClient();
  const { data = [] } = useQuery(unconfirmedOrdersQuery);
  const say = useMutation({
    mutationFn: ({ id, isMine }: OriginAnswer) =>
      api(confirmOrderOrigin, { params: { id }, body: { isMine } }),
    onSuccess: (_answer, { isMine }) =>
      toast({ title: isMine ? m.own_orders_unconfirmed_kept() : m.own_orders_unconfirmed_denied() }),
    onSettled: () => makeStale(client, "order"),
  });
  return (
    <WasItYou
      title={m.own_orders_unconfirmed_title()}
      lead={m.own_orders_unconfirmed_lead()}
      items={data.map((order) => ({
        id: order.id,
        shown: (
          <div className="grid gap-1">
            <p>
              <b className="wrap-anywhere">{ownTitle({ ...order, vehicleId: null })}</b> · {ownDates(order)}
            </p>
            <p className="small muted wrap-anywhere">
              {m.own_orders_unconfirmed_name({ number: order.orderNumber, name: order.name })}
            </p>
          </div>
        ),
      }))}
      onSay={(id, isMine) => say.mutate({ id, isMine })}
      isSaying={say.isPending}
      error={say.error}
    />
  );
}
