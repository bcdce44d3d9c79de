import type { Availability as AvailabilityAnswer } from "#contract/cars.ts";
import { addDays, addMonths, type IsoDate, startInUtc } from "#domain/dates.ts";
import { dateFormat } from "#domain/date-format.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { availabilityWords } from "./availability-words.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { type CalendarDay, type CalendarMonth, calendarMonths, stretches } from "./calendar.ts";
import { useDayPicking } from "./use-day-picking.ts";

const monthsShown = 12;
const legend = "inline-flex items-center gap-1.75";

type AvailabilityProps = {
  availability: AvailabilityAnswer;
  /** The longest rental, in days, that the car's host allows, where the host has such a rule. */
  maxRentDays?: number | undefined;
  /** The first day on which the car can still be picked up. */
  firstDay: IsoDate;
  dates?: Rental | undefined;
};

/**
 * When the car is free: in a sentence, as a strip of months, and day by day. With JavaScript, a click or tap on
 * days chooses dates.
 */
export function Availability({ availability, maxRentDays, firstDay, dates }: AvailabilityProps) {
  const hasScript = useHydrated();
  const { calendar, ...picking } = useDayPicking(
    { ...availability, maxRentDays },
    firstDay,
    addDays(addMonths(`${firstDay.slice(0, 8)}01`, monthsShown), -1),
  );
  const mine = dates ? { from: dates.pickupDate, until: dates.returnDate } : picking.begun;
  const months = calendarMonths({ today: firstDay, taken: availability.taken, mine }, monthsShown);
  return (
    <section className="stack gap-3" aria-labelledby="availability">
      <div className="flex flex-wrap justify-between items-baseline gap-y-2 gap-x-6">
        <h2 className="h3" id="availability">
          {m.car_availability()}
        </h2>
        <p className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs/[inherit] text-ink-soft" aria-hidden="true">
          {mine && (
            <span className={legend}>
              <i className="k" data-state="mine" />
              {m.car_days_mine()}
            </span>
          )}
          <span className={legend}>
            <i className="k" data-state="free" />
            {m.car_days_free()}
          </span>
          <span className={legend}>
            <i className="k" data-state="taken" />
            {m.car_days_taken()}
          </span>
        </p>
      </div>
      <p className="muted small">{availabilityWords(availability)}</p>
      <MonthStrip months={months} />
      <p
        className="small needs-script pick-words mt-3 font-title"
        role="status"
        data-refused={picking.isRefused || undefined}
      >
        {picking.says}
      </p>
      <div
        className="cals grid grid-flow-col auto-cols-[calc(50%-1.25rem)] gap-10 mt-3 pb-3 overflow-x-auto max-md:auto-cols-[100%]"
        tabIndex={hasScript ? undefined : 0}
        role="group"
        aria-label={m.car_calendar_label()}
        ref={calendar}
        onClick={picking.onClick}
        onKeyDown={picking.onKeyDown}
      >
        {months.map((month) => (
          <div className="cal snap-start" key={month.first} data-month={month.first.slice(0, 7)}>
            <MonthTable month={month} active={hasScript ? picking.active : undefined} />
          </div>
        ))}
      </div>
    </section>
  );
}

const inUtc = { timeZone: "UTC" } as const;
const monthName = (date: IsoDate, month: "long" | "short", year?: "numeric"): string =>
  dateFormat(currentLanguage(), { ...inUtc, month, ...(year && { year }) }).format(startInUtc(date));

/**
 * A strip with a tick for each month. Widths are in percent, so that text keeps its size. The sentence above says
 * the same in words. Phones show only that sentence and the calendar.
 */
function MonthStrip({ months }: { months: CalendarMonth[] }) {
  return (
    <ol
      className="months grid grid-cols-12 gap-0.75 mt-1 text-xs/[1.3] text-ink-soft max-md:hidden"
      aria-hidden="true"
    >
      {months.map((month) => (
        <li key={month.first} className="grid gap-1.5">
          <span className="whitespace-nowrap">{monthName(month.first, "short")}</span>
          <svg className="rounded-[4px] bg-sunken" width="100%" height="32">
            <defs>
              <pattern id={`hatch-${month.first}`} width="4" height="4" patternUnits="userSpaceOnUse">
                <rect className="fill-edge" width="2" height="4" />
              </pattern>
            </defs>
            {stretches(month).map(({ state, start, length }) => (
              <rect
                key={start}
                data-state={state}
                x={`${start}%`}
                width={`${length}%`}
                height="100%"
                {...(state === "taken" && { fill: `url(#hatch-${month.first})` })}
              />
            ))}
          </svg>
        </li>
      ))}
    </ol>
  );
}

/** `active` is the day where the keyboard focus is, where days can be chosen. */
function MonthTable({
  month: { first, blanks, days },
  active,
}: {
  month: CalendarMonth;
  active: IsoDate | undefined;
}) {
  const cells: { key: string; day?: CalendarDay }[] = [
    ...weekdays()
      .slice(0, blanks)
      .map(({ long }) => ({ key: long })),
    ...days.map((day) => ({ key: day.date, day })),
  ];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  );
  return (
    <table className="w-full table-fixed text-sm/[1] tabular-nums" role={active && "grid"}>
      <caption className="pb-2 text-left leading-[1.4] font-title">
        {monthName(first, "long", "numeric")}
      </caption>
      <thead>
        <tr>
          {weekdays().map(({ short, long }) => (
            <th key={long} scope="col">
              <abbr title={long}>{short}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.key}>
            {week.map(({ key, day }) =>
              day ? (
                <td
                  key={key}
                  data-day={day.date}
                  data-state={day.state}
                  className={day.isFirst ? "begins" : day.isLast ? "ends" : undefined}
                  tabIndex={active === day.date ? 0 : undefined}
                  aria-disabled={
                    (active !== undefined && day.state !== "free" && day.state !== "mine") || undefined
                  }
                  aria-selected={(active !== undefined && day.state === "mine") || undefined}
                >
                  {day.state === "taken" ? <s>{day.number}</s> : <span>{day.number}</span>}
                </td>
              ) : (
                <td key={key} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sunday first, as calendars in California have it. */
function weekdays(): { short: string; long: string }[] {
  const language = currentLanguage();
  const name = (weekday: "long" | "short" | "narrow", day: number) =>
    dateFormat(language, { ...inUtc, weekday }).format(Date.UTC(2023, 0, 1 + day));
  return Array.from({ length: 7 }, (_, day) => ({
    short: language === "zh" ? name("narrow", day) : name("short", day).slice(0, 2),
    long: name("long", day),
  }));
}
