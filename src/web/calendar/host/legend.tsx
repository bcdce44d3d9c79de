import { entryKinds } from "./lay-out.ts";
import styles from "./timeline.module.css";
import { kindNames } from "./words.ts";

/** The meaning of each kind of bar. */
export const Legend = () => (
  <ul className="flex flex-wrap gap-x-5 gap-y-2 text-xs/[inherit] text-ink-soft">
    {entryKinds.map((kind) => (
      <li key={kind} className="inline-flex items-center gap-2">
        <span className={styles.swatch} data-entry={kind} />
        {kindNames[kind]()}
      </li>
    ))}
  </ul>
);
