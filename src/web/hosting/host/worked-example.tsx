import { useQuery } from "@tanstack/react-query";
import { listHostingKinds } from "#contract/hosting.ts";
import { estimateHostEarnings } from "#domain/hosting.ts";
import { divideHalfUp, wireMoney } from "#domain/money.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { useBusiness } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire, showMoney, showWholeMoney } from "#web/ui/format/money.ts";

/** The earnings of a rental, computed for a car with the fleet's median price and marked as an example. */
export function WorkedExample() {
  const kinds = useQuery(endpointQuery(listHostingKinds)).data;
  const share = useBusiness()?.hostSharePercent;
  const middle = kinds?.toSorted((a, b) => centsFromWire(a.monthlyPrice) - centsFromWire(b.monthlyPrice))[
    Math.floor((kinds.length - 1) / 2)
  ];
  if (!middle || share === undefined) return null;
  const rental = estimateHostEarnings(centsFromWire(middle.monthlyPrice), share).find(
    ({ months }) => months === 3,
  );
  if (!rental) return null;
  const price = centsFromWire(middle.monthlyPrice) * rental.months;
  const discount = divideHalfUp(price * rental.discountPercent, 100);
  const less = (cents: number) => `−${showMoney(wireMoney(cents))}`;
  const lines: [string, string][] = [
    [m.host_example_rental({ price: showWholeMoney(middle.monthlyPrice) }), showMoney(wireMoney(price))],
    [m.host_example_discount({ percent: rental.discountPercent }), less(discount)],
    [m.host_example_share({ percent: 100 - share }), less(price - discount - rental.total)],
  ];
  return (
    <section className="card stack max-w-136" aria-labelledby="host-example">
      <p>
        <span className="badge badge-plain">{m.host_example_mark()}</span>
      </p>
      <h2 className="h3" id="host-example">
        {m.host_example_title()}
      </h2>
      <dl className="grid gap-2 text-sm/[1.45]">
        {lines.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-6">
            <dt>{name}</dt>
            <dd className="num">{amount}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-6 pt-2 border-t border-line font-label">
          <dt>{m.host_example_left()}</dt>
          <dd className="num">{showMoney(wireMoney(rental.total))}</dd>
        </div>
      </dl>
      <p className="hint">{m.host_price_before_costs()}</p>
    </section>
  );
}
