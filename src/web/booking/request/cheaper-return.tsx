import { formatMoney } from "#domain/money.ts";
import { cheaperReturns } from "#domain/pricing/pricing.ts";
import { type Rental, rentalDays } from "#domain/pricing/rental-length.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { PlusTax } from "#web/layout/plus-tax.tsx";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";

/** A few days more can reach a discount and cost less. */
export function CheaperReturn({
  car: { monthlyPrice, city },
  rental,
  onPick,
}: {
  car: { monthlyPrice: string; city: string };
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
        <PlusTax city={city} />
      </p>
      <button
        className="btn btn-secondary btn-sm needs-script"
        type="button"
        onClick={() => onPick({ returnDate: best.returnDate })}
      >
        {m.request_cheaper_pick({ date: showDate(best.returnDate) })}
      </button>
    </div>
  );
}
