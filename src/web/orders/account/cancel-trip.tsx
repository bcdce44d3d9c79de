import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { makeStale } from "#web/make-stale.ts";
import { cancelOwnOrder } from "#web/orders/order/own-order.ts";
import { m } from "#web/paraglide/messages.js";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import "#web/styles/ask.css";

const CancelQuestion = lazyPart(() => import("#web/orders/order/cancel-question.tsx"), "CancelQuestion");

type CancelTripProps = { order: OwnOrderDetail; onCanceled: () => void };

/**
 * Asks before it cancels, and says what cancelling costs. After a success the button is gone, and the page's message
 * is far above. After a failure the reason stays here, even if the trip can no longer be cancelled.
 */
export function CancelTrip({ order, onCanceled }: CancelTripProps) {
  const cache = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => cancelOwnOrder(order.id, order.actions.cancel.price?.kept),
    onSuccess: () => toast({ title: m.trip_cancelled_toast({ number: order.orderNumber }) }),
    onSettled: () => makeStale(cache, "order"),
  });

  return (
    <>
      {cancelling.error && (
        <Notice kind="bad" isAlert>
          {m.order_cancel_failed()}
        </Notice>
      )}
      {order.actions.cancel.allowed && (
        <details className="ask no-print">
          <summary>{m.order_cancel()}</summary>
          <div className="stack">
            <Suspense>
              <CancelQuestion
                orderNumber={order.orderNumber}
                price={order.status === "pending" ? undefined : order.actions.cancel.price}
              />
            </Suspense>
            <p>
              <button
                className="btn btn-danger"
                type="button"
                aria-busy={cancelling.isPending || undefined}
                onClick={() =>
                  !cancelling.isPending && cancelling.mutate(undefined, { onSuccess: onCanceled })
                }
              >
                {m.order_cancel_yes()}
              </button>
            </p>
          </div>
        </details>
      )}
    </>
  );
}
