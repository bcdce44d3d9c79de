import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { withdrawHostCharge } from "#contract/charges.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { SendTextButton } from "#web/ui/form/send-text-button.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { longestReason } from "#domain/text-lengths.ts";

/** Withdraws a charge that the host has proposed, with a reason for the renter. */
export function WithdrawCharge({ id }: { id: string }) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  const withdrawing = useMutation({
    mutationFn: () => api(withdrawHostCharge, { params: { id }, body: { reason } }),
    onSettled: () => makeStale(cache, "order"),
  });
  return (
    <details className="fold">
      <summary>{m.charges_host_withdraw()}</summary>
      <div className="stack">
        <TextAreaField
          id={`withdraw-${id}`}
          label={m.charges_host_withdraw_why()}
          rows={2}
          maxLength={longestReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <p>
          <SendTextButton text={reason} isSending={withdrawing.isPending} onSend={() => withdrawing.mutate()}>
            {m.charges_host_withdraw()}
          </SendTextButton>
        </p>
        <Failed error={withdrawing.error} />
      </div>
    </details>
  );
}
