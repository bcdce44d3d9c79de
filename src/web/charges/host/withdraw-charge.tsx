import { useMutation, useQueryClient } from "@tanstack/react-query";
import { withdrawHostCharge } from "#contract/charges.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { chargeFailure } from "#web/charges/charge-words.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { FoldedText } from "#web/ui/form/folded-text.tsx";
import { ChargeFailed } from "#web/charges/charge-failed.tsx";

/** Withdraws a charge that the host has proposed, with a reason for the renter. */
export function WithdrawCharge({ id }: { id: string }) {
  const cache = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: (reason: string) => api(withdrawHostCharge, { params: { id }, body: { reason } }),
    onError: (error) => refused(chargeFailure(error)),
    onSettled: () => makeStale(cache, "order"),
  });
  const refused = useRefusal(withdrawing.error);
  return (
    <FoldedText
      look="fold"
      title={m.charges_host_withdraw()}
      label={m.charges_host_withdraw_why()}
      rows={2}
      isSending={withdrawing.isPending}
      onSend={(reason) => withdrawing.mutate(reason)}
      below={<ChargeFailed error={withdrawing.error} />}
    />
  );
}
