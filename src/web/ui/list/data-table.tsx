import type { ReactNode } from "react";

export type Column<T> = {
  id: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** The cell that names the row. */
  isName?: boolean;
  isRight?: boolean;
  /** For pictures and buttons, whose label only readers of the screen hear. */
  isLabelHidden?: boolean;
};

type DataTableProps<T> = {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  className?: string;
  /** Whether its few short columns fit the narrowest screen as they are. */
  isSlim?: boolean;
};

/** A table that becomes a list of cards on narrow screens unless it is slim, where each cell says its column's name. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, keyOf, className = "", isSlim } = props;
  return (
    <div className="max-w-full overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className={`table ${isSlim ? "" : "dense"} ${className}`}>
        <thead>
          <tr>
            {columns.map(({ id, label, isRight, isLabelHidden }) => (
              <th key={id} scope="col" className={isRight ? "right" : undefined}>
                {isLabelHidden ? <span className="sr-only">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  const { id, label, cell, isName, isRight, isLabelHidden } = column;
  const className = `cell-${id}${isRight ? " right" : ""}`;
  if (isName) {
    return (
      <th scope="row" className={className}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td className={className} data-label={isLabelHidden ? undefined : label}>
      {cell(row)}
    </td>
  );
}
