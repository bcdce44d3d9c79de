import type { ReactNode } from "react";
import { addDays, formatDay } from "#domain/dates.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { type Plan, plans } from "#domain/pricing/plans.ts";
import { lineAmount } from "#domain/pricing/lines.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { type Rental, rentalError } from "#domain/pricing/rental-length.ts";
import { ratesIn, type TaxRate } from "#domain/pricing/tax-rates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useTaxRates } from "#web/layout/business.ts";
import { PlusTax } from "#web/layout/plus-tax.tsx";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { tierName } from "#web/ui/format/plan-words.ts";
import type { CompleteQuery } from "./plans-query.ts";
import { lengthInWords } from "./query-words.ts";

/**
 * The price of each plan. One is visible at a time: the chosen radio button shows its own, with or without script.
 */
export function PlanPicks({ filters }: { filters: CompleteQuery | undefined }) {
  return (
    <div aria-live="polite">
      {plans
        .filter((plan) => !plan.isSoldOut)
        .map((plan) => (
          <div
            key={plan.tier}
            className={`pick pick-${plan.tier} items-center justify-between gap-8 max-md:justify-start`}
          >
            {filters ? <WithTotal plan={plan} filters={filters} /> : <WithoutDates plan={plan} />}
          </div>
        ))}
    </div>
  );
}

function WithTotal({ plan, filters }: { plan: Plan; filters: CompleteQuery }) {
  const language = currentLanguage();
  const taxRates = ratesIn(useTaxRates(), filters.location);
  const price = planPrice(plan, filters.rental, "decline", { taxRates });
  const less = monthLess(plan, filters.rental, taxRates);
  return (
    <>
      <p className="max-md:hidden">
        <b className="block text-lg/[1.3]">{tierName(plan.tier)}</b>
        {less && (
          <span className="text-sm/[1.4] text-ink-soft">
            {m.plans_day_less({
              date: formatDay(less.returnDate, language),
              total: formatMoney(less.total, language),
            })}
          </span>
        )}
        <span className="text-sm/[1.4] text-ink-soft">
          {m.plans_pick_what({
            city: cityName(filters.location),
            count: price.months,
            date: formatDay(filters.rental.pickupDate, language),
          })}
        </span>
      </p>
      <dl className="flex items-baseline gap-7 tabular-nums">
        <div className="grid justify-items-end gap-0.5 max-md:hidden">
          <dt className={label}>
            {formatWholeMoney(plan.monthlyPrice, language)} × {price.months}
          </dt>
          <dd className="text-sm/[1.3]">{formatMoney(price.subtotal, language)}</dd>
        </div>
        {price.discountPercent > 0 && (
          <div className="grid justify-items-end gap-0.5 max-md:hidden">
            <dt className={label}>{m.plans_percent_off({ percent: price.discountPercent })}</dt>
            <dd className="text-sm/[1.3] text-good">
              {formatMoney(lineAmount(price, "duration_discount"), language)}
            </dd>
          </div>
        )}
        <Total name={m.plans_total()}>
          {formatMoney(price.total, language)}
          <span className="hidden text-xs/[1.4] font-text tracking-[0] text-ink-soft max-md:block">
            {lengthInWords(filters.rental)}
          </span>
        </Total>
      </dl>
    </>
  );
}

/**
 * Returns the price of a return one day earlier, if the last day begins another month of a plan that is billed by
 * the month.
 */
function monthLess(
  plan: Plan,
  { pickupDate, returnDate }: Rental,
  taxRates: readonly TaxRate[],
): { returnDate: string; total: number } | undefined {
  const earlier = { pickupDate, returnDate: addDays(returnDate, -1) };
  if (rentalError(earlier, pickupDate)) return undefined;
  const { total } = planPrice(plan, earlier, "decline", { taxRates });
  return total < planPrice(plan, { pickupDate, returnDate }, "decline", { taxRates }).total
    ? { returnDate: earlier.returnDate, total }
    : undefined;
}

function WithoutDates({ plan }: { plan: Plan }) {
  return (
    <>
      <p className="max-md:hidden">
        <b className="block text-lg/[1.3]">{tierName(plan.tier)}</b>
        <span className="text-sm/[1.4] text-ink-soft">{m.plans_pick_no_dates()}</span>
      </p>
      <dl className="tabular-nums">
        <Total name={m.plans_monthly()}>
          {formatWholeMoney(plan.monthlyPrice, currentLanguage())}
          <PlusTax city={undefined} />
        </Total>
      </dl>
    </>
  );
}

const label = "text-xs/[1.4] text-ink-faint max-md:hidden";

const Total = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid justify-items-end gap-0.5 max-md:justify-items-start">
    <dt className={label}>{name}</dt>
    <dd className="text-xl/[1.1] font-title tracking-[-0.02em]">{children}</dd>
  </div>
);
