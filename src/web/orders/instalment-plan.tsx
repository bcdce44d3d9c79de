import type { Quote } from "#contract/quotes.ts";
import { formatMoney } from "#domain/money.ts";
import { instalmentsOf } from "#domain/pricing/instalments.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire } from "#web/ui/format/money.ts";
import type { PriceLinesProps } from "#web/ui/price-lines.tsx";
import { showDate } from "#web/ui/format/show-date.ts";

type InstalmentPlanProps = {
  price: Pick<PriceLinesProps, "lines" | "fees" | "taxes"> & Pick<Quote, "taxRates">;
  rental: Rental;
  /** The words for the day when the first instalment is due. */
  first?: string;
};

/** What is due now, at the confirmation, and in each later month: by the rule that later asks for it. */
export function InstalmentPlan({ price, rental, first = m.payments_plan_confirmed() }: InstalmentPlanProps) {
  const [confirmed, ...later] = instalmentsOf({
    pickupDate: rental.pickupDate,
    returnDate: rental.returnDate,
    lines: price.lines.map(({ kind, amount }) => ({ kind, amount: centsFromWire(amount) })),
    fees: centsFromWire(price.fees),
    taxes: centsFromWire(price.taxes),
    tariff: price,
  });
  return (
    <>
      <dl className="sum">
        <Row name={m.payments_plan_now()} amount={0} isNow />
        {confirmed && <Row name={first} amount={confirmed.amount} />}
      </dl>
      {later.length > 0 && (
        <details className="fold">
          <summary>
            {later.length === 1 ? m.payments_plan_one_more() : m.payments_plan_more({ count: later.length })}
          </summary>
          <dl className="sum">
            {later.map(({ number, startsOn, amount }) => (
              <Row key={number} name={showDate(startsOn)} amount={amount} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function Row({ name, amount, isNow }: { name: string; amount: number; isNow?: boolean }) {
  return (
    <div className={isNow ? "now" : undefined}>
      <dt>{name}</dt>
      <dd>{formatMoney(amount, currentLanguage())}</dd>
    </div>
  );
}
