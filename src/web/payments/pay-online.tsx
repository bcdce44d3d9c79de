import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { checkPaymentSession, createPaymentSession, type OrderMoneyShown } from "#contract/payments.ts";
import { providerName, providerRow } from "#domain/payments/providers.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { SavedMethod } from "./saved-method.tsx";

type Provider = OrderMoneyShown["providers"][number];
export type Payer = {
  orderId: string;
  /** The key from a visitor's email. */
  key?: string | undefined;
  /** Called when the money on screen is out of date. */
  onMoved: () => void;
};

const payBy = (provider: Provider): string =>
  providerRow(provider).method === "credit-card"
    ? m.payments_pay_card()
    : m.payments_pay_account({ provider: providerName(provider) });

/** How often we ask for the provider's answer after a return from its page, and the milliseconds between. */
const [asks, pause] = [10, 3000];

/** Buttons that open the provider's page, and the result for a renter who comes back from it. */
export function PayOnline({ money, payer }: { money: OrderMoneyShown; payer: Payer }) {
  const { orderId, key, onMoved } = payer;
  const [failure, setFailure] = useState<string>();
  const [opening, setOpening] = useState<Provider>();
  const isChecking = useReturned(payer);

  async function open(provider: Provider): Promise<void> {
    setOpening(provider);
    setFailure(undefined);
    try {
      const { url, isConfirming } = await api(createPaymentSession, {
        params: { id: orderId },
        body: { provider, ...(key && { key }) },
      });
      if (url) return location.assign(url);
      if (isConfirming) setFailure(m.payments_confirming());
      onMoved();
    } catch {
      setFailure(m.payments_pay_failed());
    } finally {
      // A renter who stops the browser on its way to the provider may press again.
      setOpening(undefined);
    }
  }

  if (isChecking || money.isConfirming)
    return (
      <p role="status">
        <span className="moon-spin" aria-hidden="true" /> {m.payments_confirming()}
      </p>
    );
  return (
    <>
      {failure && (
        <Notice kind="warn" isAlert>
          {failure}
        </Notice>
      )}
      {money.savedMethod ? (
        <SavedMethod method={money.savedMethod} payer={payer} />
      ) : (
        <p>{money.isNothingSaved ? m.payments_online_once() : m.payments_online()}</p>
      )}
      <p className="flex flex-wrap gap-2 w-full mt-3 print:hidden">
        {money.providers.map((provider, index) => (
          <button
            key={provider}
            className={index === 0 ? "btn btn-primary needs-script" : "btn btn-secondary needs-script"}
            type="button"
            aria-busy={opening === provider || undefined}
            onClick={() => void (opening || open(provider))}
          >
            {payWords(money, provider)}
          </button>
        ))}
      </p>
    </>
  );
}

/** If there are several providers, each button names its own. */
function payWords({ providers, dueNow }: OrderMoneyShown, provider: Provider): string {
  if (providers.length > 1) return payBy(provider);
  return Number(dueNow) > 0 ? m.payments_pay() : m.payments_pay_ahead();
}

/** Whether a renter who has come back from the provider's page still waits for its answer. */
function useReturned({ orderId, key, onMoved }: Payer): boolean {
  const [search, setSearch] = useSearchParams();
  const hasReturned = search.has("paid");
  const settle = useEffectEvent(() => {
    onMoved();
    setSearch(
      (before) => {
        before.delete("paid");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (!hasReturned) return;
    let isGone = false;
    async function ask(left: number): Promise<void> {
      const answer = await api(checkPaymentSession, { params: { id: orderId }, query: { key } }).catch(
        () => undefined,
      );
      if (isGone) return;
      const isWaiting = answer === undefined || answer.state === "confirming";
      if (isWaiting && left > 0) return void setTimeout(() => void (isGone || ask(left - 1)), pause);
      settle();
    }
    void ask(asks);
    return () => {
      isGone = true;
    };
  }, [hasReturned, orderId, key]);
  return hasReturned;
}
