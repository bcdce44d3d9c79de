import { type ComponentProps, type ReactNode, useState } from "react";
import { showNumber } from "#web/ui/format/show-number.ts";
import { Link, useLocation, useNavigate } from "react-router";
import {
  collisionCoverCustomers,
  liabilityElsewhere,
  type LiabilityOption,
} from "#domain/pricing/insurance.ts";
import { informationFields } from "#domain/fields/driver.ts";
import { type Cents, formatWholeMoney } from "#domain/money.ts";
import type { Price } from "#domain/pricing/pricing.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useBusiness } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { readStoredSession } from "#web/session/stored-session.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { type FormRules, hasErrors } from "#web/ui/form/form-rules.ts";
import { type Form, useForm } from "#web/ui/form/use-form.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { Bill, BillTerms, SumBar } from "#web/orders/order/bill.tsx";
import { DriverFields } from "#web/booking/driver-fields.tsx";
import { keepRenter, type KeptForm, keptRenter, splitName } from "#web/booking/cached-renter.ts";
import { liabilityOf, LiabilityOptions } from "./liability-options.tsx";
import { shownPrice } from "#web/ui/format/shown-price.ts";
import { Way } from "./checkout-steps.tsx";

const rules: FormRules<typeof informationFields> = { fields: informationFields };
const own = {
  firstName: { missing: m.information_error_first_name },
  lastName: { missing: m.information_error_last_name },
  email: { missing: m.order_error_email },
  insurance: { missing: m.information_error_insurance },
};
export type InformationField = Form<typeof informationFields>["field"];

type InformationFormProps = {
  months: number;
  /** Whether the car is wanted today. */
  isToday: boolean;
  priceWith: (insurance: LiabilityOption) => Price;
  /**
   * The hidden fields that the form sends on without JavaScript. Prices in them are ignored: the server prices the
   * order.
   */
  carried: Record<string, string>;
  /** The next page's address, with script: it holds the choice, and nothing about the person. */
  next: (insurance: LiabilityOption) => string;
  back: string;
  asked: ReactNode;
  bill: Omit<ComponentProps<typeof Bill>, "price" | "children">;
};

export function InformationForm({
  months,
  isToday,
  priceWith,
  carried,
  next,
  back,
  asked,
  bill,
}: InformationFormProps) {
  const navigate = useNavigate();
  const hasScript = useHydrated();
  const [insurance, setInsurance] = useState<LiabilityOption>();
  const price = shownPrice(priceWith(insurance ?? "decline"));

  const { props, field, errors } = useForm({
    rules,
    id: "information",
    words: (name, code) => errorWords(own, name, code),
    remembered: rememberedDriver,
    onWatch: (values) => {
      keepRenter(values);
      setInsurance(liabilityOf(values.insurance));
    },
    send: (values) => {
      const chosen = liabilityOf(values.insurance);
      if (chosen) void navigate(next(chosen));
    },
  });

  // Only the page's own alert is read out, not also the first field's.
  const driverField: InformationField = (name) => ({ ...field(name), isAlert: false });

  return (
    <form
      className="with-sum-bar"
      action="/checkout"
      data-draft="information"
      data-hold=""
      {...props}
      noValidate={hasScript}
    >
      {Object.entries(carried).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} readOnly />
      ))}
      <div className="page">
        {asked}
        <header className="grid gap-2.5 max-w-176 mt-[clamp(1.75rem,3vw,2.5rem)]">
          <h1 className="h2">{m.information_heading()}</h1>
        </header>
        <Way step={2} />
        <div className="flow">
          <div className="grid grid-cols-1 gap-10">
            {hasErrors(errors) && (
              <Notice kind="bad" isAlert>
                {m.information_alert()}
              </Notice>
            )}
            <HaveAccount />
            <DriverFields field={driverField} isToday={isToday} />
            <Liability months={months} error={field("insurance").error} />
            <Confirmations errors={errors} />
            <div className="flow-foot">
              <Link className="link" to={back}>
                <Icon name="back" />
                <span>{m.plans_back()}</span>
              </Link>
              <button className="btn btn-primary" type="submit">
                {m.information_continue()}
                <Icon name="arrow" />
              </button>
            </div>
          </div>
          <aside className="flow-side">
            <Bill {...bill} price={price}>
              {!insurance && <p className="note">{m.information_without_liability()}</p>}
            </Bill>
            <BillTerms milesIncluded={price.milesIncluded} />
          </aside>
        </div>
      </div>
      <SumBar sum={showMoney(price.total)} text={m.order_for_months({ count: price.months })}>
        <button className="btn btn-primary" type="submit">
          {m.information_continue_short()}
          <Icon name="arrow" />
        </button>
      </SumBar>
    </form>
  );
}

/** Leads a visitor who has an account to sign in and back. */
function HaveAccount() {
  const { pathname, search } = useLocation();
  return (
    <p className="small muted signed-out-only">
      {m.information_have_account()}{" "}
      <Link to={`/signin?${new URLSearchParams({ redirect: pathname + search })}`}>
        {m.information_sign_in()}
      </Link>
    </p>
  );
}

/** The choice of liability coverage, with what it costs elsewhere. */
function Liability({ months, error }: { months: number; error: string | undefined }) {
  const business = useBusiness();
  const dollars = (amount: Cents): string => formatWholeMoney(amount, currentLanguage());
  return (
    <div className="stack gap-2">
      <LiabilityOptions months={months} error={error} />
      {business?.includesCollision && (
        <p className="note">
          {m.information_collision_note({
            customers: showNumber(collisionCoverCustomers),
          })}
        </p>
      )}
      <p className="note">
        {m.information_liability_note({
          low: dollars(liabilityElsewhere.from),
          high: dollars(liabilityElsewhere.to),
        })}
      </p>
    </div>
  );
}

/** The driver confirms their age and experience. */
function Confirmations({ errors }: { errors: object }) {
  return (
    <fieldset className="stack gap-2">
      <legend className="h3 font-title mb-3.5">{m.information_confirm()}</legend>
      <Check name="age" label={m.information_age()} isInvalid={"age" in errors} />
      <Check name="experience" label={m.information_experience()} isInvalid={"experience" in errors} />
    </fieldset>
  );
}

/** The values typed on this visit, and the details of a signed-in user. */
function rememberedDriver(): Partial<KeptForm> {
  const session = readStoredSession();
  const known = session && {
    ...splitName(session.fullName),
    email: session.email,
    mobile: session.phone,
  };
  const typed = Object.entries(keptRenter()).filter(([, text]) => text !== "");
  return { ...known, ...Object.fromEntries(typed) };
}

function Check({
  name,
  label,
  isInvalid,
}: {
  name: "age" | "experience";
  label: string;
  isInvalid: boolean;
}) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value="yes" required aria-invalid={isInvalid || undefined} />
      <span>{label}</span>
    </label>
  );
}
