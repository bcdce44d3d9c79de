import {
  type AccountMethod,
  accountMethods,
  isAccountMethod,
  type PaymentMethod,
  paymentMethods,
} from "#domain/booking/payment-methods.ts";
import { accountName, type ProviderName, providerOf } from "#domain/payments/providers.ts";
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
  texts?: { card: string; account: AccountText; accountNote: AccountText; online: OnlineTexts };
};
type AccountText = (about: { provider: string }) => string;
type OnlineTexts = { card: string; cardNote: string; account: AccountText; accountNote: AccountText };

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
        {accountMethods.map((method) => (
          <Option
            key={method}
            method={method}
            id={`pay-${method}`}
            title={accountName(method)}
            text={(texts?.account ?? m.checkout_account_text)({ provider: accountName(method) })}
          />
        ))}
      </fieldset>
      <p className="notice pay-note pay-note-account">
        <Icon name="info" />
        <span>{(texts?.accountNote ?? m.checkout_account_note)({ provider: eitherOf(accountMethods) })}</span>
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
  providers: readonly ProviderName[];
  texts: OnlineTexts | undefined;
}) {
  const offered = paymentMethods.filter((method) => providerOf(method, providers));
  const accounts = offered.filter(isAccountMethod);
  return (
    <div className="stack">
      <fieldset className="opts" aria-describedby={hasAlert ? "checkout-alert" : undefined}>
        <legend className="h3 font-title mb-3">{m.checkout_method()}</legend>
        {offered.map((method, index) =>
          isAccountMethod(method) ? (
            <Option
              key={method}
              method={method}
              id={`pay-${method}`}
              title={accountName(method)}
              text={(texts?.account ?? m.checkout_account_online)({ provider: accountName(method) })}
              isChosen={index === 0}
            />
          ) : (
            <Option
              key={method}
              method={method}
              id="pay-card"
              title={m.checkout_card()}
              text={texts?.card ?? m.checkout_card_online()}
              isChosen={index === 0}
            />
          ),
        )}
      </fieldset>
      <p className="notice pay-note pay-note-card">
        <Icon name="lock" />
        <span>{texts?.cardNote ?? m.checkout_online_note()}</span>
      </p>
      <p className="notice pay-note pay-note-account">
        <Icon name="lock" />
        <span>
          {(texts?.accountNote ?? m.checkout_account_online_note)({ provider: eitherOf(accounts) })}
        </span>
      </p>
    </div>
  );
}

/** "PayPal", or all the accounts that a renter may choose. */
const eitherOf = (methods: readonly AccountMethod[]): string => methods.map(accountName).join(" / ");

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
