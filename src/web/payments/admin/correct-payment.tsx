import { useState } from "react";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { correctionFields } from "#domain/fields/money.ts";
import { formatMoney } from "#domain/money.ts";
import { type CorrectionKind, correctionKinds, refundsAlone } from "#domain/payments/payments.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { toast } from "#web/ui/toast.ts";
import { useCorrectPayment } from "./queries.ts";

const kindNames: Record<CorrectionKind, () => string> = {
  take_back: m.admin_pay_correct_take_back,
  move: m.admin_pay_correct_move,
};
const own = {
  order: { missing: m.admin_pay_correct_order_wrong, refused: m.adjust_error_order },
  reason: { missing: m.admin_pay_wrong_reason },
};

const rulesOf = (kind: CorrectionKind): FormRules<typeof correctionFields> => ({
  fields: correctionFields,
  shows: "one",
  check: ({ order }) => (kind === "move" && order === "" ? { order: "missing" } : {}),
});

type PaymentToCorrect = { orderId: string; paymentId: string };

/** Says that a recorded payment never came, or is for another order. The form is drawn when it is opened. */
export function CorrectPayment(corrected: PaymentToCorrect) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="unfold w-full" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.admin_pay_correct()}</summary>
      {isOpen && <CorrectionForm {...corrected} />}
    </details>
  );
}

function CorrectionForm({ orderId, paymentId }: PaymentToCorrect) {
  const { mutateAsync: correct } = useCorrectPayment(orderId);
  const [kind, setKind] = useState<CorrectionKind>("take_back");
  const { props, field, isSending, failure } = useForm({
    rules: rulesOf(kind),
    id: `correct-${paymentId}`,
    words: (name, code) => errorWords(own, name, code),
    send: async ({ order, reason, tell }) => {
      let money: AdminOrderMoney;
      try {
        money = await correct({
          paymentId,
          reason,
          tell: tell === "on",
          ...(kind === "move" && { toOrder: order }),
        });
      } catch (error) {
        if (failureCode(error) === "order_not_found") return { order: "refused" };
        refused(sessionErrorWords(error));
        throw error;
      }
      const made = money.payments.find(({ id }) => id === paymentId)?.correction;
      toast({
        title:
          made?.status === "awaiting_approval" ? m.admin_pay_correction_waits() : m.admin_pay_corrected(),
      });
    },
  });
  const refused = useRefusal(failure);

  return (
    <form className="stack" {...props}>
      <SelectField
        id={`correct-kind-${paymentId}`}
        label={m.admin_pay_correct_what()}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(correctionKinds.find((one) => one === currentTarget.value) ?? "take_back")
        }
        options={correctionKinds.map((value) => ({ value, label: kindNames[value]() }))}
      />
      {kind === "move" && (
        <TextField {...field("order")} label={m.admin_pay_correct_order()} autoComplete="off" />
      )}
      <TextField
        {...field("reason")}
        label={m.admin_pay_refund_reason()}
        autoComplete="off"
        hint={m.admin_pay_correct_hint({ alone: formatMoney(refundsAlone.most, currentLanguage()) })}
      />
      <label className="choice">
        <input type="checkbox" name="tell" />
        <span>{m.admin_pay_correct_tell()}</span>
      </label>
      <Failed error={failure} />
      <p>
        <button className="btn btn-secondary" type="submit" aria-busy={isSending || undefined}>
          {m.admin_pay_correct_send()}
        </button>
      </p>
    </form>
  );
}
