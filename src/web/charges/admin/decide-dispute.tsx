import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type AdminCharge, decideDispute } from "#contract/charges.ts";
import type { BodySent } from "#contract/endpoint.ts";
import { type ChargeDecision, chargeDecisions, longestChargeWords } from "#domain/charges/charges.ts";
import { api } from "#web/api.ts";
import { ChargeFailed } from "#web/charges/charge-failed.tsx";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";

const decisionNames: Record<ChargeDecision, () => string> = {
  upheld: m.admin_disputes_decision_upheld,
  reduced: m.admin_disputes_decision_reduced,
  dismissed: m.admin_disputes_decision_dismissed,
};

/** Decides a dispute: the whole of it, a part or nothing, and why. */
export function DecideDispute({ charge: { id } }: { charge: AdminCharge }) {
  const cache = useQueryClient();
  const [decision, setDecision] = useState<ChargeDecision>("upheld");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [isWrong, setWrong] = useState(false);
  const deciding = useMutation({
    mutationFn: (body: BodySent<typeof decideDispute>) => api(decideDispute, { params: { id }, body }),
    onSuccess: () => toast({ title: m.admin_disputes_decided() }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["api", "admin"] }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setWrong(reason.trim() === "");
    if (reason.trim() === "" || deciding.isPending) return;
    deciding.mutate({ decision, reason: reason.trim(), ...(decision === "reduced" && { amount }) });
  };
  return (
    <form className="stack" noValidate onSubmit={send} aria-label={m.admin_disputes_decide()}>
      <SelectField
        id="dispute-decision"
        label={m.admin_disputes_decide()}
        value={decision}
        options={chargeDecisions.map((value) => ({ value, label: decisionNames[value]() }))}
        onChange={({ target }) =>
          setDecision(chargeDecisions.find((one) => one === target.value) ?? "upheld")
        }
      />
      {decision === "reduced" && (
        <TextField
          id="dispute-amount"
          label={m.admin_charges_amount()}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      )}
      <TextAreaField
        id="dispute-reason"
        label={m.admin_disputes_reason()}
        rows={4}
        maxLength={longestChargeWords}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          setWrong(false);
        }}
        {...(isWrong && { error: m.admin_disputes_wrong_reason(), isAlert: true })}
      />
      <ChargeFailed error={deciding.error} />
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={deciding.isPending || undefined}>
          {m.admin_disputes_send()}
        </button>
      </p>
    </form>
  );
}
