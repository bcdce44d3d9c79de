import { paidFields } from "#domain/fields/money.ts";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";

type PaidEntered = { reference: string; paidOn: string };
type PaidFormProps = { madeOn: string; onSend: (sent: PaidEntered) => Promise<unknown> };

const own = {
  reference: { missing: m.payouts_admin_wrong_reference },
  paidOn: {
    missing: m.payouts_admin_wrong_day,
    date: m.payouts_admin_wrong_day,
    out_of_range: m.payouts_admin_wrong_day,
    refused: m.payouts_admin_wrong_day,
  },
};

const rulesBetween = (from: string, until: string): FormRules<typeof paidFields, "out_of_range"> => ({
  fields: paidFields,
  shows: "one",
  check: ({ paidOn }) => (paidOn < from || paidOn > until ? { paidOn: "out_of_range" } : {}),
});

/** Records that the bank has sent a payout: its reference, and the day. Why it was refused, the payout's page says. */
export function PaidForm({ madeOn, onSend }: PaidFormProps) {
  const today = useToday();
  const { props, field, isSending } = useForm({
    rules: rulesBetween(madeOn, today),
    id: "payout",
    words: (name, code) => errorWords(own, name, code),
    start: { values: { paidOn: today } },
    send: async (sent) => void (await onSend(sent)),
  });
  return (
    <form className="card stack" {...props}>
      <div className="pairs max-sm:grid-cols-1">
        <TextField {...field("reference")} label={m.payouts_admin_reference()} autoComplete="off" />
        <TextField
          {...field("paidOn")}
          type="date"
          label={m.payouts_admin_paid_on()}
          min={madeOn}
          max={today}
        />
      </div>
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
          {m.payouts_admin_record()}
        </button>
      </p>
    </form>
  );
}
