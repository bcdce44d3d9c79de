import type { PaymentMethod } from "#domain/booking/payment-methods.ts";
import { OptionText } from "#web/ui/form/option-words.tsx";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import type { CardErrors } from "#web/ui/form/card/card-check.ts";
import { useBusiness } from "#web/layout/business.ts";
import { CardForm } from "./card-form.tsx";
import "#web/styles/options.css";

type PaymentOptionsProps = {
  errors: CardErrors;
  hasAlert: boolean;
  /** The explanation of each payment method, where it differs from that of a plan. */
  texts?: { card: string; paypal: string; paypalNote: string; online: OnlineTexts };
};
type OnlineTexts = { card: string; cardNote: string; paypal: string; paypalNote: string };

/**
 * The choice of a payment method. The radio button alone opens the card's form; without JavaScript, no card can be
 * chosen.
 */
export function PaymentOptions({ errors, hasAlert, texts }: PaymentOptionsProps) {
  const { paysOnline } = useBusiness() ?? {};
  if (paysOnline) return <PaidOnline hasAlert={hasAlert} providers={paysOnline} texts={texts?.online} />;
  return (
    <div className="stack">
      <fieldset className="opts" aria-describedby={hasAlert ? "checkout-alert" : undefined}>
        <legend className="h3 font-title mb-3">{m.checkout_method()}</legend>
        <Option
          method="credit-card"
          id="pay-card"
          className="needs-script"
          title={m.checkout_card()}
          text={texts?.card ?? m.checkout_card_text()}
        />
        <CardForm errors={errors} />
        <Option
          method="paypal"
          id="pay-paypal"
          title={m.checkout_paypal()}
          text={texts?.paypal ?? m.checkout_paypal_text()}
        />
      </fieldset>
      <p className="notice pay-note pay-note-paypal">
        <Icon name="info" />
        <span>{texts?.paypalNote ?? m.checkout_paypal_note()}</span>
      </p>
      <p className="small muted without-script">{m.checkout_no_script()}</p>
    </div>
  );
}

/** With a payment provider, the provider's own page takes the card later, so nothing is typed here. */
function PaidOnline({
  hasAlert,
  providers,
  texts,
}: {
  hasAlert: boolean;
  providers: readonly string[];
  texts: OnlineTexts | undefined;
}) {
  return (
    <div className="stack">
      <fieldset className="opts" aria-describedby={hasAlert ? "checkout-alert" : undefined}>
        <legend className="h3 font-title mb-3">{m.checkout_method()}</legend>
        {providers.includes("stripe") && (
          <Option
            method="credit-card"
            id="pay-card"
            title={m.checkout_card()}
            text={texts?.card ?? m.checkout_card_online()}
            isChosen
          />
        )}
        {providers.includes("paypal") && (
          <Option
            method="paypal"
            id="pay-paypal"
            title={m.checkout_paypal()}
            text={texts?.paypal ?? m.checkout_paypal_online()}
            isChosen={!providers.includes("stripe")}
          />
        )}
      </fieldset>
      <p className="notice pay-note pay-note-card">
        <Icon name="lock" />
        <span>{texts?.cardNote ?? m.checkout_online_note()}</span>
      </p>
      <p className="notice pay-note pay-note-paypal">
        <Icon name="lock" />
        <span>{texts?.paypalNote ?? m.checkout_paypal_online_note()}</span>
      </p>
    </div>
  );
}

type OptionProps = {
  method: PaymentMethod;
  id: string;
  className?: string;
  title: string;
  text: string;
  isChosen?: boolean;
};

function Option({ method, id, className, title, text, isChosen }: OptionProps) {
  return (
    <label className={className ? `opt ${className}` : "opt"} htmlFor={id}>
      <input type="radio" name="paymentMethod" id={id} value={method} defaultChecked={isChosen} />
      <OptionText name={title}>{text}</OptionText>
    </label>
  );
}
