import { Suspense } from "react";
import { formatMoney } from "#domain/money.ts";
import { carMonthlyMiles, extraMilePrice } from "#domain/pricing/pricing.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { PriceLines } from "#web/ui/price-lines.tsx";
import type { ShownPrice } from "#web/ui/format/shown-price.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** Loaded only once dates are chosen. */
const InstalmentPlan = lazyPart(() => import("#web/orders/instalment-plan.tsx"), "InstalmentPlan");
const CheaperReturn = lazyPart(() => import("./cheaper-return.tsx"), "CheaperReturn");

type RequestSumProps = {
  car: { monthlyPrice: string; minRentDays: number; city: string };
  rental: Rental | undefined;
  /** Why two dates make no rental. */
  refusal: string | undefined;
  price: ShownPrice | undefined;
  onPick: (dates: Partial<Rental>) => void;
};

/** The price, the amount due now, and the terms, all beside the button. */
export function RequestSum({ car, rental, refusal, price, onPick }: RequestSumProps) {
  return (
    <>
      <div className="stack" aria-live="polite">
        {price ? (
          <PriceLines
            {...price}
            rentalLabel={m.request_line_rental({ price: showMoney(car.monthlyPrice), days: price.days })}
          />
        ) : rental && !refusal ? null : (
          <p className={`small ${refusal ? "text-bad" : "muted"}`}>
            {refusal ?? m.request_choose_dates({ days: car.minRentDays })}
          </p>
        )}
        {price && rental && (
          <Suspense>
            <InstalmentPlan price={price} rental={rental} />
            <CheaperReturn car={car} rental={rental} onPick={onPick} />
          </Suspense>
        )}
      </div>
      <ul className="note grid gap-1.5 text-ink-soft">
        <Term icon="lock">{m.request_due_now({ amount: formatMoney(0, currentLanguage()) })}</Term>
        <Term icon="refresh">{m.order_cancellation({ hours: freeCancellationHours })}</Term>
        <Term icon="road">
          {price
            ? m.order_miles({
                miles: showNumber(price.milesIncluded),
                price: formatMoney(extraMilePrice, currentLanguage()),
              })
            : m.order_miles_monthly({
                miles: showNumber(carMonthlyMiles),
                price: formatMoney(extraMilePrice, currentLanguage()),
              })}
        </Term>
      </ul>
    </>
  );
}

function Term({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex gap-2 [&>.i]:size-4 [&>.i]:mt-px [&>.i]:text-ink-faint">
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}
