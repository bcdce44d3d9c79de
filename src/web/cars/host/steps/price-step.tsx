import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type PriceSuggestion, suggestHostPrice } from "#contract/host/cars.ts";
import { typedPrice } from "#domain/cars/host/fields.ts";
import { wireMoney } from "#domain/money.ts";
import { hostAnswersWithin } from "#domain/orders/host-requests.ts";
import { inHours } from "#domain/orders/lifecycle.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMoney, showWholeMoney } from "#web/ui/format/money.ts";
import { OwnMark, OwnText } from "#web/cars/host/own-field.tsx";
import { hasLeapingPrice, shownField, unsureValue } from "#web/cars/host/saver-state.ts";
import styles from "#web/cars/host/own-car.module.css";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";

/** The monthly price, the rental lengths and the notice, with prices of similar cars and the earnings. */
export function PriceStep() {
  const { saver, state } = useOwnCarForm();
  const typed = shownField(state, "monthlyPrice");
  const price = typedPrice(typed);
  const query = price !== undefined && price > 0 ? { monthlyPrice: wireMoney(price) } : {};
  const { id, version } = state.car;
  const read = endpointQuery(suggestHostPrice, { params: { id }, query });
  const suggestion = useQuery({
    ...read,
    // Another brand or city makes another suggestion.
    queryKey: [...read.queryKey, version],
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const suggested = suggestion.data?.suggestedPrice;

  return (
    <>
      <div className="grid grid-cols-[minmax(10rem,14rem)_auto] items-end justify-start gap-3.5 max-sm:grid-cols-1">
        <OwnText name="monthlyPrice" inputMode="decimal" maxLength={12} />
        {suggested && suggested !== typed && (
          <button
            className="btn btn-secondary"
            type="button"
            onClick={() => saver.set("monthlyPrice", suggested)}
          >
            {m.host_price_use({ price: showWholeMoney(suggested) })}
          </button>
        )}
      </div>
      <PriceLeap />
      <Failed error={suggestion.error} onRetry={() => void suggestion.refetch()} />
      {suggestion.data && <Suggestion suggestion={suggestion.data} />}
      <div className="grid grid-cols-3 items-start gap-3.5 max-sm:grid-cols-1">
        <OwnText name="minRentDays" inputMode="numeric" maxLength={3} isOptional placeholder="30" />
        <OwnText name="maxRentDays" inputMode="numeric" maxLength={3} isOptional placeholder="400" />
        <OwnText
          name="noticeDays"
          inputMode="numeric"
          maxLength={2}
          isOptional
          placeholder="0"
          hint={m.host_notice_hint()}
        />
      </div>
      <OwnMark name="instantBook" hint={m.host_instant_hint({ hours: inHours(hostAnswersWithin) })} />
    </>
  );
}

/** Asks whether a price is meant that moves far, before renters see it. */
function PriceLeap() {
  const { saver, state } = useOwnCarForm();
  const cents = typedPrice(unsureValue(state, "monthlyPrice") ?? "");
  if (cents === undefined || !hasLeapingPrice(state)) return null;
  const price = showWholeMoney(wireMoney(cents));
  return (
    <Notice kind="warn" isAlert>
      <p>{m.host_price_leap({ price })}</p>
      <p className="acts mt-2">
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          onClick={() => saver.choose("monthlyPrice", "mine")}
        >
          {m.host_price_leap_yes({ price })}
        </button>
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          onClick={() => saver.choose("monthlyPrice", "theirs")}
        >
          {m.host_price_leap_no()}
        </button>
      </p>
    </Notice>
  );
}

function Suggestion({ suggestion }: { suggestion: PriceSuggestion }) {
  const { comparison, comparableCars: count, suggestedPrice, cars, sharePercent, left } = suggestion;
  return (
    <section className="card stack" aria-labelledby="price-suggestion">
      <h3 className="h3" id="price-suggestion">
        {suggestedPrice
          ? m.host_price_suggested({ price: showWholeMoney(suggestedPrice) })
          : m.host_price_none()}
      </h3>
      <p className="small muted">
        {comparison === "none" ? m.host_price_none_text() : restsOn[comparison]({ count })}
      </p>
      {cars.length > 0 && (
        <ul className="small grid gap-1">
          {cars.map((car, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two cars may be alike
            <li key={place} className="num">
              {m.host_price_car({
                year: car.year,
                city: cityOrName(car.city),
                price: showWholeMoney(car.monthlyPrice),
              })}
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <div className="overflow-x-auto">
          <table className={`${styles.left} num text-sm/[1.4]`}>
            <caption className="text-start label pb-2">{m.host_price_left({ share: sharePercent })}</caption>
            <thead>
              <tr>
                <th scope="col">{m.host_price_length()}</th>
                <th scope="col">{m.host_price_discount()}</th>
                <th scope="col">{m.host_price_a_month()}</th>
                <th scope="col">{m.host_price_total()}</th>
              </tr>
            </thead>
            <tbody>
              {left.map(({ months, discountPercent, aMonth, total }) => (
                <tr key={months}>
                  <th scope="row">{m.host_price_months({ count: months })}</th>
                  <td>{discountPercent ? `−${discountPercent}%` : "0%"}</td>
                  <td>{showMoney(aMonth)}</td>
                  <td>{showMoney(total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="hint">{m.host_price_before_costs()}</p>
    </section>
  );
}

const restsOn: Record<
  Exclude<PriceSuggestion["comparison"], "none">,
  (words: { count: number }) => string
> = {
  model: m.host_price_rests_model,
  kind: m.host_price_rests_kind,
  brand: m.host_price_rests_brand,
};
