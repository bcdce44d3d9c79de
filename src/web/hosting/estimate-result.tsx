import type { HostingEstimate } from "#contract/hosting.ts";
import type { Comparison } from "#domain/hosting.ts";
import { m } from "#web/paraglide/messages.js";
import { showWholeMoney } from "#web/ui/format/money.ts";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { sentences } from "#web/ui/format/sentences.ts";

/** The estimate and its basis. Without a basis, it says so. */
export function EstimateResult({ estimate }: { estimate: HostingEstimate }) {
  const {
    brand,
    model,
    year,
    city,
    comparison,
    comparableCars,
    carsInTown,
    monthlyPrice,
    yearLow,
    yearHigh,
  } = estimate;
  const car = { year, brand, model };
  if (monthlyPrice === undefined || yearLow === undefined || yearHigh === undefined) {
    return (
      <div className="estimate-result grid grid-cols-1 gap-3 border-t-2 border-ink pt-5 wrap-anywhere">
        <h3 className="h3">{m.hosting_result_none_title(car)}</h3>
        <p className="muted">{m.hosting_result_none()}</p>
      </div>
    );
  }
  const { monthsRented, longStayPercent, platformSharePercent } = estimate;
  return (
    <div className="estimate-result grid grid-cols-1 gap-3 border-t-2 border-ink pt-5 wrap-anywhere">
      <h3 className="h3">{m.hosting_result_title({ ...car, city: cityOrName(city) })}</h3>
      <p className="text-sm text-ink-soft">
        <b className="block num text-ink text-2xl/[1.15] tracking-[-0.03em]">
          {m.hosting_result_range({ low: showWholeMoney(yearLow), high: showWholeMoney(yearHigh) })}
        </b>{" "}
        {m.hosting_result_year()}
      </p>
      <ul className="text-sm text-ink-soft *:py-2 *:border-t *:border-line">
        <li>{m.hosting_result_monthly({ price: showWholeMoney(monthlyPrice) })}</li>
        <li>
          {sentences(
            restsOn(comparison, comparableCars, brand),
            carsInTown > 0 && m.hosting_result_in_city({ count: carsInTown, city: cityOrName(city) }),
          )}
        </li>
        <li>
          {m.hosting_result_counted({
            low: monthsRented.low,
            high: monthsRented.high,
            percent: longStayPercent,
            share: platformSharePercent,
          })}
        </li>
      </ul>
    </div>
  );
}

function restsOn(comparison: Comparison, count: number, brand: string): string {
  const isOne = count === 1;
  if (comparison === "model") return isOne ? m.hosting_rests_model_one() : m.hosting_rests_model({ count });
  if (comparison === "kind") return isOne ? m.hosting_rests_kind_one() : m.hosting_rests_kind({ count });
  return isOne ? m.hosting_rests_brand_one({ brand }) : m.hosting_rests_brand({ count, brand });
}
