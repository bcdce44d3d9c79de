import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type AdminCharge, withdrawCharge } from "#contract/charges.ts";
import { api } from "#web/api.ts";
import { ChargeFailed } from "#web/charges/charge-failed.tsx";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { chargeFailure } from "#web/charges/charge-words.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { FoldedText } from "#web/ui/form/folded-text.tsx";

/** Takes back a charge that isn't owed yet, with a reason. */
export function WithdrawCharge({ charge: { id } }: { charge: AdminCharge }) {
  const cache = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: (reason: string) => api(withdrawCharge, { params: { id }, body: { reason } }),
    onError: (error) => refused(chargeFailure(error)),
    onSettled: () => makeStale(cache, "order"),
  });
  const refused = useRefusal(withdrawing.error);
  return (
    <FoldedText
      look="unfold"
      title={m.admin_charges_withdraw()}
      label={m.admin_charges_withdraw_reason()}
      isSending={withdrawing.isPending}
      onSend={(reason) => withdrawing.mutate(reason)}
      above={<ChargeFailed error={withdrawing.error} />}
    />
  );
}
