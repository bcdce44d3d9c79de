import { useQuery } from "@tanstack/react-query";
import type { BackendHealth } from "#contract/admin/status.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { showAge, showMoment } from "#web/ui/format/moment.ts";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { m } from "#web/paraglide/messages.js";
import { statusQuery } from "./queries.ts";
import { DeadLetters } from "./dead-letters.tsx";
import { HealthCard } from "./health-card.tsx";
import styles from "./status.module.css";

export const meta = () => pageMeta({ title: m.admin_backend_title() });

/** Shows administrators with full rights the state of this installation. */
export default function StatusPage() {
  const { data: health, error, refetch } = useQuery(statusQuery);
  return (
    <>
      <AdminTitle title={m.admin_backend_title()}>
        <RefreshButton />
      </AdminTitle>
      <Failed error={error} onRetry={() => void refetch()} />
      {!health && !error && <Waiting />}
      {health && (
        <div className="grid grid-cols-1 gap-8 [&_code]:text-[0.875rem]">
          <p className="note num">{m.admin_backend_checked({ moment: showMoment(health.checkedAt) })}</p>
          <Parts health={health} />
          <DeadLetters dead={health.deadLetters} total={health.outbox.undelivered} />
          <Queues queues={health.queues} />
        </div>
      )}
    </>
  );
}

/** Queues with jobs in them, those with failures first; the many empty queues are folded away. */
function Queues({ queues }: { queues: BackendHealth["queues"] }) {
  const busy = queues.filter((queue) => busyness(queue) > 0).toSorted((a, b) => busyness(b) - busyness(a));
  const idle = queues.filter((queue) => busyness(queue) === 0);
  return (
    <section className="grid grid-cols-1 gap-2.5" aria-labelledby="queues-title">
      <h2 className="h3" id="queues-title">
        {m.admin_backend_queues()}
      </h2>
      <p className="small muted">{m.admin_backend_queues_text()}</p>
      {busy.length > 0 && (
        <DataTable
          label={m.admin_backend_queues()}
          className={styles.queues}
          columns={queueColumns()}
          rows={busy}
          keyOf={({ name }) => name}
        />
      )}
      <details className="fold">
        <summary>{m.admin_backend_queues_idle({ count: idle.length })}</summary>
        <ul className="columns-[14rem] leading-[1.9]">
          {idle.map(({ name }) => (
            <li key={name}>
              <QueueName name={name} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

const queueWords: Record<string, () => string> = {
  letters: m.admin_backend_queue_emails,
  "letters-undelivered": m.admin_backend_queue_emails_lost,
  texts: m.admin_backend_queue_texts,
  "texts-undelivered": m.admin_backend_queue_texts_lost,
};

/** The four best-known queues have words; all other queues have the name that the log uses. */
function QueueName({ name }: { name: string }) {
  return Object.hasOwn(queueWords, name) ? queueWords[name]?.() : <code>{name}</code>;
}

const busyness = ({ waiting, active, failed }: BackendHealth["queues"][number]): number =>
  failed * 1e6 + waiting + active;

const size = (bytes: number): string =>
  bytes >= 1e9
    ? m.admin_backend_gigabytes({ size: showNumber(Math.round(bytes / 1e8) / 10) })
    : m.admin_backend_megabytes({ size: showNumber(Math.round(bytes / 1e6)) });

function Parts({ health: { database, outbox, storage, versions } }: { health: BackendHealth }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] gap-4">
      <HealthCard
        title={m.admin_backend_database()}
        isWell
        facts={[
          [
            m.admin_backend_kind(),
            database.kind === "embedded" ? m.admin_backend_embedded() : m.admin_backend_server(),
          ],
          [m.admin_backend_version(), `PostgreSQL ${database.version}`],
          [m.admin_backend_size(), size(database.bytes)],
          [
            m.admin_backend_latency(),
            m.admin_backend_milliseconds({ time: showNumber(database.milliseconds) }),
          ],
          [m.admin_backend_migration(), database.lastMigration.replaceAll("_", " ") || "–"],
        ]}
      />
      <HealthCard
        title={m.admin_backend_outbox()}
        isWell={outbox.isDelivering && outbox.undelivered === 0}
        trouble={outbox.isDelivering ? m.admin_backend_undelivered_some() : m.admin_backend_no_mail()}
        facts={[
          [m.admin_backend_waiting(), showNumber(outbox.waiting)],
          [m.admin_backend_oldest(), outbox.oldestWaitingAt ? showAge(outbox.oldestWaitingAt) : "–"],
          [m.admin_backend_sent(), showNumber(outbox.sent)],
          [m.admin_backend_undelivered(), showNumber(outbox.undelivered)],
        ]}
      />
      <HealthCard
        title={m.admin_backend_storage()}
        isWell={storage.isWritable && storage.isAnswering}
        trouble={storage.isWritable ? m.admin_backend_storage_away() : m.admin_backend_read_only()}
        facts={[
          [
            m.admin_backend_kind(),
            storage.kind === "folder" ? m.admin_backend_folder() : m.admin_backend_bucket(),
          ],
          [m.admin_backend_free(), storage.freeBytes === null ? "–" : size(storage.freeBytes)],
        ]}
      />
      <HealthCard
        title={m.admin_backend_program()}
        isWell
        facts={[
          [m.admin_backend_version(), versions.product],
          [m.admin_backend_node(), versions.node],
          [m.admin_backend_started(), showMoment(versions.startedAt)],
        ]}
      />
    </div>
  );
}

const queueColumns = (): Column<BackendHealth["queues"][number]>[] => [
  { id: "name", label: m.admin_backend_queue(), isName: true, cell: ({ name }) => <QueueName name={name} /> },
  {
    id: "waiting",
    label: m.admin_backend_waiting(),
    isRight: true,
    cell: ({ waiting }) => showNumber(waiting),
  },
  { id: "active", label: m.admin_backend_active(), isRight: true, cell: ({ active }) => showNumber(active) },
  { id: "failed", label: m.admin_backend_failed(), isRight: true, cell: ({ failed }) => showNumber(failed) },
];
