import { useQuery } from "@tanstack/react-query";
import type { WizardBooking } from "#contract/account/booking.ts";
import { carRates, promoValue, untaxedPrice } from "#domain/pricing/pricing.ts";
import type { DailyInsurance } from "#domain/pricing/insurance.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { useTaxRates } from "#web/layout/business.ts";
import type { FreeRange, ShownPrice } from "#web/ui/format/shown-price.ts";
import { centsFromWire } from "#web/ui/format/money.ts";
import { shownPrice } from "#web/ui/format/shown-price.ts";
import { wizardQuoteQuery } from "./queries.ts";

type WantedPrice = {
  car: { id: string; monthlyPrice: string };
  booking: WizardBooking | undefined;
  rental: Rental | undefined;
  insurance: DailyInsurance | undefined;
};

/**
 * The server's price of the current choice: the booking's own price, or a quote where something has changed since.
 * Until the quote comes, the same rule gives the price here, where nothing is taxed. `nextFree` is when the car is
 * free again, where another renter has it. The user's own hold doesn't count.
 */
export function useWizardPrice({ car, booking, rental, insurance }: WantedPrice): {
  price: ShownPrice | undefined;
  nextFree: FreeRange[] | undefined;
} {
  const isTaxed = useTaxRates().length > 0;
  const isBooked =
    booking?.pickupDate === rental?.pickupDate &&
    booking?.returnDate === rental?.returnDate &&
    (booking?.selectedInsurance ?? undefined) === insurance;
  const { pickupDate = "", returnDate = "" } = rental ?? {};
  const quote = useQuery({
    ...wizardQuoteQuery({
      carId: car.id,
      pickupDate,
      returnDate,
      insurance,
      promo: booking?.promo ?? undefined,
    }),
    enabled: rental !== undefined && !isBooked,
  });
  if (!rental) return { price: undefined, nextFree: undefined };
  if (booking && isBooked) return { price: booking, nextFree: undefined };
  const untaxed = (whole: Rental) => {
    const promo = booking?.promo ? promoValue : 0;
    return shownPrice(untaxedPrice(carRates(centsFromWire(car.monthlyPrice), { insurance, promo }), whole));
  };
  return {
    price: quote.data ?? (isTaxed ? undefined : untaxed(rental)),
    nextFree: booking?.hold === "held" ? undefined : quote.data?.nextFree,
  };
}
