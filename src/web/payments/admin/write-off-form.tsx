import { type FormEvent, useRef, useState } from "react";
import { formatMoney, parseMoney } from "#domain/money.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import { Failed } from "#web/admin/states.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { useCreateWriteOff } from "./queries.ts";

/** Writes off what an ended rental still owes, with a reason. */
export function WriteOffForm({ orderId, most }: { orderId: string; most: string }) {
  const asking = useCreateWriteOff(orderId);
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
        },
      },
    );
  };

  return (
    <details className="unfold">
      <summary>{m.admin_pay_write_off()}</summary>
      <form className="stack" onSubmit={send}>
        <TextField
          id="write-off-amount"
          name="amount"
          label={m.admin_pay_amount()}
          inputMode="decimal"
          autoComplete="off"
          hint={m.admin_pay_write_off_hint({
            amount: showMoney(most),
            alone: formatMoney(refundsAlone.most, currentLanguage()),
            days: refundsAlone.days,
          })}
          {...(wrong === "amount" && { error: m.admin_pay_wrong_amount(), isAlert: true })}
        />
        <TextField
          id="write-off-reason"
          name="reason"
          label={m.admin_pay_refund_reason()}
          maxLength={500}
          autoComplete="off"
          {...(wrong === "reason" && { error: m.admin_pay_wrong_reason(), isAlert: true })}
        />
        <Failed error={asking.error} />
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={asking.isPending || undefined}>
            {m.admin_pay_write_off_send()}
          </button>
        </p>
      </form>
    </details>
  );
}
