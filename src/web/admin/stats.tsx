import type { ReactNode } from "react";

export type Stat = { label: string; value: ReactNode; note?: string };

/** A row of figures with their names. */
export function Stats({ stats, className = "" }: { stats: readonly Stat[]; className?: string }) {
  return (
    <dl className={`stats ${className}`}>
      {stats.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value} {note && <small className="keep">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
