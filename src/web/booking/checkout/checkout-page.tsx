import { useEffect } from "react";
import {
  data,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLocation,
  useNavigate,
} from "react-router";
import { createQuote } from "#contract/quotes.ts";
import type { IsoDate } from "#domain/dates.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { longestEmail } from "#domain/text-lengths.ts";
import { api } from "#web/api.ts";
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
import type { Route } from "./+types/checkout-page.ts";
import { type CheckoutActionData, placePlanOrder } from "./checkout-action.server.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { liabilityOf } from "./liability-options.tsx";
import { readRenter, renterFields } from "#web/booking/cached-renter.ts";

/** Reads the address. Prices and totals in it are ignored. */
function readCheckout(query: URLSearchParams, firstDay: IsoDate) {
  const read = readChoice(query, firstDay);
  if (!("choice" in read)) return { refused: { problem: read.problem, back: read.back } };
  const insurance = liabilityOf(query.get("insurance"));
  if (!insurance)
    return {
      refused: { problem: "insurance_missing" as const, back: choiceAddress("/information", read.choice) },
    };
  const { filters, tier } = read.choice;
  return {
    choice: read.choice,
    order: { location: filters.location, rental: filters.rental, tier, insurance },
  };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch, today, firstPickupDay, language } = context.get(scopeContext);
  const query = new URL(request.url).searchParams;
  const { choice, order, refused } = readCheckout(query, firstPickupDay);
  const plan = planOf(choice?.tier ?? "");
  if (!choice || !plan) return data({ page: undefined, refused }, { status: 422 });
  const { rental, insurance, location } = order;
  const [price, cars] = await Promise.all([
    api(createQuote, { body: { tier: plan.tier, insurance, city: location, ...rental } }, apiFetch),
    findPlanCars(apiFetch, location, rental),
  ]);
  const renter = readRenter((name) => query.get(name)?.trim().slice(0, longestEmail) ?? "");
  return data({
    page: { choice, order, plan, price, cars: carsByPlan(cars, [], language)[plan.tier], renter, today },
    refused: undefined,
  });
}

export async function action(args: Route.ActionArgs) {
  const { firstPickupDay } = args.context.get(scopeContext);
  const { order } = readCheckout(new URL(args.request.url).searchParams, firstPickupDay);
  return order ? placePlanOrder(args, order) : data(undefined, { status: 422 });
}

/** The answer may hold names and addresses, so nothing caches it. */
export const headers = () => ({ "cache-control": "no-store" });
export const handle = { isUnlisted: true };
export const meta: Route.MetaFunction = () => pageMeta({ title: m.checkout_title() });

/** Removing the renter from the address doesn't change the server's answer, so the page isn't loaded again. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return withoutRenter(currentUrl.searchParams) === withoutRenter(nextUrl.searchParams)
    ? false
    : defaultShouldRevalidate;
}

function withoutRenter(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of renterFields) rest.delete(name);
  return rest.toString();
}

export default function CheckoutPage({ loaderData: { page, refused } }: Route.ComponentProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const answered = useActionData<CheckoutActionData>();

  // Links from elsewhere carry the renter in the address. It is read once; then the address forgets.
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!renterFields.some((name) => query.has(name))) return;
    void navigate(`/checkout?${withoutRenter(query)}`, { replace: true, preventScrollReset: true });
  }, [search, navigate]);

  if (!page) return refused && <PlanProblemPage {...refused} />;
  const { choice, order, plan, cars } = page;
  return (
    <CheckoutForm
      address={choiceAddress("/checkout", choice, { insurance: order.insurance })}
      back={choiceAddress("/information", choice)}
      order={order}
      today={page.today}
      start={{
        price: page.price,
        renter: answered?.renter ?? page.renter,
        answer: answered?.answer,
        promo: answered?.promo,
      }}
      asked={<PlanQueryLine {...choice} />}
      bill={planBill(plan, cars, page.price.months)}
    />
  );
}
