import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminCharge, withdrawCharge } from "#contract/charges.ts";
import { api } from "#web/api.ts";
import { chargeFailure } from "#web/charges/charge-words.ts";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Takes back a charge that isn't owed yet, with a reason. */
export function WithdrawCharge({ charge: { id } }: { charge: AdminCharge }) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  const withdrawing = useMutation({
    mutationFn: () =>
      api<typeof withdrawCharge>(
        { method: "PUT", path: "/api/admin/charges/:id/withdraw" },
        { params: { id }, body: { reason } },
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: ["api", "admin"] }),
  });
  const isReady = reason.trim() !== "" && !withdrawing.isPending;
  return (
    <details className="unfold">
      <summary>{m.admin_charges_withdraw()}</summary>
      <div className="stack">
        <TextField
          id={`withdraw-${id}`}
          label={m.admin_charges_withdraw_reason()}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {withdrawing.error && (
          <Notice kind="bad" isAlert>
            {chargeFailure(withdrawing.error)}
          </Notice>
        )}
        <p>
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            aria-disabled={reason.trim() === "" || undefined}
            aria-busy={withdrawing.isPending || undefined}
            onClick={() => isReady && withdrawing.mutate()}
          >
            {m.admin_charges_withdraw()}
          </button>
        </p>
      </div>
    </details>
  );
}
