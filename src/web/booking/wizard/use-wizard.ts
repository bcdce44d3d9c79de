import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { WizardState } from "#contract/account/booking.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { rentalOf } from "#web/booking/rental-rules.ts";
import type { CarStay } from "#web/ui/form/words/rental-error-words.ts";
import { useBooking } from "./use-booking.ts";
import { useWizardPrice } from "./use-wizard-price.ts";
import { stepOf } from "./wizard-address.ts";
import type { BookedCar } from "./wizard-summary.tsx";

type WizardOptions = {
  car: BookedCar & CarStay & { id: string };
  state: WizardState;
  firstDay: IsoDate;
  /** Dates that the address brings. */
  brought: Rental | undefined;
};

/** One booking on its way through the steps: its step, its dates and choices, and its price. */
export function useWizard({ car, state, firstDay, brought }: WizardOptions) {
  const [query] = useSearchParams();
  const booking = state.hold === "none" || state.hold === "booked" ? undefined : state;
  const actions = useBooking(car.id, booking);
  const step = stepOf(query, booking, brought);
  const dates = step === "vehicle" ? (brought ?? booking) : booking;
  const [typed, changeTyped] = useState({
    pickupDate: dates?.pickupDate ?? "",
    returnDate: dates?.returnDate ?? "",
  });
  const [chosen, setChosen] = useState(booking?.selectedInsurance ?? undefined);
  const pick = useRef<((rental: Rental) => void) | null>(null);

  const rental = step === "vehicle" ? rentalOf(typed, firstDay, car) : booking;
  const { price, nextFree } = useWizardPrice({ car, booking, rental, insurance: chosen });

  const setTyped = ({ pickupDate, returnDate }: typeof typed) =>
    changeTyped((was) =>
      was.pickupDate === pickupDate && was.returnDate === returnDate ? was : { pickupDate, returnDate },
    );
  const takeDates = ({ pickupDate, returnDate }: Rental) => {
    if (pick.current) return pick.current({ pickupDate, returnDate });
    void actions.change({ pickupDate, returnDate }).catch(() => undefined);
  };
  const changePromo = (promo: string): Promise<boolean> =>
    actions.change({ promo }).then(
      () => true,
      () => false,
    );

  return {
    booking,
    actions,
    step,
    typed,
    setTyped,
    chosen,
    setChosen,
    pick,
    rental,
    price,
    nextFree,
    takeDates,
    changePromo,
  };
}
