import { pathOf } from "#web/api.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { getHostYear, type HostYear } from "#contract/host/statements.ts";
import { hostYearFile } from "#domain/saved-tables.ts";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { hostYearQuery } from "./queries.ts";
import { SaveStatement } from "#web/earnings/save-statement.tsx";

/** How many years back may be chosen. */
const yearsBack = 6;

/** The sums of a year, by month and by car. The day of payment decides the year. */
export function YearSums() {
  const thisYear = Number(useToday().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const { data, error, isPending, refetch } = useQuery(hostYearQuery(year));
  const id = useId();
  return (
    <section className="stack" aria-labelledby={`${id}title`}>
      <h2 className="h3" id={`${id}title`}>
        {m.statements_year({ year: String(year) })}
      </h2>
      <p className="muted">{m.statements_year_note()}</p>
      <SelectField
        id={id}
        label={m.statements_year_choose()}
        value={String(year)}
        onChange={({ target }) => setYear(Number(target.value))}
        options={Array.from({ length: yearsBack }, (_, back) => String(thisYear - back)).map((one) => ({
          value: one,
          label: one,
        }))}
      />
      <Failed error={error} onRetry={() => void refetch()} />
      {isPending && <Waiting />}
      {data?.months.length === 0 && <p>{m.statements_year_none()}</p>}
      {data && data.months.length > 0 && (
        <>
          <YearTables year={data} />
          <SaveStatement
            path={pathOf(getHostYear, { year: String(data.year) })}
            name={hostYearFile(data.year)}
            label={({ format }) => m.statements_save_year({ year: String(data.year), format })}
          />
        </>
      )}
    </section>
  );
}

type Row = { id: string; name: string; gross: string; ourShare: string; net: string; payouts?: string };

function YearTables({ year }: { year: HostYear }) {
  const { gross, ourShare, net, payouts } = year;
  const total = { id: "total", name: m.statements_total(), gross, ourShare, net, payouts };
  const months = year.months.map((row) => ({ ...row, id: row.month, name: longMonth(row.month) }));
  const cars = year.cars.map((row) => ({
    ...row,
    id: row.id ?? "none",
    name: row.name ? shownCarName(row.name) : m.statements_no_car(),
  }));
  return (
    <>
      <SumsTable
        caption={m.statements_year({ year: String(year.year) })}
        first={m.earnings_column_month()}
        rows={months}
        total={total}
      />
      <SumsTable caption={m.statements_cars()} first={m.statements_car()} rows={cars} />
    </>
  );
}

type SumsTableProps = { caption: string; first: string; rows: readonly Row[]; total?: Row };

/** A table of sums. The table of months has no visible caption, since the year's heading is above it. */
function SumsTable({ caption, first, rows, total }: SumsTableProps) {
  const hasPayouts = total !== undefined;
  const columns = [
    m.statements_gross(),
    m.statements_ours(),
    m.statements_net(),
    ...(hasPayouts ? [m.statements_payouts()] : []),
  ];
  return (
    <div className="overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
      <table className="w-full text-sm/[1.6] num">
        <caption className={total ? "sr-only" : "text-left font-label"}>{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="pr-3 text-left">
              {first}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-2 text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows, ...(total ? [total] : [])].map((row) => (
            <tr key={row.id} className={row === total ? "border-t border-line font-label" : undefined}>
              <th
                scope="row"
                className={`min-w-24 pr-3 text-left break-keep ${row === total ? "font-label" : "font-text"}`}
              >
                {row.name}
              </th>
              {[row.gross, row.ourShare, row.net, ...(hasPayouts ? [row.payouts ?? "0.00"] : [])].map(
                (amount, index) => (
                  <td key={columns[index]} className="px-2 text-right whitespace-nowrap">
                    {showMoney(amount)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
