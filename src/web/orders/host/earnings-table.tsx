import type { HostEarningsShown } from "#contract/host/requests.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { datesOf } from "./words.ts";

type EarningsTableProps = { earnings: HostEarningsShown };

/** What a rental brings its host, line by line and month by month. */
export function EarningsTable({ earnings }: EarningsTableProps) {
  const { days, lines, ourShare, sharePercent, total, months } = earnings;
  const names: Record<HostEarningsShown["lines"][number]["kind"], () => string> = {
    rental: () => m.common_line_rental({ days: m.common_days({ days }) }),
    duration_discount: m.host_price_discount,
    early_return_cap: m.common_line_cap,
    repair: m.common_line_repair,
    fees: m.common_line_fees,
  };
  return (
    <section className="stack" aria-labelledby="host-earnings">
      <h2 className="h3" id="host-earnings">
        {m.host_request_earnings()}
      </h2>
      <table className="w-full max-w-136 text-sm/[1.6] num">
        <tbody>
          {lines.map(({ kind, amount }) => (
            <Row key={kind} name={names[kind]()} amount={amount} />
          ))}
          <Row name={m.host_request_share({ percent: 100 - sharePercent })} amount={ourShare} />
          <tr className="border-t border-line text-base/[1.8]">
            <th scope="row" className="text-left">
              {m.host_request_total()}
            </th>
            <td className="text-right">
              <b>{showMoney(total)}</b>
            </td>
          </tr>
        </tbody>
        {months.length > 1 && (
          <tbody className="border-t border-line text-ink-soft">
            <tr>
              <th scope="rowgroup" colSpan={2} className="pt-2 text-left">
                {m.host_request_monthly()}
              </th>
            </tr>
            {months.map(({ from, until, amount }) => (
              <Row key={from} name={datesOf({ from, until })} amount={amount} />
            ))}
          </tbody>
        )}
      </table>
      <p className="small muted">{m.host_request_if_paid()}</p>
    </section>
  );
}

const Row = ({ name, amount }: { name: string; amount: string }) => (
  <tr>
    <th scope="row" className="text-left font-text text-balance">
      {name}
    </th>
    <td className="text-right">{showMoney(amount)}</td>
  </tr>
);
