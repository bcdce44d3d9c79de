import { type FormEvent, useRef, useState } from "react";
import { formatMoney, parseMoney } from "#domain/money.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { toast } from "#web/ui/toast.ts";
import { RefundFailed } from "./refund-failed.tsx";
import { useCreateRefund } from "./queries.ts";

/** Asks for money to be given back, with a reason. */
export function RefundForm({ orderId, refundable }: { orderId: string; refundable: string }) {
  const asking = useCreateRefund(orderId);
  const id = useRef(crypto.randomUUID());
  const [wrong, setWrong] = useState<"amount" | "reason">();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const amount = String(values.get("amount") ?? "").trim();
    const reason = String(values.get("reason") ?? "").trim();
    const found = parseMoney(amount) ? (reason ? undefined : "reason") : "amount";
    setWrong(found);
    if (found || asking.isPending) return;
    asking.mutate(
      { id: id.current, amount, reason },
      {
        onSuccess: () => {
          id.current = crypto.randomUUID();
          form.reset();
          toast({ title: m.admin_pay_refund_asked(), description: showMoney(amount) });
        },
      },
    );
  };

  return (
    <details className="unfold">
      <summary>{m.admin_pay_refund()}</summary>
      <form className="stack" onSubmit={send}>
        <TextField
          id="refund-amount"
          name="amount"
          label={m.admin_pay_amount()}
          inputMode="decimal"
          autoComplete="off"
          hint={m.admin_pay_refund_hint({
            amount: showMoney(refundable),
            alone: formatMoney(refundsAlone.most, currentLanguage()),
            days: refundsAlone.days,
          })}
          {...(wrong === "amount" && { error: m.admin_pay_wrong_amount(), isAlert: true })}
        />
        <TextField
          id="refund-reason"
          name="reason"
          label={m.admin_pay_refund_reason()}
          maxLength={500}
          autoComplete="off"
          {...(wrong === "reason" && { error: m.admin_pay_wrong_reason(), isAlert: true })}
        />
        <RefundFailed error={asking.error} />
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={asking.isPending || undefined}>
            {m.admin_pay_refund_send()}
          </button>
        </p>
      </form>
    </details>
  );
}
