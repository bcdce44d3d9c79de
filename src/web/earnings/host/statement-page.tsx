import { pathOf } from "#web/api.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import {
  getHostStatement,
  type HostStatementLine,
  type HostStatementShown,
} from "#contract/host/statements.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { CreditLines } from "#web/earnings/credit-lines.tsx";
import { hostStatementQuery } from "./queries.ts";
import { SaveStatement } from "#web/earnings/save-statement.tsx";
import { daysOf, writeOffWords } from "#web/earnings/words.ts";
import { showDate } from "#web/ui/format/show-date.ts";

export const meta = () => pageMeta({ title: m.statements_title() });

/** A month's statement, line by line. */
export default function HostStatementPage() {
  const { month = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(hostStatementQuery(month));
  return (
    <>
      <p>
        <Link to="/host/statements">{m.statements_back()}</Link>
      </p>
      <Failed error={error} onRetry={() => void refetch()} />
      {isPending && <Waiting />}
      {data && <Statement statement={data} />}
    </>
  );
}

function Statement({ statement }: { statement: HostStatementShown }) {
  const { month, number, opening, closing, sums, lines } = statement;
  const summary = [
    [m.statements_opening(), opening],
    [m.statements_shares(), sums.shares],
    [m.statements_charges(), sums.charges],
    [m.statements_taken_back(), sums.takenBack],
    ...(Number(sums.owedLess) === 0 ? [] : [[m.statements_owed_less(), sums.owedLess] as const]),
    [m.statements_payouts(), sums.payouts],
    [m.statements_closing(), closing],
  ] as const;
  return (
    <>
      <header className="me-head">
        <div className="stack">
          <h1 className="h2">{longMonth(month)}</h1>
          <p className="muted num">{m.statements_row({ number })}</p>
        </div>
        <SaveStatement
          path={pathOf(getHostStatement, { month })}
          name={number}
          label={({ format }) => m.statements_save({ number, format })}
        />
      </header>
      <table className="w-full max-w-136 text-sm/[1.8] num">
        <tbody>
          {summary.map(([name, amount]) => (
            <tr key={name} className="first:font-label last:font-label last:border-t last:border-line">
              <th scope="row" className="text-left font-[inherit]">
                {name}
              </th>
              <td className="text-right">{showMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="grid">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines are frozen, and have no ids
          <StatedLine key={index} line={line} />
        ))}
      </ul>
    </>
  );
}

function StatedLine({ line }: { line: HostStatementLine }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2 py-4 border-t border-line">
      <div className="grid flex-1 gap-0.5 min-w-0 text-sm/[1.45] [&>p]:text-ink-soft">
        <LineTitle line={line} />
        <p className="num">{dayOf(line)}</p>
      </div>
      <b className="num">{showMoney(line.amount)}</b>
    </li>
  );
}

function LineTitle({ line }: { line: HostStatementLine }) {
  if ("orderId" in line)
    return (
      <>
        <h2 className="text-base/[1.35] font-label wrap-anywhere">
          <Link to={`/host/trips/${line.orderId}`}>{line.orderNumber}</Link> · {shownCarName(line.car)}
        </h2>
        {daysOf(line) && <p className="num">{daysOf(line)}</p>}
        <CreditLines credit={line} reader="host" />
      </>
    );
  const more = line.rule === "payout" ? line.reference : line.reason;
  return (
    <>
      <h2 className="text-base/[1.35] font-label num">{titleOf(line)}</h2>
      {more && <p className="wrap-anywhere">{more}</p>}
    </>
  );
}

/** The day on which a line was written down, a payout was sent or a repayment arrived. */
function dayOf(line: HostStatementLine): string {
  const day = showDate(line.on);
  if (line.rule === "payout" && Number(line.amount) < 0) return m.statements_sent({ day });
  return line.rule === "repayment" ? m.statements_arrived({ day }) : m.statements_written({ day });
}

function titleOf(line: Exclude<HostStatementLine, { orderId: string }>): string {
  if (line.rule !== "payout")
    return line.rule === "write_off" ? writeOffWords(line.amount, "host") : m.earnings_line_repaid();
  return Number(line.amount) < 0
    ? m.statements_payout({ name: line.name })
    : m.statements_payout_back({ name: line.name });
}
