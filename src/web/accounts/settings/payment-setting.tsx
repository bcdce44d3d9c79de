import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import {
  addPaymentMethod,
  type PaymentMethod,
  removePaymentMethod,
  setDefaultPaymentMethod,
} from "#contract/account/settings.ts";
import { type AccountMethod, accountMethods } from "#domain/booking/payment-methods.ts";
import { accountName } from "#domain/payments/providers.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { type CardErrors, summaryOf } from "#web/ui/form/card/card-check.ts";
import { CardExpiryField, CardNumberField } from "#web/ui/form/card/card-fields.tsx";
import { cardErrorWords } from "#web/ui/form/card/card-words.ts";
import { paymentWords } from "#web/ui/format/payment-words.ts";
import { m } from "#web/paraglide/messages.js";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { paymentMethodsQuery } from "./queries.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Edit, Setting } from "./setting.tsx";

type NewPaymentMethod =
  | { method: AccountMethod }
  | { method: "credit-card"; card: NonNullable<PaymentMethod["card"]> };

/** A user's payment methods. Nothing is charged here, and only a card's public parts leave the browser. */
export function PaymentSetting() {
  const cache = useQueryClient();
  const edit = useRef<HTMLDetailsElement>(null);
  const { data: methods, error } = useQuery(paymentMethodsQuery);
  const again = () => makeStale(cache, paymentMethodsQuery);
  const add = useMutation({
    mutationFn: (body: NewPaymentMethod) => api(addPaymentMethod, { body }),
    onSuccess: () => {
      if (edit.current) edit.current.open = false;
      toast({ title: m.pay_added() });
      void again();
    },
  });
  const choose = useMutation({
    mutationFn: (id: string) => api(setDefaultPaymentMethod, { params: { id }, body: { isDefault: true } }),
    onSuccess: again,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api(removePaymentMethod, { params: { id } }),
    onSuccess: async () => {
      toast({ title: m.pay_removed() });
      await again();
    },
  });

  return (
    <Setting id="set-payment" title={m.pay_title()}>
      <p className="small muted">{m.pay_text()}</p>
      <Failed error={error ?? choose.error ?? remove.error} />
      {!methods && !error && <Waiting />}
      {methods?.length === 0 && <p className="small">{m.pay_none()}</p>}
      {methods && methods.length > 0 && (
        <ul className="devices">
          {methods.map((one) => (
            <li key={one.id}>
              <div>
                <b>{paymentWords(one.method, one.card)}</b>
                {one.isExpired && <span className="small bad">{m.pay_expired()}</span>}
              </div>
              {one.isDefault ? (
                <span className="badge badge-good">{m.pay_default()}</span>
              ) : (
                <button
                  className="btn btn-quiet btn-sm"
                  type="button"
                  aria-label={m.pay_make_default_label({ what: paymentWords(one.method, one.card) })}
                  onClick={() => !choose.isPending && choose.mutate(one.id)}
                >
                  {m.pay_make_default()}
                </button>
              )}
              <button
                className="btn btn-quiet btn-sm"
                type="button"
                aria-label={m.pay_remove_label({ what: paymentWords(one.method, one.card) })}
                onClick={() => !remove.isPending && remove.mutate(one.id)}
              >
                {m.account_step_remove()}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Edit label={m.pay_add()} ref={edit}>
        <Failed error={add.error} />
        <CardToAdd
          isSending={add.isPending}
          onAdd={(card, onSuccess) => add.mutate({ method: "credit-card", card }, { onSuccess })}
        />
        <p className="flex flex-wrap gap-2 mt-4 pt-4 border-t border-line">
          {accountMethods.map((method) => (
            <button
              key={method}
              className="btn btn-secondary btn-sm"
              type="button"
              aria-busy={add.isPending || undefined}
              onClick={() => !add.isPending && add.mutate({ method })}
            >
              {m.pay_add_account({ provider: accountName(method) })}
            </button>
          ))}
        </p>
      </Edit>
    </Setting>
  );
}

/** No input here has a name. Of the typed card, only the brand, the last digits and the expiry are sent. */
function CardToAdd({
  isSending,
  onAdd,
}: {
  isSending: boolean;
  onAdd: (card: NonNullable<PaymentMethod["card"]>, onSuccess: () => void) => void;
}) {
  const [errors, setErrors] = useState<CardErrors>({});
  const number = useRef<HTMLInputElement>(null);
  const expiry = useRef<HTMLInputElement>(null);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!number.current || !expiry.current || isSending) return;
    const typed = { cardNumber: number.current.value, expiryDate: expiry.current.value };
    const read = summaryOf(typed, dateInLosAngeles(Date.now()));
    if ("errors" in read) {
      setErrors(read.errors);
      (read.errors.cardNumber ? number : expiry).current?.focus();
      return;
    }
    setErrors({});
    onAdd(read, () => form.reset());
  };
  const errorOf = (field: "cardNumber" | "expiryDate") => {
    const code = errors[field];
    return code ? { error: cardErrorWords(code), isAlert: field === "cardNumber" || !errors.cardNumber } : {};
  };

  return (
    <form method="post" className="stack" noValidate onSubmit={send}>
      <div className="pairs">
        <CardNumberField id="pay-number" ref={number} {...errorOf("cardNumber")} />
        <CardExpiryField id="pay-expiry" ref={expiry} {...errorOf("expiryDate")} />
      </div>
      <p className="small muted">{m.pay_card_note()}</p>
      <SubmitButton className="btn btn-primary" isSending={isSending}>
        {m.pay_add_card()}
      </SubmitButton>
    </form>
  );
}
