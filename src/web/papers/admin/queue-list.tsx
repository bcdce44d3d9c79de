import type { QueuedVerification } from "#contract/admin/papers.ts";
import { m } from "#web/paraglide/messages.js";
import { showAge } from "#web/ui/format/moment.ts";
import { subjectName } from "./subject-name.ts";
import styles from "./verifications.module.css";

type Props = {
  found: readonly QueuedVerification[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** What there is to check, each by whose it is and since when it waits. */
export function QueueList({ found, chosen, onChoose }: Props) {
  return (
    <ul className={styles.queue} aria-label={m.admin_papers_list()}>
      {found.map(({ id, subject, account, submittedAt }) => (
        <li key={id}>
          <button type="button" aria-current={id === chosen || undefined} onClick={() => onChoose(id)}>
            <b>
              <bdi>{account.name || account.email}</bdi>
            </b>
            <span className="note num">{submittedAt && showAge(submittedAt)}</span>
            <span className="muted">{subjectName(subject)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
