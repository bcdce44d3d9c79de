import { type FormEvent, useState } from "react";
import { formatMoney } from "#domain/money.ts";
import { type CorrectionKind, correctionKinds, refundsAlone } from "#domain/payments/payments.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { useCorrectPayment } from "./queries.ts";

const kindNames: Record<CorrectionKind, () => string> = {
  take_back: m.admin_pay_correct_take_back,
  move: m.admin_pay_correct_move,
};

type Corrected = { orderId: string; paymentId: string };

/** Says that a recorded payment never came, or that it is for another order; there once somebody wants it. */
export function CorrectPayment(corrected: Corrected) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="unfold w-full" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.admin_pay_correct()}</summary>
      {isOpen && <CorrectionForm {...corrected} />}
    </details>
  );
}

function CorrectionForm({ orderId, paymentId }: Corrected) {
  const correcting = useCorrectPayment(orderId);
  const [kind, setKind] = useState<CorrectionKind>("take_back");
  const [wrong, setWrong] = useState<"reason" | "order">();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const reason = String(values.get("reason") ?? "").trim();
    const order = String(values.get("order") ?? "").trim();
    const found = kind === "move" && !order ? "order" : reason ? undefined : "reason";
    setWrong(found);
    if (found || correcting.isPending) return;
    correcting.mutate(
      {
        paymentId,
        reason,
        tell: values.get("tell") === "on",
        ...(kind === "move" && { toOrder: order }),
      },
      { onSuccess: () => toast({ title: m.admin_pay_corrected() }) },
    );
  };

  return (
    <form className="stack" onSubmit={send}>
      <Field id={`correct-kind-${paymentId}`} label={m.admin_pay_correct_what()}>
        <SelectFrame>
          <select
            className="control"
            id={`correct-kind-${paymentId}`}
            value={kind}
            onChange={({ currentTarget }) =>
              setKind(correctionKinds.find((one) => one === currentTarget.value) ?? "take_back")
            }
          >
            {correctionKinds.map((one) => (
              <option key={one} value={one}>
                {kindNames[one]()}
              </option>
            ))}
          </select>
        </SelectFrame>
      </Field>
      {kind === "move" && (
        <TextField
          id={`correct-order-${paymentId}`}
          name="order"
          label={m.admin_pay_correct_order()}
          autoComplete="off"
          maxLength={100}
          {...(wrong === "order" && { error: m.admin_pay_correct_order_wrong(), isAlert: true })}
        />
      )}
      <TextField
        id={`correct-reason-${paymentId}`}
        name="reason"
        label={m.admin_pay_refund_reason()}
        maxLength={500}
        autoComplete="off"
        hint={m.admin_pay_correct_hint({ alone: formatMoney(refundsAlone.most, currentLanguage()) })}
        {...(wrong === "reason" && { error: m.admin_pay_wrong_reason(), isAlert: true })}
      />
      <label className="choice">
        <input type="checkbox" name="tell" />
        <span>{m.admin_pay_correct_tell()}</span>
      </label>
      <Failed error={correcting.error} />
      <p>
        <button className="btn btn-secondary" type="submit" aria-busy={correcting.isPending || undefined}>
          {m.admin_pay_correct_send()}
        </button>
      </p>
    </form>
  );
}
