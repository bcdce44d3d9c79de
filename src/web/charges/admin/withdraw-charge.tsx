import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminCharge, withdrawCharge } from "#contract/charges.ts";
import { api } from "#web/api.ts";
import { ChargeFailed } from "#web/charges/charge-failed.tsx";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { SendTextButton } from "#web/ui/form/send-text-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { longestReason } from "#domain/text-lengths.ts";

/** Takes back a charge that isn't owed yet, with a reason. */
export function WithdrawCharge({ charge: { id } }: { charge: AdminCharge }) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  const withdrawing = useMutation({
    mutationFn: () => api(withdrawCharge, { params: { id }, body: { reason } }),
    onSettled: () => makeStale(cache, "order"),
  });
  return (
    <details className="unfold">
      <summary>{m.admin_charges_withdraw()}</summary>
      <div className="stack">
        <TextField
          id={`withdraw-${id}`}
          label={m.admin_charges_withdraw_reason()}
          maxLength={longestReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <ChargeFailed error={withdrawing.error} />
        <p>
          <SendTextButton text={reason} isSending={withdrawing.isPending} onSend={() => withdrawing.mutate()}>
            {m.admin_charges_withdraw()}
          </SendTextButton>
        </p>
      </div>
    </details>
  );
}
