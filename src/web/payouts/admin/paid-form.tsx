import { type FormEvent, useState } from "react";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";

type PaidFields = { reference: string; paidOn: string };
type PaidFormProps = { madeOn: string; isSending: boolean; onSend: (sent: PaidFields) => void };

/** Records that the bank has sent a payout: its reference, and the day. */
export function PaidForm({ madeOn, isSending, onSend }: PaidFormProps) {
  const today = useToday();
  const [wrong, setWrong] = useState<"reference" | "paidOn">();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const reference = String(values.get("reference") ?? "").trim();
    const paidOn = String(values.get("paidOn") ?? "");
    const found = reference ? (paidOn >= madeOn && paidOn <= today ? undefined : "paidOn") : "reference";
    setWrong(found);
    if (!found && !isSending) onSend({ reference, paidOn });
  };
  return (
    <form className="card stack" noValidate onSubmit={send}>
      <div className="pairs max-sm:grid-cols-1">
        <TextField
          id="payout-reference"
          name="reference"
          label={m.payouts_desk_reference()}
          maxLength={100}
          autoComplete="off"
          {...(wrong === "reference" && { error: m.payouts_desk_wrong_reference(), isAlert: true })}
        />
        <TextField
          id="payout-day"
          name="paidOn"
          type="date"
          label={m.payouts_desk_paid_on()}
          defaultValue={today}
          min={madeOn}
          max={today}
          {...(wrong === "paidOn" && { error: m.payouts_desk_wrong_day(), isAlert: true })}
        />
      </div>
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
          {m.payouts_desk_record()}
        </button>
      </p>
    </form>
  );
}
