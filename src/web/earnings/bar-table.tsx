export type BarRow = { id: string; name: string; value: number; text: string };

type BarTableProps = {
  caption: string;
  columns: { name: string; value: string };
  rows: readonly BarRow[];
  /** The value of a bar with full length; by default, the highest value. */
  most?: number;
};

/** A table that can be read as a chart: each row's bar is as long as its value. */
export function BarTable({ caption, columns, rows, most }: BarTableProps) {
  const full = most ?? Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className="w-full max-w-136 text-sm/[1.6] num">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.value}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, value, text }) => (
          <tr key={id}>
            <th scope="row" className="w-32 pr-3 text-left font-text whitespace-nowrap">
              {name}
            </th>
            <td>
              <span className="flex items-center gap-2">
                <span
                  className="block h-3.5 rounded-sm bg-ink"
                  aria-hidden="true"
                  style={{ width: `${(Math.max(0, value) / full) * 65}%` }}
                />
                <span>{text}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
