import { useQuery } from "@tanstack/react-query";
import type { TrialBalance as Balance } from "#contract/admin/books.ts";
import type { IsoDate } from "#domain/dates.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import type { Column } from "#web/ui/list/data-table.tsx";
import { DataTable } from "#web/ui/list/data-table.tsx";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { accountNames } from "./finance-words.ts";
import { trialBalanceQuery } from "./queries.ts";

type Row = Pick<Balance["accounts"][number], "debit" | "credit"> & { name: string };

const columns = (): Column<Row>[] => [
  { id: "name", label: m.finance_account(), isName: true, cell: ({ name }) => name },
  {
    id: "debit",
    label: m.finance_debits(),
    isRight: true,
    cell: ({ debit }) => <span className="num">{showMoney(debit)}</span>,
  },
  {
    id: "credit",
    label: m.finance_credits(),
    isRight: true,
    cell: ({ credit }) => <span className="num">{showMoney(credit)}</span>,
  },
];

/** Every account with its debits and credits up to a day, and the month's journal for bookkeeping programs. */
export function TrialBalance({ month, until }: { month: string; until: IsoDate }) {
  const { data, error, refetch } = useQuery(trialBalanceQuery(until));
  const title = m.finance_trial_balance({ date: showDate(until) });
  const rows = data && [
    ...data.accounts.map((row) => ({ ...row, name: accountNames[row.account]() })),
    { name: m.finance_total(), debit: data.debit, credit: data.credit },
  ];
  return (
    <section aria-label={title}>
      <h2 className="h3">{title}</h2>
      <Failed error={error} onRetry={() => void refetch()} />
      {!rows && !error && <Waiting />}
      {rows && (
        <DataTable
          label={title}
          columns={columns()}
          rows={rows}
          keyOf={({ name }) => name}
          className="paired"
        />
      )}
      <p className="muted mt-3">{m.finance_journal_note()}</p>
      <DownloadButton
        label={m.finance_journal()}
        path={`/api/admin/finance/journal?month=${month}&format=csv`}
        table="journal"
        month={month}
        isBig
      />
    </section>
  );
}
