import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { parseMoney } from "#domain/money.ts";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";

type AmountEntered = { id: string; amount: string; reason: string };

type AmountFormProps = {
  /** What its fields are told apart by. */
  name: "refund" | "write-off";
  title: string;
  hint: string;
  action: string;
  /** One id for as long as it is one wish: sent twice, it is once. */
  asking: {
    isPending: boolean;
    mutate: (asked: AmountEntered, then: { onSuccess: () => void }) => void;
  };
  onDone?: (amount: string) => void;
  /** Why it was refused. */
  failed: ReactNode;
};

/** An amount of an order's money and why it is to move, folded away until somebody wants it. */
export function AmountForm({ name, title, hint, action, asking, onDone, failed }: AmountFormProps) {
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
          onDone?.(amount);
        },
      },
    );
  };

  return (
    <details className="unfold">
      <summary>{title}</summary>
      <form className="stack" onSubmit={send}>
        <TextField
          id={`${name}-amount`}
          name="amount"
          label={m.admin_pay_amount()}
          inputMode="decimal"
          autoComplete="off"
          hint={hint}
          {...(wrong === "amount" && { error: m.admin_pay_wrong_amount(), isAlert: true })}
        />
        <TextField
          id={`${name}-reason`}
          name="reason"
          label={m.admin_pay_refund_reason()}
          maxLength={500}
          autoComplete="off"
          {...(wrong === "reason" && { error: m.admin_pay_wrong_reason(), isAlert: true })}
        />
        {failed}
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={asking.isPending || undefined}>
            {action}
          </button>
        </p>
      </form>
    </details>
  );
}
