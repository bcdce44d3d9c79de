import { type ComponentType, useRef } from "react";
import { amountFields } from "#domain/fields/money.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";

type AmountEntered = { id: string; amount: string; reason: string };

type AmountFormProps = {
  /** Used in the ids of the form's fields. */
  name: "refund" | "write-off";
  title: string;
  hint: string;
  action: string;
  /** The id stays the same until the server has accepted the form: a form that is sent twice counts once. */
  ask: (asked: AmountEntered) => Promise<unknown>;
  onDone?: (amount: string) => void;
  /** Says why the server refused the form. */
  Refused: ComponentType<{ error: unknown }>;
};

const rules: FormRules<typeof amountFields, "refund_above_paid" | "write_off_above_owed"> = {
  fields: amountFields,
  shows: "one",
  known: ["refund_above_paid", "write_off_above_owed"],
};
const own = {
  amount: {
    missing: m.admin_pay_wrong_amount,
    amount: m.admin_pay_wrong_amount,
    refund_above_paid: m.adjust_error_above_most,
    write_off_above_owed: m.adjust_error_above_most,
  },
  reason: { missing: m.admin_pay_wrong_reason },
};

/** A form for an amount of an order's money and a reason, folded away until somebody opens it. */
export function AmountForm({ name, title, hint, action, ask, onDone, Refused }: AmountFormProps) {
  const id = useRef(crypto.randomUUID());
  const { props, field, errors, isSending, failure } = useForm({
    rules,
    id: name,
    words: (field, code) => errorWords(own, field, code),
    send: async (asked, form) => {
      try {
        await ask({ id: id.current, ...asked });
      } catch (error) {
        refused(sessionErrorWords(error));
        throw error;
      }
      id.current = crypto.randomUUID();
      form.reset();
      onDone?.(asked.amount);
    },
  });
  const refused = useRefusal(failure ?? errors.amount);

  return (
    <details className="unfold">
      <summary>{title}</summary>
      <form className="stack" {...props}>
        <TextField
          {...field("amount")}
          label={m.admin_pay_amount()}
          inputMode="decimal"
          autoComplete="off"
          hint={hint}
        />
        <TextField {...field("reason")} label={m.admin_pay_refund_reason()} autoComplete="off" />
        <Refused error={failure} />
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={isSending || undefined}>
            {action}
          </button>
        </p>
      </form>
    </details>
  );
}
