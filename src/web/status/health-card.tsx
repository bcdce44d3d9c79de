import { m } from "#web/paraglide/messages.js";
import styles from "./health.module.css";

type HealthCardProps = {
  title: string;
  isWell?: boolean;
  trouble?: string;
  facts: [label: string, value: string][];
};

/** One part of the installation: whether it is well, in a word, where that is known, and its figures. */
export function HealthCard({ title, isWell, trouble, facts }: HealthCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <header>
        <h2 className="h3">{title}</h2>
        {isWell !== undefined && (
          <span className={isWell ? "badge badge-good" : "badge badge-bad"}>
            {isWell ? m.admin_backend_well() : m.admin_backend_unwell()}
          </span>
        )}
      </header>
      {isWell === false && trouble && <p className="small">{trouble}</p>}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
