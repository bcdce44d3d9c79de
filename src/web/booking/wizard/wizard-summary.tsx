import { type FormEvent, type ReactNode, Suspense, useState } from "react";
import { formatMoney } from "#domain/money.ts";
import { totalBeforeDates } from "#domain/booking/wizard.ts";
import type { DailyInsurance } from "#domain/pricing/insurance.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { insuranceName } from "#web/orders/insurance-words.ts";
import { PromoField } from "#web/booking/checkout/promo-field.tsx";
import { billCard, BillHead, BillTerms, SumBar } from "#web/orders/order/bill.tsx";
import type { ShownPrice } from "#web/ui/format/shown-price.ts";
import { PlusTax } from "#web/layout/plus-tax.tsx";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMoney, showWholeMoney } from "#web/ui/format/money.ts";
import { PriceLines } from "#web/ui/price-lines.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** Loaded only once there is a price. */
const InstalmentPlan = lazyPart(() => import("#web/orders/instalment-plan.tsx"), "InstalmentPlan");

export type BookedCar = {
  name: string;
  brand: string;
  year: number;
  city: string;
  image: string;
  monthlyPrice: string;
};

type WizardSummaryProps = {
  car: BookedCar;
  renter: string;
  rental: Rental | undefined;
  /** The server's price; undefined while there are no dates. */
  price: ShownPrice | undefined;
  insurance: DailyInsurance | undefined;
  /** The payment method in words, once one is chosen. */
  payment: string | undefined;
  /** Returns whether the code was accepted; undefined while no booking can take a code. */
  onPromo: ((promo: string) => Promise<boolean>) | undefined;
  promo: string;
};

/** The booked car and its price, shown beside every step. */
export function WizardSummary(props: WizardSummaryProps) {
  const { car, renter, rental, price, insurance, payment, onPromo, promo } = props;
  const language = currentLanguage();
  return (
    <aside className="flow-side" aria-label={m.wizard_summary()}>
      <div className={billCard}>
        <BillHead
          title={shownCarName(car.name)}
          text={m.order_car_meta({ year: car.year, city: cityOrName(car.city) })}
          shot={<img src={car.image} alt="" width="104" height="72" />}
        />
        <dl className="named [--names:6rem]">
          {rental && (
            <>
              <Fact name={m.wizard_summary_pickup()}>{showDate(rental.pickupDate)}</Fact>
              <Fact name={m.wizard_summary_return()}>{showDate(rental.returnDate)}</Fact>
            </>
          )}
          {renter && <Fact name={m.wizard_summary_renter()}>{renter}</Fact>}
          {insurance && <Fact name={m.wizard_step_insurance()}>{insuranceName(insurance)}</Fact>}
          {payment && <Fact name={m.wizard_step_payment()}>{payment}</Fact>}
        </dl>
        {price && <hr />}
        <div aria-live="polite">
          {price ? (
            <PriceLines
              {...price}
              insurance={insurance && { dailyPrice: "daily" }}
              rentalLabel={m.request_line_rental({ price: showMoney(car.monthlyPrice), days: price.days })}
            />
          ) : (
            <>
              <p>
                <b>{fromPrice(car)}</b>
                <PlusTax city={car.city} />
              </p>
              <dl className="sum">
                <div className="total text-base/normal">
                  <dt>{m.wizard_example_total()}</dt>
                  <dd>{formatMoney(totalBeforeDates, language)}</dd>
                </div>
              </dl>
              <p className="note">{m.wizard_example_note()}</p>
            </>
          )}
        </div>
        {price && rental && (
          <Suspense>
            <InstalmentPlan price={price} rental={rental} first={m.payments_plan_booked()} />
          </Suspense>
        )}
        {onPromo && <Promo promo={promo} onPromo={onPromo} />}
      </div>
      {price && <BillTerms milesIncluded={price.milesIncluded} />}
    </aside>
  );
}

const fromPrice = ({ monthlyPrice }: BookedCar): string =>
  m.request_from_price({ price: showWholeMoney(monthlyPrice) });

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Promo({ promo, onPromo }: { promo: string; onPromo: (promo: string) => Promise<boolean> }) {
  const [isRefused, setRefused] = useState(false);
  const apply = async () => {
    const input = document.querySelector<HTMLInputElement>("#wizard-promo");
    const isTaken = await onPromo(input?.value.trim() ?? "");
    setRefused(!isTaken);
    if (!isTaken) input?.focus();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void apply();
  };
  return (
    <form onSubmit={send} onInput={() => setRefused(false)}>
      <PromoField
        id="wizard-promo"
        defaultValue={promo}
        error={isRefused ? m.order_error_promo() : undefined}
        isAlert
        canApply
        onApply={apply}
      />
    </form>
  );
}

type WizardBarProps = Pick<WizardSummaryProps, "car" | "price"> & { children: ReactNode };

/** The total and the next button, always visible on narrow screens. Without dates, it shows the car's price. */
export function WizardBar({ car, price, children }: WizardBarProps) {
  return (
    <SumBar
      sum={price ? showMoney(price.total) : fromPrice(car)}
      text={price ? m.wizard_for_days({ days: m.common_days({ days: price.days }) }) : m.wizard_dates_first()}
    >
      {children}
    </SumBar>
  );
}
