import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminCharge, decideDispute } from "#contract/charges.ts";
import { type ChargeDecision, chargeDecisions } from "#domain/charges/charges.ts";
import { decisionFields } from "#domain/fields/money.ts";
import { api } from "#web/api.ts";
import { ChargeFailed } from "#web/charges/charge-failed.tsx";
import { makeStale } from "#web/make-stale.ts";
import { chargeFailure } from "#web/charges/charge-words.ts";
import { m } from "#web/paraglide/messages.js";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { toast } from "#web/ui/toast.ts";

const decisionNames: Record<ChargeDecision, () => string> = {
  upheld: m.admin_disputes_decision_upheld,
  reduced: m.admin_disputes_decision_reduced,
  dismissed: m.admin_disputes_decision_dismissed,
};
const rules: FormRules<typeof decisionFields, "charge_above_proposed"> = {
  fields: decisionFields,
  known: ["charge_above_proposed"],
  check: ({ decision, amount }) => (decision === "reduced" && amount === "" ? { amount: "missing" } : {}),
};
const own = {
  amount: {
    missing: m.admin_charges_wrong_amount,
    amount: m.admin_charges_wrong_amount,
    charge_above_proposed: m.charges_failed_beyond,
  },
  reason: { missing: m.admin_disputes_wrong_reason },
};

/** Decides a dispute: the whole amount is owed, a part, or nothing. The decision needs a reason. */
export function DecideDispute({ charge: { id } }: { charge: AdminCharge }) {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState("");
  const { props, field, errors, isSending, failure } = useForm({
    rules,
    id: "dispute",
    words: (name, code) => errorWords(own, name, code),
    onWatch: ({ decision }) => setChosen(decision),
    send: async (typed) => {
      const decision = chargeDecisions.find((one) => one === typed.decision) ?? "upheld";
      const { reason, amount } = typed;
      try {
        const body = { decision, reason, ...(decision === "reduced" && { amount }) };
        await api(decideDispute, { params: { id }, body });
      } catch (error) {
        refused(chargeFailure(error));
        throw error;
      } finally {
        await makeStale(cache, "order");
      }
      toast({ title: m.admin_disputes_decided() });
    },
  });
  const refused = useRefusal(failure ?? Object.values(errors)[0]);
  return (
    <form className="stack" aria-label={m.admin_disputes_decide()} {...props}>
      <SelectField
        {...field("decision")}
        label={m.admin_disputes_decide()}
        options={chargeDecisions.map((value) => ({ value, label: decisionNames[value]() }))}
      />
      {chosen === "reduced" && (
        <TextField
          {...field("amount")}
          label={m.admin_charges_amount()}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <TextAreaField {...field("reason")} label={m.admin_disputes_reason()} rows={4} />
      <ChargeFailed error={failure} />
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
          {m.admin_disputes_send()}
        </button>
      </p>
    </form>
  );
}
