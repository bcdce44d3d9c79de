import { type ComponentProps, type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { planOf, plans } from "#domain/pricing/plans.ts";
import { formatMoney, formatWholeMoney, wireMoney } from "#domain/money.ts";
import { liability } from "#domain/pricing/insurance.ts";
import { extraMilePrice } from "#domain/pricing/pricing.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import "#web/styles/card.css";
import "#web/orders/orders.css";
import "#web/styles/options.css";
import "#web/plans/plans.css";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/plans-page.ts";
import { PlanQueryWords } from "./plan-query-line.tsx";
import { carsByPlan, findPlanCars } from "./plan-cars.ts";
import { PlanPicks } from "./plan-picks.tsx";
import { PlanRow } from "./plan-row.tsx";
import { readPlansQuery, completeQuery, queryError, queryField } from "./plans-query.ts";
import { QueryFields } from "./query-fields.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch, firstPickupDay: firstDay, language } = context.get(scopeContext);
  const query = new URL(request.url).searchParams;
  const filters = readPlansQuery(query);
  const [cars, anywhere] = await Promise.all([
    findPlanCars(apiFetch, filters.location, completeQuery(filters, firstDay)?.rental),
    filters.location ? findPlanCars(apiFetch, undefined, undefined) : [],
  ]);
  const hasAsked = ["location", "from", "until"].some((name) => query.get(name));
  return {
    firstDay,
    filters,
    hasAsked,
    tier: query.get("tier") ?? "",
    cars: carsByPlan(cars, anywhere, language),
  };
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: m.plans_title(), description: m.plans_description() });

const categories = [
  { category: "gas", title: m.plans_gas },
  { category: "electric", title: m.plans_electric },
] as const;

export default function PlansPage({ loaderData }: Route.ComponentProps) {
  const { firstDay, hasAsked } = loaderData;
  const form = useRef<HTMLFormElement>(null);
  const [filters, setQuery] = useState(loaderData.filters);
  const [tier, setTier] = useState(loaderData.tier);
  const [hasTried, setTried] = useState(false);
  const whole = completeQuery(filters, firstDay);
  const error = hasTried || hasAsked ? queryError(filters, firstDay) : undefined;

  const watch = () => {
    if (!form.current) return;
    const typed = new URLSearchParams(
      [...new FormData(form.current)].map(([name, value]) => [name, String(value)]),
    );
    setQuery(readPlansQuery(typed));
    setTier(typed.get("tier") ?? "");
  };
  useDraft(form);
  // The browser may have restored a choice or dates before React started.
  useEffect(watch, [loaderData]);

  const confirm = (event: MouseEvent | FormEvent) => {
    const missing = queryError(filters, firstDay);
    if (!missing) return;
    event.preventDefault();
    setTried(true);
    const field = form.current?.elements.namedItem(queryField(missing, filters));
    if (!(field instanceof HTMLElement)) return;
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  };

  const plan = planOf(tier);
  // The fields are folded away if the address had a complete query; otherwise they are open.
  const isFolded = completeQuery(loaderData.filters, firstDay) !== undefined;
  const fields = (
    <QueryFields filters={loaderData.filters} typed={filters} error={error} firstDay={firstDay}>
      <button
        className="btn btn-secondary lg:mt-[1.65rem] max-lg:col-span-full max-lg:justify-self-start max-md:justify-self-stretch"
        type="submit"
        formAction="/pricing-tiers"
        formNoValidate
      >
        {m.plans_show_totals()}
      </button>
    </QueryFields>
  );

  return (
    <Form className="plans" action="/information" data-draft="plans" ref={form} onInput={watch} noValidate>
      <div className="page">
        {isFolded && (
          <details
            className="ask-for w-fit max-w-full open:w-auto max-md:w-auto"
            key={JSON.stringify(loaderData.filters)}
          >
            <summary>
              {whole ? <PlanQueryWords filters={whole} /> : <b>{m.plans_dates_title()}</b>}
              <span className="linklike font-label max-md:ml-9">{m.plans_change()}</span>
            </summary>
            {fields}
          </details>
        )}
        <header className="grid gap-3.5 max-w-176 mt-[clamp(2rem,4vw,3rem)] mb-8">
          <h1 className="h2">{m.plans_heading()}</h1>
          <p className="muted">{m.plans_lead()}</p>
        </header>
        {!isFolded && (
          <section className="ask-for mt-0 mb-8 pt-2.5" aria-label={m.plans_dates_title()}>
            {fields}
          </section>
        )}
        <PlanRows
          cars={loaderData.cars}
          tier={loaderData.tier}
          filters={whole}
          place={loaderData.filters.location}
        />
        <WhatIsNext />
      </div>
      {plan && !plan.isSoldOut && (
        <input type="hidden" name="price" value={wireMoney(plan.monthlyPrice)} readOnly />
      )}
      <div className="confirm" role="region" aria-label={m.plans_confirm_region()}>
        <div className="page grid grid-cols-[1fr_auto] items-center gap-6 min-h-22 py-3.5 max-md:gap-3">
          <PlanPicks filters={whole} />
          <button
            className="btn btn-primary min-h-13 md:min-w-44 text-[1.0625rem]"
            type="submit"
            onClick={confirm}
          >
            {m.plans_confirm()}
            <Icon name="arrow" />
          </button>
        </div>
      </div>
    </Form>
  );
}

type PlanRowsProps = Pick<Route.ComponentProps["loaderData"], "cars" | "tier"> & {
  filters: ComponentProps<typeof PlanRow>["filters"];
  place: ComponentProps<typeof PlanRow>["location"];
};

/** The plans of each category, those that are sold out last. */
function PlanRows({ cars, tier, filters, place }: PlanRowsProps) {
  return (
    <>
      {categories.map(({ category, title }) => (
        <fieldset key={category} className="mt-9 first-of-type:mt-0">
          <legend className="mb-3 text-sm/[inherit] font-title text-ink-soft">{title()}</legend>
          {plans
            .filter((one) => one.category === category)
            .toSorted((one, other) => Number(one.isSoldOut) - Number(other.isSoldOut))
            .map((one) => (
              <PlanRow
                key={one.tier}
                plan={one}
                cars={cars[one.tier]}
                location={place}
                filters={filters}
                isChosen={one.tier === tier}
              />
            ))}
        </fieldset>
      ))}
    </>
  );
}

/** What the next pages add to the price. */
function WhatIsNext() {
  const language = currentLanguage();
  return (
    <p className="small muted flex gap-2.5 mt-6 max-w-184 [&>.i]:mt-0.5">
      <Icon name="info" />
      <span>
        {m.plans_next({
          low: formatWholeMoney(liability.ultimate.longTermMonthly, language),
          high: formatWholeMoney(liability.protection.monthly, language),
          mile: formatMoney(extraMilePrice, language),
        })}
      </span>
    </p>
  );
}
