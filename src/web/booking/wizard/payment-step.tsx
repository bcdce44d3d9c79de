import { type FormEvent, useEffect, useRef, useState } from "react";
import type { WizardBooking } from "#contract/account/booking.ts";
import type { PaymentMethod as PaymentMethodKept } from "#contract/account/settings.ts";
import type { IsoDate } from "#domain/dates.ts";
import { isAccountMethod, type PaymentMethod } from "#domain/booking/payment-methods.ts";
import {
  type CardErrors,
  cardErrors,
  cardFields,
  checkCard,
  type CardSummary,
  firstEmpty,
} from "#web/ui/form/card/card-check.ts";
import { clearCard, focusCard, hasCardForm, readCard } from "#web/booking/checkout/card-form.tsx";
import { PaymentOptions } from "#web/booking/checkout/payment-options.tsx";
import { cardWords } from "#web/ui/format/payment-words.ts";
import { m } from "#web/paraglide/messages.js";
import { useFieldErrors } from "#web/ui/form/use-field-errors.ts";
import { Notice } from "#web/ui/notice.tsx";
import { useBusiness } from "#web/layout/business.ts";
import { stepForm } from "./step-frame.tsx";

export type PaymentChoice = { paymentMethod: PaymentMethod; card?: CardSummary };
type PaymentStepProps = {
  booking: WizardBooking;
  /** The account's usual payment method, used until the booking has one. */
  saved: PaymentMethodKept | undefined;
  today: IsoDate;
  /** Whether the payment choice was accepted. Until then, the card stays in its fields. */
  onNext: (paid: PaymentChoice) => Promise<boolean>;
};

/** The choice of a payment method. The card stays in this form; only its summary is sent, and is kept instead. */
export function PaymentStep({ booking, saved, today, onNext }: PaymentStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const [alert, setAlert] = useState<string>();
  const [shownErrors, setShownErrors] = useState<CardErrors>();
  const { errors, recheck } = useFieldErrors(shownErrors);
  const kept = booking.paymentMethod ? booking.payment?.card : (saved?.card ?? undefined);
  const method = booking.paymentMethod ?? saved?.method;
  const isOnline = useBusiness()?.paysOnline;

  useEffect(() => {
    const chosen = form.current?.querySelector<HTMLInputElement>(`[value="${method ?? ""}"]`);
    if (chosen) chosen.checked = true;
    // oxlint-disable-next-line react/exhaustive-deps -- as it was when the step opened
  }, []);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    setAlert(undefined);
    setShownErrors(undefined);
    const paid = readPaid(element);
    if (!paid) return;
    if (await onNext(paid)) clearCard(element);
  };

  const readPaid = (element: HTMLFormElement): PaymentChoice | undefined => {
    const method = new FormData(element).get("paymentMethod");
    if (isAccountMethod(method)) return { paymentMethod: method };
    if (method !== "credit-card") {
      setAlert(m.checkout_alert_method());
      element.querySelector<HTMLElement>("#pay-card")?.focus();
      return undefined;
    }
    if (!hasCardForm(element)) return { paymentMethod: method };
    const typed = readCard(element);
    if (kept && !typed.cardNumber && !typed.cvv && !typed.expiryDate)
      return { paymentMethod: method, card: kept };
    const wrong = cardErrors(typed, today);
    const empty = firstEmpty(typed);
    const first = empty ?? cardFields.find((field) => wrong[field]);
    const card = checkCard(typed, today);
    if (!first && !("field" in card)) return { paymentMethod: method, card };
    setShownErrors(wrong);
    if (empty) setAlert(m.checkout_alert_card());
    if (first) focusCard(element, first);
    return undefined;
  };

  return (
    <form
      id={stepForm}
      ref={form}
      className="grid gap-5"
      noValidate
      onSubmit={(event) => void send(event)}
      onInput={({ currentTarget }) =>
        hasCardForm(currentTarget) && recheck(cardErrors(readCard(currentTarget), today))
      }
    >
      {alert && (
        <Notice kind="bad" isAlert>
          <span id="checkout-alert">{alert}</span>
        </Notice>
      )}
      {kept && !isOnline && <Notice kind="info">{m.wizard_card_kept({ card: cardWords(kept) })}</Notice>}
      <PaymentOptions
        errors={errors}
        hasAlert={alert !== undefined}
        texts={{
          card: m.wizard_card_text(),
          account: m.wizard_account_text,
          accountNote: m.wizard_account_note,
          online: onlineTexts(booking),
        }}
      />
    </form>
  );
}

/** Without a hold, and where a host decides, the provider's page opens only once the booking is confirmed. */
const onlineTexts = ({ hold, host }: WizardBooking) =>
  hold === "unheld" || host
    ? {
        card: m.wizard_card_text(),
        cardNote: host ? m.wizard_payment_lead_host() : m.wizard_payment_lead_unheld(),
        account: m.wizard_account_text,
        accountNote: m.wizard_account_note,
      }
    : {
        card: m.wizard_card_online(),
        cardNote: m.wizard_card_online_note(),
        account: m.wizard_account_online,
        accountNote: m.wizard_account_online_note,
      };
