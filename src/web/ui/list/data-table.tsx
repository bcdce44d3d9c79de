import type { ReactNode } from "react";

export type Column<T> = {
  id: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** The cell that names the row. */
  isName?: boolean;
  isRight?: boolean;
  /** For columns of pictures and buttons: only screen readers read the label. */
  isLabelHidden?: boolean;
};

type DataTableProps<T> = {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  className?: string;
  /** Whether the table has few, short columns that fit the narrowest screen. */
  isSlim?: boolean;
};

/** A table. Unless it is slim, it becomes a list of cards on narrow screens, where each cell names its column. */
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
