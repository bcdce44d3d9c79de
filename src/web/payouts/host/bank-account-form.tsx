import { useQueryClient } from "@tanstack/react-query";
import { savePayoutDetails } from "#contract/host/payouts.ts";
import { payoutDetailFields } from "#domain/fields/payout-details.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { payoutErrorWords } from "#web/payouts/words.ts";
import { NotSignedInAnew, useFreshSignIn } from "#web/session/use-fresh-sign-in.tsx";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { hostPayoutsQuery, payoutSettingsQuery } from "./queries.ts";

const rules: FormRules<typeof payoutDetailFields> = { fields: payoutDetailFields, shows: "gaps first" };
const own = {
  routingNumber: { routing_number: m.payouts_wrong_routing },
  accountNumber: { account_number: m.payouts_wrong_account },
};

/** The bank account for payouts. Of a saved account only the last four digits are ever shown again. */
export function BankAccountForm({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const { dialog, signedInFreshly } = useFreshSignIn();
  const { props, field, isSending, failure } = useForm({
    rules,
    id: "bank",
    words: (name, code) => errorWords(own, name, code),
    send: async (body) => {
      const saved = await signedInFreshly(() => api(savePayoutDetails, { body }));
      cache.setQueryData(payoutSettingsQuery.queryKey, saved);
      void makeStale(cache, hostPayoutsQuery);
      toast({ title: m.payouts_account_saved({ lastFour: saved.lastFour ?? "" }) });
      onClose();
    },
  });
  return (
    <>
      <form className="card stack" autoComplete="off" {...props}>
        <div className="pairs max-sm:grid-cols-1">
          <TextField {...field("holder")} label={m.payouts_holder()} autoComplete="name" />
          <TextField {...field("bank")} label={m.payouts_bank()} />
        </div>
        <TextAreaField {...field("postalAddress")} label={m.payouts_address()} rows={3} />
        <div className="pairs max-sm:grid-cols-1">
          <TextField
            {...field("routingNumber")}
            label={m.payouts_routing()}
            hint={m.payouts_routing_hint()}
            inputMode="numeric"
          />
          <TextField
            {...field("accountNumber")}
            label={m.payouts_account_number()}
            hint={m.payouts_account_number_hint()}
            inputMode="numeric"
          />
        </div>
        <p className="small muted">{m.payouts_account_note()}</p>
        {failure !== undefined && !(failure instanceof NotSignedInAnew) && (
          <Notice kind="bad" isAlert>
            {payoutErrorWords(failure)}
          </Notice>
        )}
        <FormActs send={m.payouts_save()} isSending={isSending} leave={m.admin_cancel()} onLeave={onClose} />
      </form>
      {dialog}
    </>
  );
}
