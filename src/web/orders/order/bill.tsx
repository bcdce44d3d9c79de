import type { ReactNode } from "react";
import { extraMilePrice } from "#domain/pricing/pricing.ts";
import { divideHalfUp, formatMoney } from "#domain/money.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire } from "#web/ui/format/money.ts";
import { PriceLines, type PriceLinesProps } from "#web/ui/price-lines.tsx";
import type { ShownPrice } from "#web/ui/format/shown-price.ts";
import { showNumber } from "#web/ui/format/show-number.ts";

type BillProps = {
  title: string;
  text: string;
  shot: ReactNode;
  price: ShownPrice & Pick<PriceLinesProps, "insurance">;
  rentalLabel: string;
  /** The price by the day or the month; without it, the bill shows the total divided by the months. */
  rate?: string;
  /** More content for the card: a promo code, or what is due now. */
  children?: ReactNode;
};

export const billCard = "card grid grid-cols-1 gap-4.5 shadow-lift print:shadow-none";

/** What is ordered, with its picture. */
export const BillHead = ({ title, text, shot }: Pick<BillProps, "title" | "text" | "shot">) => (
  <div className="flex items-center gap-4 text-sm/[1.45] text-ink-soft">
    {shot && <div className="pictured flex-none w-26 h-18">{shot}</div>}
    <p>
      <b className="block text-lg/[1.3] tracking-[-0.01em] text-ink">{title}</b>
      {text}
    </p>
  </div>
);

/** What is ordered and all lines of its price. */
export function Bill({ title, text, shot, price, rentalLabel, rate, children }: BillProps) {
  const perMonth = formatMoney(divideHalfUp(centsFromWire(price.total), price.months), currentLanguage());
  return (
    <div className={billCard}>
      <h2 className="sr-only">{m.order_summary()}</h2>
      <BillHead title={title} text={text} shot={shot} />
      <hr />
      <div aria-live="polite">
        <PriceLines {...price} rentalLabel={rentalLabel} />
      </div>
      {rate && <p className="note">{rate}</p>}
      {!rate && price.months > 1 && (
        <p className="note">{m.order_per_month({ amount: perMonth, count: price.months })}</p>
      )}
      {children}
    </div>
  );
}

/** Mileage and cancellation, below every bill. */
export function BillTerms({ milesIncluded }: { milesIncluded: number }) {
  return (
    <ul className="small muted grid gap-2 px-[clamp(0rem,2vw,1.75rem)]">
      <li>
        {m.order_miles({
          miles: showNumber(milesIncluded),
          price: formatMoney(extraMilePrice, currentLanguage()),
        })}
      </li>
      <li>{m.order_cancellation({ hours: freeCancellationHours })}</li>
    </ul>
  );
}

/** On narrow screens the total and the next step stay in sight. */
export function SumBar({ sum, text, children }: { sum: string; text: string; children: ReactNode }) {
  return (
    <div className="bar sticky bottom-0 mt-10" role="region" aria-label={m.order_total_region()}>
      <div className="page">
        <p className="grid text-xs/[1.35] text-ink-soft tabular-nums">
          <b className="text-lg/[1.25] tracking-[-0.015em] text-ink">{sum}</b>
          {text}
        </p>
        {children}
      </div>
    </div>
  );
}
