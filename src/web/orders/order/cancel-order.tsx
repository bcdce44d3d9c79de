import type { Cancellation } from "#contract/orders.ts";
import { Form, useNavigation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { cancelWords } from "./cancel-words.ts";
import { Notice } from "#web/ui/notice.tsx";

type CancelOrderProps = { orderNumber: string; price: Cancellation | undefined; hasFailed: boolean };

/**
 * Cancels with the key from the order's email, after a question. Opening this part shows the question; the button
 * inside cancels. No script is needed.
 */
export function CancelOrder({ orderNumber, price, hasFailed }: CancelOrderProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <details className="fold no-print" open={hasFailed}>
      <summary>{m.order_cancel()}</summary>
      <Form method="post" className="stack">
        {hasFailed && (
          <Notice kind="bad" isAlert>
            {m.order_cancel_failed()}
          </Notice>
        )}
        <p>{cancelWords(orderNumber, price)}</p>
        {price && <input type="hidden" name="expectedKept" value={price.kept} />}
        <p>
          <button className="btn btn-danger" type="submit" aria-busy={isSending || undefined}>
            {m.order_cancel_yes()}
          </button>
        </p>
      </Form>
    </details>
  );
}
