import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { beginPayoutOnboarding, type PayoutSettings } from "#contract/host/payouts.ts";
import { useIsSuspended } from "#web/accounts/queries.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { payoutErrorWords } from "#web/payouts/words.ts";
import { NotSignedInAnew, useFreshSignIn } from "#web/session/use-fresh-sign-in.tsx";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { Notice } from "#web/ui/notice.tsx";
import { BankAccountForm } from "./bank-account-form.tsx";

/** Where a host's payouts go, and how to change it. */
export function PayoutAccount({ settings }: { settings: PayoutSettings }) {
  return (
    <section className="stack" aria-labelledby="payouts-account">
      <h2 className="h3" id="payouts-account">
        {m.payouts_account()}
      </h2>
      {settings.mode === "stripe" ? (
        <StripeAccount settings={settings} />
      ) : (
        <BankAccount key={settings.lastFour} settings={settings} />
      )}
    </section>
  );
}

function BankAccount({ settings: { lastFour, usableFrom, mayChange } }: { settings: PayoutSettings }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>{lastFour ? m.payouts_account_ending({ lastFour }) : m.payouts_account_none()}</p>
      {!mayChange && !lastFour && <NotYet />}
      {usableFrom && (
        <Notice kind="info">{m.payouts_account_wait({ moment: showMomentInLosAngeles(usableFrom) })}</Notice>
      )}
      {isOpen ? (
        <BankAccountForm onClose={() => setOpen(false)} />
      ) : (
        mayChange && (
          <p>
            <button
              className={`btn ${lastFour ? "btn-secondary" : "btn-primary"}`}
              type="button"
              onClick={() => setOpen(true)}
            >
              {lastFour ? m.payouts_account_change() : m.payouts_account_add()}
            </button>
          </p>
        )
      )}
    </>
  );
}

/** Said instead of a button that would be refused; to a suspended host the page itself says why. */
const NotYet = () => (useIsSuspended() ? null : <p className="muted">{m.payouts_account_not_yet()}</p>);

function StripeAccount({ settings: { isReady, lacksSomething, mayChange } }: { settings: PayoutSettings }) {
  const { dialog, signedInFreshly } = useFreshSignIn();
  const opening = useMutation({
    mutationFn: () => signedInFreshly(() => api(beginPayoutOnboarding)),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const failure = opening.error instanceof NotSignedInAnew ? null : opening.error;
  return (
    <>
      <p>
        {lacksSomething
          ? m.payouts_stripe_lacks()
          : isReady
            ? m.payouts_stripe_ready()
            : m.payouts_stripe_none()}
      </p>
      {failure && (
        <Notice kind="bad" isAlert>
          {payoutErrorWords(failure)}
        </Notice>
      )}
      {mayChange ? (
        <p>
          <button
            className={`btn ${isReady ? "btn-secondary" : "btn-primary"}`}
            type="button"
            aria-busy={opening.isPending || undefined}
            onClick={() => !opening.isPending && opening.mutate()}
          >
            {m.payouts_stripe_open()}
          </button>
        </p>
      ) : (
        !isReady && <NotYet />
      )}
      {dialog}
    </>
  );
}
