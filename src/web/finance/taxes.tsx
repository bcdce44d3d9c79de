import { useQuery } from "@tanstack/react-query";
import type { BilledTaxShown } from "#contract/admin/taxes.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { taxesQuery } from "./queries.ts";

type Sum = "billed" | "takenBack" | "taxedToFile" | "toFile";
const sum = (id: Sum, label: string): Column<BilledTaxShown> => ({
  id,
  label,
  isRight: true,
  cell: ({ [id]: amount }) => <span className="num">{showMoney(amount)}</span>,
});

const columns = (): Column<BilledTaxShown>[] => [
  { id: "name", label: m.finance_tax(), isName: true, cell: (tax) => taxLabel(tax, currentLanguage()) },
  { id: "city", label: m.finance_tax_city(), cell: ({ city }) => cityOrName(city) },
  sum("billed", m.finance_tax_billed()),
  sum("takenBack", m.finance_tax_taken_back()),
  sum("taxedToFile", m.finance_tax_taxed()),
  sum("toFile", m.finance_tax_to_file()),
];

/** The taxes in a month's books, by rate and city. Without any taxes, nothing is shown. */
export function Taxes({ month }: { month: string }) {
  const { data, error, refetch } = useQuery(taxesQuery(month));
  if (data?.length === 0) return null;
  const title = m.finance_taxes({ month: longMonth(month) });
  return (
    <section aria-label={title}>
      <h2 className="h3">{title}</h2>
      <p className="muted mb-2.5">{m.finance_taxes_note()}</p>
      <Failed error={error} onRetry={() => void refetch()} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <DataTable
            label={title}
            columns={columns()}
            rows={data}
            keyOf={({ name, percent, city }) => `${name} ${percent} ${city}`}
            className="paired"
          />
          <DownloadButton
            label={m.finance_taxes_export()}
            path={`/api/admin/finance/taxes/export?month=${month}`}
            table="taxes"
            month={month}
            className="mt-3"
            isBig
          />
        </>
      )}
    </section>
  );
}
