import { useEffect, useState } from "react";
import { createQuote } from "#contract/quotes.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { api } from "#web/api.ts";
import type { FreeRange } from "#web/ui/format/shown-price.ts";

/** Milliseconds after the last change of a date before the server is asked. */
const pause = 250;

type KnownRanges = { for: string; nextFree: FreeRange[] };

/**
 * The next free ranges of a car that is taken on these dates; undefined while the car is free, or while that is
 * unknown.
 */
export function useTaken(carId: string, rental: Rental | undefined): FreeRange[] | undefined {
  const [taken, setTaken] = useState<KnownRanges>();
  const { pickupDate, returnDate } = rental ?? {};
  const asked = [carId, pickupDate, returnDate].join(" ");

  useEffect(() => {
    if (!pickupDate || !returnDate) return;
    let isLate = false;
    const ask = async () => {
      try {
        const quote = await api(createQuote, { body: { carId, pickupDate, returnDate } });
        if (!isLate)
          setTaken(quote.available || !quote.nextFree ? undefined : { for: asked, nextFree: quote.nextFree });
      } catch {
        // Nothing is shown here. Sending the order shows the error.
      }
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [carId, pickupDate, returnDate, asked]);

  return taken?.for === asked ? taken.nextFree : undefined;
}
