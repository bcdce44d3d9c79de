import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { Availability, Car } from "#contract/cars.ts";
import { addDays, addMonths, isDate, type IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";

/** The rules and words of the choice load only when the user chooses dates. */
const picker = () => import("./pick-words.ts");

const steps: Record<string, (day: IsoDate) => IsoDate> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/**
 * Chooses dates on a car's calendar, with the pointer or the keys. The address keeps the chosen dates, and the
 * request form reads them there. `says` is the state of the choice, or the reason why a day can't be chosen.
 */
export function useDayPicking(
  { taken, minRentDays, maxRentDays }: Pick<Availability, "taken" | "minRentDays"> & Pick<Car, "maxRentDays">,
  today: IsoDate,
  lastShown: IsoDate,
) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const calendar = useRef<HTMLDivElement>(null);
  const [says, setSays] = useState<{ words: string; isRefusal: boolean }>();
  const [pickupDate, returnDate] = [dateIn(query, "pickupDate"), dateIn(query, "returnDate")];
  const [active, setActive] = useState(pickupDate >= today && pickupDate <= lastShown ? pickupDate : today);
  const hasMoved = useRef(false);

  useEffect(() => {
    if (pickupDate)
      void picker().then(({ choiceWords }) =>
        setSays(choiceWords({ today, pickupDate, returnDate, minRentDays, maxRentDays })),
      );
    else setSays(undefined);
  }, [today, pickupDate, returnDate, minRentDays, maxRentDays]);

  // Scrolls to the month of dates that were chosen elsewhere, only sideways, so that the page doesn't move. A
  // tapped day is in view already.
  useEffect(() => {
    const month = calendar.current?.querySelector(`[data-month="${pickupDate.slice(0, 7)}"]`);
    if (!calendar.current || !month) return;
    const [view, wanted] = [calendar.current.getBoundingClientRect(), month.getBoundingClientRect()];
    if (wanted.left < view.left - 1 || wanted.right > view.right + 1)
      calendar.current.scrollLeft += wanted.left - view.left;
  }, [pickupDate]);

  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    calendar.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);

  const pick = async (day: IsoDate) => {
    setActive(day);
    const { pickDay, refusalWords } = await picker();
    const picked = pickDay(day, { today, taken, minRentDays, maxRentDays, pickupDate, returnDate });
    if (picked.kind !== "picked") return setSays({ words: refusalWords(picked), isRefusal: true });
    const next = new URLSearchParams(query);
    for (const name of ["pickupDate", "returnDate"] as const) {
      if (picked[name]) next.set(name, picked[name]);
      else next.delete(name);
    }
    await navigate(`?${next}`, { replace: true, preventScrollReset: true });
  };

  const onClick = ({ target }: MouseEvent) => {
    const day =
      target instanceof Element ? target.closest<HTMLElement>("[data-day]")?.dataset.day : undefined;
    if (day) void pick(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset.day) return;
    const isChoice = event.key === "Enter" || event.key === " ";
    const next = steps[event.key]?.(active);
    if (!isChoice && !next) return;
    event.preventDefault();
    if (isChoice) return void pick(active);
    if (!next || !calendar.current?.querySelector(`[data-day="${next}"]`)) return;
    hasMoved.current = true;
    setActive(next);
  };

  // The pickup is chosen, and the return isn't yet.
  const begun = pickupDate && !returnDate ? { from: pickupDate, until: pickupDate } : undefined;
  return {
    calendar,
    active,
    begun,
    says: says?.words ?? m.car_pick_pickup(),
    isRefused: says?.isRefusal ?? false,
    onClick,
    onKeyDown,
  };
}

function dateIn(query: URLSearchParams, name: string): string {
  const text = query.get(name) ?? "";
  return isDate(text) ? text : "";
}
