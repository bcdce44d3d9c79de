import { addDays, type IsoDate } from "#domain/dates.ts";
import { longMonth, shortMonth } from "#web/ui/format/month-names.ts";
import { monthsOf, weekdayOf } from "./backdrop.ts";
import { countOf, columnOf, type ShownSpan } from "./span.ts";
import styles from "./timeline.module.css";
import { narrowWeekday } from "./words.ts";

/** Months and days above the rows, hidden from screen readers: each cell has its day as its name. */
export function TimelineHead({ shown, today }: { shown: ShownSpan; today: IsoDate }) {
  const { span, from } = shown;
  const isLong = span === "year" || span === "two-years";
  const days = Array.from({ length: countOf(shown) }, (_, start) => ({ date: addDays(from, start), start }));
  // A quarter names its Mondays only.
  const named = isLong ? [] : days.filter(({ date }) => span === "month" || weekdayOf(date) === 1);
  return (
    <div className={styles.head} aria-hidden="true">
      <div className={styles.name} />
      <div className={styles.days}>
        {span !== "month" &&
          monthsOf(shown).map(({ month, ...place }) => (
            <span key={month} className={styles.month} style={columnOf(shown, place)}>
              <span>
                <b>{isLong ? shortMonth(month) : longMonth(month)}</b>
                {isLong && (month.endsWith("-01") || place.start === 0) && <i>{month.slice(0, 4)}</i>}
              </span>
            </span>
          ))}
        {named.map(({ date, start }) => (
          <span
            key={date}
            className={styles.number}
            data-kind={date < today ? "past" : date === today ? "today" : undefined}
            style={columnOf(shown, { start, length: 1 })}
          >
            {span === "month" && <small>{narrowWeekday(date)}</small>}
            <i>{Number(date.slice(8))}</i>
          </span>
        ))}
      </div>
    </div>
  );
}
