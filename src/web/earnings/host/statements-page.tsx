import { pathOf } from "#web/api.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { getHostStatement, type HostStatementSummary } from "#contract/host/statements.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { hostStatementsQuery } from "./queries.ts";
import { SaveStatement } from "#web/earnings/save-statement.tsx";
import { YearSums } from "./year-sums.tsx";

export const meta = () => pageMeta({ title: m.statements_title() });

/** A host's monthly statements, and the sums of a year. */
export default function HostStatementsPage() {
  const { data, error, isPending, refetch } = useQuery(hostStatementsQuery);
  return (
    <>
      <header className="stack">
        <h1 className="h2">{m.statements_title()}</h1>
        <p className="muted">{m.statements_lead()}</p>
      </header>
      <Failed error={error} onRetry={() => void refetch()} />
      {isPending && <Waiting />}
      {data?.length === 0 && <p className="muted">{m.statements_none()}</p>}
      {data && data.length > 0 && (
        <ul className="grid">
          {data.map((statement) => (
            <StatementRow key={statement.number} statement={statement} />
          ))}
        </ul>
      )}
      <YearSums />
    </>
  );
}

function StatementRow({ statement }: { statement: HostStatementSummary }) {
  const { number, month, closing } = statement;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 py-4 border-t border-line">
      <div className="grid gap-0.5 min-w-0 text-sm/[1.45] [&>p]:text-ink-soft">
        <h2 className="text-base/[1.35] font-label">
          <Link to={`/host/statements/${month}`}>{longMonth(month)}</Link>
        </h2>
        <p className="num">{m.statements_row({ number })}</p>
        <p className="num">
          {m.statements_closing()} {showMoney(closing)}
        </p>
      </div>
      <SaveStatement
        path={pathOf(getHostStatement, { month })}
        name={number}
        label={({ format }) => m.statements_save({ number, format })}
      />
    </li>
  );
}
