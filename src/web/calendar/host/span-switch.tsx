import type { IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { longMonth } from "#web/ui/format/month-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { type ShownSpan, type Span, spanAfter, spanFrom, spans } from "./span.ts";

const spanNames: Record<Span, () => string> = {
  month: m.calendar_span_month,
  quarter: m.calendar_span_quarter,
  year: m.calendar_span_year,
  "two-years": m.calendar_span_two_years,
};

type SpanSwitchProps = { shown: ShownSpan; today: IsoDate; onShow: (next: ShownSpan) => void };

/** The shown days, buttons to the days before and after, and the number of months shown at once. */
export function SpanSwitch({ shown, today, onShow }: SpanSwitchProps) {
  const { span, from, until } = shown;
  const first = longMonth(from.slice(0, 7));
  const isNow = from <= today && today <= until;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex items-center gap-1 -ml-2.5">
        <button
          className="btn btn-quiet btn-icon"
          type="button"
          aria-label={m.calendar_previous()}
          onClick={() => onShow(spanAfter(shown, -1, today))}
        >
          <Icon name="left" />
        </button>
        <h2 className="h3 min-w-44 text-center max-sm:min-w-0" aria-live="polite">
          {span === "month"
            ? first
            : m.own_orders_dates({ from: first, until: longMonth(until.slice(0, 7)) })}
        </h2>
        <button
          className="btn btn-quiet btn-icon"
          type="button"
          aria-label={m.calendar_next()}
          onClick={() => onShow(spanAfter(shown, 1, today))}
        >
          <Icon name="right" />
        </button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-disabled={isNow || undefined}
          onClick={() => !isNow && onShow(spanFrom(span, today, today))}
        >
          {m.calendar_today()}
        </button>
        <div className="chips" role="group" aria-label={m.calendar_span()}>
          {spans.map((one) => (
            <button
              key={one}
              className="chip"
              type="button"
              aria-pressed={one === span}
              onClick={() => onShow(spanFrom(one, from, today))}
            >
              {spanNames[one]()}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
