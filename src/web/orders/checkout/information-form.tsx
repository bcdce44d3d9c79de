import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import {
  collisionCoverCustomers,
  liabilityElsewhere,
  type LiabilityOption,
} from "#domain/pricing/insurance.ts";
import { type Cents, formatWholeMoney } from "#domain/money.ts";
import type { Price } from "#domain/pricing/pricing.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useBusiness } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { readStoredSession } from "#web/session/stored-session.ts";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { Bill, BillTerms, SumBar } from "#web/orders/order/bill.tsx";
import { DriverFields } from "#web/orders/driver-fields.tsx";
import {
  focusField,
  type InformationField,
  informationErrors,
  liabilityOf,
  readInformation,
  restoreInformation,
} from "./information.ts";
import { keepRenter, keptRenter, splitName } from "#web/orders/cached-renter.ts";
import { LiabilityOptions } from "./liability-options.tsx";
import { shownPrice } from "#web/ui/format/shown-price.ts";
import { Way } from "./checkout-steps.tsx";

type InformationFormProps = {
  months: number;
  priceWith: (insurance: LiabilityOption) => Price;
  /**
   * What the form hands on without script, beside its fields. Prices in it are wishes: the server prices the
   * order.
   */
  carried: Record<string, string>;
  /** Where it goes on with script: the choice, and nothing about the person. */
  next: (insurance: LiabilityOption) => string;
  back: string;
  asked: ReactNode;
  bill: Omit<ComponentProps<typeof Bill>, "price" | "children">;
};

export function InformationForm({
  months,
  priceWith,
  carried,
  next,
  back,
  asked,
  bill,
}: InformationFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const business = useBusiness();
  const { pathname, search } = useLocation();
  const hasScript = useHydrated();
  const [insurance, setInsurance] = useState<LiabilityOption>();
  const [errors, setErrors] = useState<InformationField[]>([]);
  const price = shownPrice(priceWith(insurance ?? "decline"));
  const dollars = (amount: Cents): string => formatWholeMoney(amount, currentLanguage());

  useDraft(form);
  useEffect(() => {
    if (!form.current) return;
    restoreInformation(form.current, keptRenter());
    const session = readStoredSession();
    if (session)
      restoreInformation(form.current, {
        ...splitName(session.fullName),
        email: session.email,
        mobile: session.phone,
      });
    setInsurance(liabilityOf(readInformation(form.current).insurance));
  }, []);

  const watch = () => {
    if (!form.current) return;
    const values = readInformation(form.current);
    keepRenter(values);
    setInsurance(liabilityOf(values.insurance));
    // What is right now is no longer wrong; nothing is called wrong while somebody types.
    const still = informationErrors(values);
    setErrors((shown) => shown.filter((name) => still.includes(name)));
  };

  const proceed = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current) return;
    const values = readInformation(form.current);
    const wrong = informationErrors(values);
    setErrors(wrong);
    if (wrong[0]) return focusField(form.current, wrong[0]);
    keepRenter(values);
    const chosen = liabilityOf(values.insurance);
    if (chosen) void navigate(next(chosen));
  };

  return (
    <form
      className="with-sum-bar"
      action="/checkout"
      data-draft="information"
      data-hold=""
      ref={form}
      noValidate={hasScript}
      onInput={watch}
      onSubmit={proceed}
    >
      {Object.entries(carried).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} readOnly />
      ))}
      <div className="page">
        {asked}
        <header className="flow-head">
          <h1 className="h2">{m.information_heading()}</h1>
        </header>
        <Way step={2} />
        <div className="flow">
          <div className="flow-main">
            {errors.length > 0 && (
              <Notice kind="bad" isAlert>
                {m.information_alert()}
              </Notice>
            )}
            <p className="small muted signed-out-only">
              {m.information_have_account()}{" "}
              <Link to={`/signin?${new URLSearchParams({ redirect: pathname + search })}`}>
                {m.information_sign_in()}
              </Link>
            </p>
            <DriverFields errors={errors} />
            <div className="group group-tight">
              <LiabilityOptions
                months={months}
                error={errors.includes("insurance") ? m.information_error_insurance() : undefined}
              />
              {business?.includesCollision && (
                <p className="note">
                  {m.information_collision_note({
                    customers: collisionCoverCustomers.toLocaleString("en-US"),
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
            <fieldset className="group group-tight">
              <legend>{m.information_confirm()}</legend>
              <Check name="age" label={m.information_age()} isInvalid={errors.includes("age")} />
              <Check
                name="experience"
                label={m.information_experience()}
                isInvalid={errors.includes("experience")}
              />
            </fieldset>
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
      <SumBar price={price}>
        <button className="btn btn-primary" type="submit">
          {m.information_continue_short()}
          <Icon name="arrow" />
        </button>
      </SumBar>
    </form>
  );
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
