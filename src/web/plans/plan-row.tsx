import type { City } from "#domain/cars/cars.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import type { Plan } from "#domain/pricing/plans.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { ratesIn } from "#domain/pricing/tax-rates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useTaxRates } from "#web/layout/business.ts";
import { PlusTax, useTaxIn } from "#web/layout/plus-tax.tsx";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { PlanCars } from "./plan-cars.ts";
import { PlanShot } from "./plan-shot.tsx";
import { tierName, tierWithExamples } from "#web/ui/format/plan-words.ts";
import type { CompleteQuery } from "./plans-query.ts";

type PlanRowProps = {
  plan: Plan;
  cars: PlanCars;
  /** The chosen city, if the cars are from that city. */
  location: City | undefined;
  filters: CompleteQuery | undefined;
  isChosen: boolean;
};

/** On a phone the price is beside the name, and the tax note below it. */
const roomForTax = { untaxed: "", taxed: "max-md:min-h-10", taxed_somewhere: "max-md:min-h-14" };

/** One plan in the list of plans. */
export function PlanRow({ plan, cars, location, filters, isChosen }: PlanRowProps) {
  const { tier, monthlyPrice, monthlyMiles, isSoldOut } = plan;
  const language = currentLanguage();
  const taxRates = ratesIn(useTaxRates(), filters?.location);
  const price = filters && planPrice(plan, filters.rental, "decline", { taxRates });
  const city = filters?.location ?? location;
  const room = roomForTax[useTaxIn(city)];
  const id = `tier-${tier}`;
  const name = isSoldOut ? "text-ink-faint" : "text-ink";
  return (
    <label className="opt plan" htmlFor={id}>
      <input
        type="radio"
        name="tier"
        id={id}
        value={tier}
        defaultChecked={isChosen && !isSoldOut}
        disabled={isSoldOut}
      />
      <span className="plan-shot h-20.5 rounded-md bg-sunken overflow-hidden empty:bg-transparent max-md:w-23 max-md:h-15 max-md:justify-self-end max-md:empty:hidden">
        <PlanShot cars={cars} />
      </span>
      <span
        className={`plan-name grid gap-0.5 text-sm/[1.4] [:lang(zh)_&]:leading-[1.6] ${isSoldOut ? "text-ink-faint" : "text-ink-soft"}`}
      >
        <b
          className={`text-lg/[1.3] tracking-[-0.01em] max-md:mb-1 max-md:pr-32 max-md:leading-6 ${room} ${name}`}
        >
          {tierName(tier)}
        </b>
        <span className="max-w-104">{tierWithExamples(tier, cars.examples)}</span>
        {location && !cars.hasFreeCar && !isSoldOut && (
          <span className="error mt-1 max-w-104 text-warn">
            <Icon name="alert" />
            {filters
              ? m.plans_none_free({ city: cityName(location) })
              : m.plans_none_in_city({ city: cityName(location) })}
          </span>
        )}
      </span>
      <span className="plan-miles max-lg:-mt-5 max-md:mt-0 text-balance text-sm/[1.35] text-ink-soft">
        {m.plans_miles({ miles: showNumber(monthlyMiles) })}
      </span>
      <span className="plan-cost justify-items-end gap-0.75 text-right tabular-nums md:grid max-md:contents">
        <span className="plan-price text-sm/[1.2] text-ink-soft whitespace-nowrap">
          <b className={`text-xl/[inherit] tracking-[-0.02em] max-md:text-lg/6 ${name}`}>
            {formatWholeMoney(monthlyPrice, language)}
          </b>
          {m.request_per_month()}
          <span className="block max-w-40 ml-auto whitespace-normal max-md:max-w-28">
            <PlusTax city={city} />
          </span>
        </span>
        {isSoldOut && <span className="badge badge-cancelled">{m.plans_sold_out()}</span>}
        {price && !isSoldOut && (
          <span className="text-xs/[1.4] text-ink-faint max-md:text-sm/[1.4] max-md:text-ink">
            {m.plans_total_for({ total: formatMoney(price.total, language), count: price.months })}
          </span>
        )}
      </span>
    </label>
  );
}
