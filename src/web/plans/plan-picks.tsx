import { addDays, formatDay } from "#domain/dates.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { type Plan, plans } from "#domain/pricing/plans.ts";
import { lineAmount, planPrice } from "#domain/pricing/pricing.ts";
import { type Rental, rentalError } from "#domain/pricing/rental-length.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { tierName } from "#web/ui/format/plan-words.ts";
import type { CompleteQuery } from "./plans-query.ts";
import { lengthInWords } from "./query-words.ts";

/**
 * What each plan comes to, one shown at a time: the chosen radio button lights its own, with or without
 * script.
 */
export function PlanPicks({ filters }: { filters: CompleteQuery | undefined }) {
  return (
    <div aria-live="polite">
      {plans
        .filter((plan) => !plan.isSoldOut)
        .map((plan) => (
          <div key={plan.tier} className={`pick pick-${plan.tier}`}>
            {filters ? <WithTotal plan={plan} filters={filters} /> : <WithoutDates plan={plan} />}
          </div>
        ))}
    </div>
  );
}

function WithTotal({ plan, filters }: { plan: Plan; filters: CompleteQuery }) {
  const language = currentLanguage();
  const price = planPrice(plan, filters.rental, "decline");
  const less = monthLess(plan, filters.rental);
  return (
    <>
      <p>
        <b>{tierName(plan.tier)}</b>
        {less && (
          <span className="pick-less">
            {m.plans_day_less({
              date: formatDay(less.returnDate, language),
              total: formatMoney(less.total, language),
            })}
          </span>
        )}
        <span>
          {m.plans_pick_what({
            city: cityName(filters.location),
            count: price.months,
            date: formatDay(filters.rental.pickupDate, language),
          })}
        </span>
      </p>
      <dl>
        <div>
          <dt>
            {formatWholeMoney(plan.monthlyPrice, language)} × {price.months}
          </dt>
          <dd>{formatMoney(price.subtotal, language)}</dd>
        </div>
        {price.discountPercent > 0 && (
          <div className="off">
            <dt>{m.plans_percent_off({ percent: price.discountPercent })}</dt>
            <dd>{formatMoney(lineAmount(price, "duration_discount"), language)}</dd>
          </div>
        )}
        <div className="tot">
          <dt>{m.plans_total()}</dt>
          <dd>
            {formatMoney(price.total, language)}
            <span className="short">{lengthInWords(filters.rental)}</span>
          </dd>
        </div>
      </dl>
    </>
  );
}

/** Plans are billed by the month: where the last day begins one, what it costs to come back a day earlier. */
function monthLess(
  plan: Plan,
  { pickupDate, returnDate }: Rental,
): { returnDate: string; total: number } | undefined {
  const earlier = { pickupDate, returnDate: addDays(returnDate, -1) };
  if (rentalError(earlier, pickupDate)) return undefined;
  const { total } = planPrice(plan, earlier, "decline");
  return total < planPrice(plan, { pickupDate, returnDate }, "decline").total
    ? { returnDate: earlier.returnDate, total }
    : undefined;
}

function WithoutDates({ plan }: { plan: Plan }) {
  return (
    <>
      <p>
        <b>{tierName(plan.tier)}</b>
        <span>{m.plans_pick_no_dates()}</span>
      </p>
      <dl>
        <div className="tot">
          <dt>{m.plans_monthly()}</dt>
          <dd>{formatWholeMoney(plan.monthlyPrice, currentLanguage())}</dd>
        </div>
      </dl>
    </>
  );
}
