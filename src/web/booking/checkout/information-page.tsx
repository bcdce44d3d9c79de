import { data } from "react-router";
import { type LiabilityOption, liabilityPrice } from "#domain/pricing/insurance.ts";
import { wireMoney } from "#domain/money.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { rentalMonths } from "#domain/pricing/rental-length.ts";
import { ratesIn } from "#domain/pricing/tax-rates.ts";
import { useTaxRates } from "#web/layout/business.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { PlanQueryLine } from "#web/plans/plan-query-line.tsx";
import { planBill } from "#web/plans/plan-bill.tsx";
import { carsByPlan, findPlanCars } from "#web/plans/plan-cars.ts";
import { choiceAddress, readChoice } from "#web/plans/plan-choice.ts";
import { PlanProblemPage } from "#web/plans/plan-problem.tsx";
import { scopeContext } from "#web/site-settings.ts";
import "#web/styles/card.css";
import "#web/orders/orders.css";
import "#web/plans/plans.css";
import type { Route } from "./+types/information-page.ts";
import { InformationForm } from "./information-form.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch, today, firstPickupDay, language } = context.get(scopeContext);
  const read = readChoice(new URL(request.url).searchParams, firstPickupDay);
  if ("problem" in read) return data({ page: undefined, refused: read }, { status: 422 });
  const { filters, tier } = read.choice;
  const cars = await findPlanCars(apiFetch, filters.location, filters.rental);
  const isToday = filters.rental.pickupDate === today;
  const shown = carsByPlan(cars, [], language)[tier];
  return data({ page: { choice: read.choice, cars: shown, isToday }, refused: undefined });
}

export const handle = { isUnlisted: true };
export const meta: Route.MetaFunction = () => pageMeta({ title: m.information_title() });

export default function InformationPage({ loaderData: { page, refused } }: Route.ComponentProps) {
  const allRates = useTaxRates();
  if (!page) return <PlanProblemPage {...refused} />;
  const { choice, cars, isToday } = page;
  const { rental } = choice.filters;
  const plan = planOf(choice.tier);
  if (!plan) return null;
  const months = rentalMonths(rental);
  const taxRates = ratesIn(allRates, choice.filters.location);
  const priceWith = (insurance: LiabilityOption) => planPrice(plan, rental, insurance, { taxRates });
  return (
    <InformationForm
      months={months}
      isToday={isToday}
      priceWith={priceWith}
      carried={{
        location: choice.filters.location,
        from: rental.pickupDate,
        until: rental.returnDate,
        tier: plan.tier,
        basePrice: wireMoney(plan.monthlyPrice * months),
      }}
      next={(insurance) =>
        choiceAddress("/checkout", choice, {
          basePrice: wireMoney(plan.monthlyPrice * months),
          insurance,
          insurancePrice: wireMoney(liabilityPrice(insurance, months)),
          total: wireMoney(priceWith(insurance).total),
        })
      }
      back={choiceAddress("/pricing-tiers", choice)}
      asked={<PlanQueryLine {...choice} />}
      bill={planBill(plan, cars, months)}
    />
  );
}
