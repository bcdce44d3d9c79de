import { lazy, Suspense } from "react";
import { formatDate } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { carMonthlyMiles, cheaperReturns, extraMilePrice } from "#domain/pricing/pricing.ts";
import { type Rental, rentalDays } from "#domain/pricing/rental-length.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { centsFromWire, showMoney } from "#web/ui/format/money.ts";
import { PriceLines } from "#web/ui/price-lines.tsx";
import type { ShownPrice } from "./request-answer.ts";
import { showNumber } from "#web/ui/format/show-number.ts";

/** Wanted once dates are chosen: its script comes with them. */
const InstalmentPlan = lazy(async () => ({
  default: (await import("#web/orders/instalment-plan.tsx")).InstalmentPlan,
}));

type RequestSumProps = {
  car: { monthlyPrice: string; minRentDays: number };
  rental: Rental | undefined;
  /** Why two dates make no rental. */
  refusal: string | undefined;
  price: ShownPrice | undefined;
  onPick: (dates: Partial<Rental>) => void;
};

/** What it costs, what is due now, and the terms that go with it: all of it beside the button. */
export function RequestSum({ car, rental, refusal, price, onPick }: RequestSumProps) {
  return (
    <>
      <div className="stack" aria-live="polite">
        {price ? (
          <PriceLines
            {...price}
            rentalLabel={m.request_line_rental({ price: showMoney(car.monthlyPrice), days: price.days })}
          />
        ) : (
          <p className={`small ${refusal ? "text-bad" : "muted"}`}>
            {refusal ?? m.request_choose_dates({ days: car.minRentDays })}
          </p>
        )}
        {price && rental && (
          <Suspense>
            <InstalmentPlan price={price} rental={rental} />
          </Suspense>
        )}
        {rental && <Cheaper monthlyPrice={car.monthlyPrice} rental={rental} onPick={onPick} />}
      </div>
      <ul className="note grid gap-1.5 text-ink-soft">
        <Term icon="lock">{m.request_due_now({ amount: formatMoney(0, currentLanguage()) })}</Term>
        <Term icon="refresh">{m.order_cancellation()}</Term>
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

/** A few days more can reach a discount and cost less. */
function Cheaper({
  monthlyPrice,
  rental,
  onPick,
}: {
  monthlyPrice: string;
  rental: Rental;
  onPick: (dates: Partial<Rental>) => void;
}) {
  const language = currentLanguage();
  const [best] = cheaperReturns(centsFromWire(monthlyPrice), rental);
  if (!best) return null;
  const more = rentalDays({ pickupDate: rental.returnDate, returnDate: best.returnDate });
  return (
    <div className="notice notice-good flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 pr-3 pl-3.5 leading-[1.45]">
      <p className="grow basis-40">
        {m.request_cheaper({ count: more, total: formatMoney(best.total, language) })}
      </p>
      <button
        className="btn btn-secondary btn-sm needs-script"
        type="button"
        onClick={() => onPick({ returnDate: best.returnDate })}
      >
        {m.request_cheaper_pick({ date: formatDate(best.returnDate, language) })}
      </button>
    </div>
  );
}
