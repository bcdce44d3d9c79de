import { useState } from "react";
import { returnCredit } from "#contract/payments.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Payer } from "./pay-online.tsx";

/** Money that a renter has paid beyond everything due, and a button to get it back. */
export function Credit({ amount, payer }: { amount: string; payer: Payer }) {
  const { orderId, key, onMoved } = payer;
  const [state, setState] = useState<"rests" | "asking" | "failed">("rests");

  async function ask(): Promise<void> {
    setState("asking");
    try {
      const { refund } = await api(returnCredit, { params: { id: orderId }, query: { key } });
      toast({ title: m.payments_credit_returned({ amount: showMoney(refund) }) });
      onMoved();
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <p>{m.payments_credit({ amount: showMoney(amount) })}</p>
      {state === "failed" && (
        <Notice kind="warn" isAlert>
          {m.payments_credit_failed()}
        </Notice>
      )}
      <p className="no-print">
        <button
          className="btn btn-secondary btn-sm needs-script"
          type="button"
          aria-busy={state === "asking" || undefined}
          onClick={() => void (state === "asking" || ask())}
        >
          {m.payments_credit_return()}
        </button>
      </p>
    </>
  );
}
