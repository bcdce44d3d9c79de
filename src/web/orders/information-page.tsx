import { type FormEvent, useEffect, useRef, useState } from "react";
import { data, Link, useNavigate } from "react-router";
import { liabilityPrice } from "#domain/insurance.ts";
import { formatMoney, wireMoney } from "#domain/money.ts";
import { planOf } from "#domain/plans.ts";
import { planPrice } from "#domain/pricing.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { AskedFor } from "#web/plans/asked-for.tsx";
import { carsByPlan, findPlanCars } from "#web/plans/plan-cars.ts";
import { choiceAddress, readChoice } from "#web/plans/plan-choice.ts";
import { PlanProblemPage } from "#web/plans/plan-problem.tsx";
import { PlanShot } from "#web/plans/plan-shot.tsx";
import { exampleWords, tierName, tierText } from "#web/plans/plan-words.ts";
import { scopeContext } from "#web/scope.ts";
import "#web/cars/card.css";
import "#web/styles/orders.css";
import "#web/styles/plans.css";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import type { Route } from "./+types/information-page.ts";
import { Bill, BillTerms, SumBar } from "./bill.tsx";
import { DriverFields } from "./driver-fields.tsx";
import { type InformationField, informationFaults, liabilityOf, readInformation, restoreInformation } from "./information.ts";
import { keepRenter, keptRenter } from "./kept-renter.ts";
import { LiabilityOptions } from "./liability-options.tsx";
import { shownPrice } from "./shown-price.ts";
import { Way } from "./way.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch, today } = context.get(scopeContext);
  const read = readChoice(new URL(request.url).searchParams, today);
  const plan = "choice" in read ? planOf(read.choice.tier) : undefined;
  if (!("choice" in read) || !plan) return data({ page: undefined, refused: "choice" in read ? undefined : read }, { status: 422 });
  const { choice } = read;
  const cars = carsByPlan(await findPlanCars(apiFetch, choice.wish.location, choice.wish.rental))[choice.tier];
  return data({ page: { choice, plan, cars }, refused: undefined });
}

export const handle = { isUnlisted: true };
export const meta: Route.MetaFunction = () => pageMeta({ title: m.information_title() });

export default function InformationPage({ loaderData: { page, refused } }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const hasScript = useHydrated();
  const [insurance, setInsurance] = useState(liabilityOf(null));
  const [faults, setFaults] = useState<InformationField[]>([]);

  useEffect(() => {
    if (!form.current) return;
    restoreInformation(form.current, keptRenter());
    setInsurance(liabilityOf(readInformation(form.current).insurance));
  }, []);

  if (!page) return refused && <PlanProblemPage {...refused} />;
  const { choice, plan, cars } = page;
  const language = currentLanguage();
  const price = planPrice(plan, choice.wish.rental, insurance ?? "decline");
  const shown = shownPrice(price);

  const watch = () => {
    if (!form.current) return;
    const values = readInformation(form.current);
    keepRenter(values);
    setInsurance(liabilityOf(values.insurance));
  };

  // Names, e-mail and phone stay in this browser until the order: only the choice goes into the address.
  const proceed = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current) return;
    const values = readInformation(form.current);
    const wrong = informationFaults(values);
    setFaults(wrong);
    const [first] = wrong;
    if (first) return focusOn(form.current, first);
    keepRenter(values);
    void navigate(choiceAddress("/checkout", choice, { basePrice: wireMoney(price.subtotal), ...insuranceQuery }));
  };
  const insuranceQuery = insurance && { insurance, insurancePrice: wireMoney(liabilityPrice(insurance, price.months)), total: wireMoney(price.total) };

  return (
    <form className="with-sum-bar" action="/checkout" ref={form} noValidate={hasScript} onInput={watch} onSubmit={proceed}>
      {/* Without script these carry the choice on; the server prices it anew in any case. */}
      <input type="hidden" name="location" value={choice.wish.location} readOnly />
      <input type="hidden" name="from" value={choice.wish.rental.pickupDate} readOnly />
      <input type="hidden" name="until" value={choice.wish.rental.returnDate} readOnly />
      <input type="hidden" name="tier" value={choice.tier} readOnly />
      <input type="hidden" name="basePrice" value={wireMoney(price.subtotal)} readOnly />
      <div className="page">
        <AskedFor {...choice} />
        <header className="flow-head">
          <h1 className="h2">{m.information_heading()}</h1>
        </header>
        <Way step={2} />
        <div className="flow">
          <div className="flow-main">
            {faults.length > 0 && (
              <Notice kind="bad" isAlert>
                {m.information_alert()}
              </Notice>
            )}
            <DriverFields faults={faults} />
            <div className="group group-tight">
              <LiabilityOptions months={price.months} error={faults.includes("insurance") ? m.information_fault_insurance() : undefined} />
              <p className="note">{m.information_liability_note({ low: formatMoney(2000, language).slice(0, -3), high: formatMoney(3500, language).slice(0, -3) })}</p>
            </div>
            <fieldset className="group group-tight">
              <legend>{m.information_confirm()}</legend>
              <Check name="age" label={m.information_age()} isFaulty={faults.includes("age")} />
              <Check name="experience" label={m.information_experience()} isFaulty={faults.includes("experience")} />
            </fieldset>
            <div className="flow-foot">
              <Link className="link" to={choiceAddress("/pricing-tiers", choice)}>
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
            <Bill
              title={tierName(plan.tier)}
              text={exampleWords(cars.examples) || tierText(plan.tier)}
              shot={cars.shown && <PlanShot cars={cars} />}
              price={shown}
              rentalLabel={m.order_line_plan({ price: formatMoney(plan.monthlyPrice, language), count: price.months })}
            >
              {!insurance && <p className="note">{m.information_without_liability()}</p>}
            </Bill>
            <BillTerms milesIncluded={price.milesIncluded} />
          </aside>
        </div>
      </div>
      <SumBar price={shown}>
        <button className="btn btn-primary" type="submit">
          {m.information_continue_short()}
          <Icon name="arrow" />
        </button>
      </SumBar>
    </form>
  );
}

function Check({ name, label, isFaulty }: { name: "age" | "experience"; label: string; isFaulty: boolean }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value="yes" required aria-invalid={isFaulty || undefined} />
      <span>{label}</span>
    </label>
  );
}

function focusOn(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name);
  const element = found instanceof RadioNodeList ? found[0] : found;
  if (element instanceof HTMLElement) element.focus();
}
