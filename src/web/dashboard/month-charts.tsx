import { useQuery } from "@tanstack/react-query";
import type { Reports } from "#contract/admin/dashboard.ts";
import { addMonths, dateInLosAngeles } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire } from "#web/ui/format/money.ts";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import { compactDollars } from "#web/ui/format/compact-dollars.ts";
import { longMonth, shortMonth } from "#web/ui/format/month-names.ts";
import { reportsQuery } from "#web/admin/queries.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { wholeDollars } from "#web/ui/format/whole-dollars.ts";

const shownMonths = 12;
/** Possible ends of the utilisation axis, in percent. With low values, a short axis keeps the bars readable. */
const ends = [25, 50, 100];

/** Orders, revenue and utilisation, a bar a month. */
export function MonthCharts() {
  const { data: reports, error, refetch } = useQuery(reportsQuery);
  if (!reports) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  const months = lastMonths(reports);
  const highest = Math.max(...reports.utilisation.map(({ percent }) => percent));
  const most = ends.find((end) => end >= highest) ?? 100;
  const placed = months.reduce((sum, { placed }) => sum + placed, 0);
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <BarChart
        title={m.admin_chart_orders()}
        note={m.admin_chart_orders_note({ count: showNumber(placed) })}
        bars={months.map(({ month, placed }) => bar(month, placed, showNumber(placed), showNumber(placed)))}
      />
      <BarChart
        title={m.admin_chart_revenue()}
        note={m.admin_chart_revenue_note()}
        bars={months.map(({ month, gross }) =>
          bar(month, centsFromWire(gross), compactDollars(gross), wholeDollars(gross)),
        )}
      />
      <BarChart
        title={m.admin_chart_utilisation()}
        note={m.admin_chart_most({ note: m.admin_chart_utilisation_note(), most: showPercent(most) })}
        most={most}
        bars={reports.utilisation.map(({ month, percent }) =>
          bar(month, percent, showPercent(percent), showPercent(percent)),
        )}
      />
    </>
  );
}

const bar = (month: string, value: number, short: string, text: string) => ({
  id: month,
  label: shortMonth(month),
  name: longMonth(month),
  value,
  short,
  text,
});

const showPercent = (percent: number): string => `${percent}%`;

/** The last months up to the current one. Months without orders are included. */
function lastMonths({ months }: Reports): Reports["months"] {
  const first = `${dateInLosAngeles(Date.now()).slice(0, 7)}-01`;
  return Array.from({ length: shownMonths }, (_, index) => {
    const month = addMonths(first, index - shownMonths + 1).slice(0, 7);
    return months.find((one) => one.month === month) ?? { month, orders: 0, gross: "0.00", placed: 0 };
  });
}
