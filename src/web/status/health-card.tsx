import { m } from "#web/paraglide/messages.js";

type HealthCardProps = {
  title: string;
  isWell?: boolean;
  trouble?: string;
  facts: [label: string, value: string][];
};

/** One part of the installation: whether it works, if that is known, and its figures. */
export function HealthCard({ title, isWell, trouble, facts }: HealthCardProps) {
  return (
    <section
      className="grid content-start gap-3 px-4.5 py-4 border border-line rounded-md bg-fog"
      aria-label={title}
    >
      <header className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <h2 className="h3">{title}</h2>
        {isWell !== undefined && (
          <span className={isWell ? "badge badge-good" : "badge badge-bad"}>
            {isWell ? m.admin_backend_well() : m.admin_backend_unwell()}
          </span>
        )}
      </header>
      {isWell === false && trouble && <p className="small">{trouble}</p>}
      <dl className="grid gap-1.5 wrap-anywhere">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 gap-y-1">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
