import { Form, useNavigation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";

/**
 * Cancels with the key from the order's email, after asking. Opening it asks; the button inside does it: no
 * script needed.
 */
export function CancelOrder({ orderNumber, hasFailed }: { orderNumber: string; hasFailed: boolean }) {
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
        <p>{m.order_cancel_ask({ number: orderNumber })}</p>
        <p>
          <button className="btn btn-danger" type="submit" aria-busy={isSending || undefined}>
            {m.order_cancel_yes()}
          </button>
        </p>
      </Form>
    </details>
  );
}
