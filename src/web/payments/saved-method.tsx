import { useState } from "react";
import { deleteSavedMethod } from "#contract/payments.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Payer } from "./pay-online.tsx";

/** The payment method that later payments are charged to, and a button to remove it. */
export function SavedMethod({ method, payer }: { method: string; payer: Payer }) {
  const { orderId, key, onMoved } = payer;
  const [state, setState] = useState<"rests" | "removing" | "failed">("rests");

  async function remove(): Promise<void> {
    setState("removing");
    try {
      await api(deleteSavedMethod, { params: { id: orderId }, query: { key } });
      toast({ title: m.payments_saved_removed({ method }) });
      onMoved();
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <p>{m.payments_saved({ method })}</p>
      {state === "failed" && (
        <Notice kind="warn" isAlert>
          {m.payments_saved_not_removed()}
        </Notice>
      )}
      <details className="fold no-print">
        <summary>{m.payments_saved_remove()}</summary>
        <p>{m.payments_saved_remove_ask()}</p>
        <p>
          <button
            className="btn btn-secondary btn-sm needs-script"
            type="button"
            aria-busy={state === "removing" || undefined}
            onClick={() => void (state === "removing" || remove())}
          >
            {m.payments_saved_remove_yes({ method })}
          </button>
        </p>
      </details>
    </>
  );
}
