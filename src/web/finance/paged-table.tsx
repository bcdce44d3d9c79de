import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";

type PagedTableProps<Row> = {
  title: string;
  list: Pick<UseInfiniteQueryResult, "data" | "error" | "isPending" | "refetch">;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Shown below the rows. */
  children: ReactNode;
};

/** Rows of money under a heading, and a message while they load, when loading fails, or for no rows. */
export const PagedTable = <Row,>({ title, list, rows, columns, keyOf, children }: PagedTableProps<Row>) => (
  <section aria-label={title}>
    <h2 className="h3">{title}</h2>
    <Failed error={list.error} onRetry={() => void list.refetch()} />
    {list.isPending && <Waiting />}
    {list.data !== undefined && rows.length === 0 && <Empty icon="coins" title={m.finance_none()} />}
    {rows.length > 0 && (
      <>
        <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} className="paired" />
        {children}
      </>
    )}
  </section>
);
