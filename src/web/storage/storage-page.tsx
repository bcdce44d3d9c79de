import { useQuery } from "@tanstack/react-query";
import type { PictureStorage } from "#contract/admin/storage.ts";
import { HealthCard } from "#web/status/health-card.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { storageQuery } from "./queries.ts";
import { StorageReport } from "./storage-report.tsx";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { useStorageMove } from "./use-storage-move.ts";

export const meta = () => pageMeta({ title: m.admin_storage_title() });

/** How far the bar goes before the call has ended, in percent. */
const mostUnfinished = 90;

/** Where uploaded pictures are stored, and a button that moves them to the cloud. */
export default function StoragePage() {
  const { data: storage, error, refetch } = useQuery(storageQuery);
  const { state, move } = useStorageMove();
  return (
    <>
      <AdminTitle title={m.admin_storage_title()}>
        <RefreshButton />
      </AdminTitle>
      <Failed error={error} onRetry={() => void refetch()} />
      {!storage && !error && <Waiting />}
      {storage && (
        <div className="grid grid-cols-1 gap-6 max-w-256">
          <p className="muted">{m.admin_storage_lead()}</p>
          <Places storage={storage} />
          {!storage.isSet && <HowToSet />}
          {state.at === "moving" && <Moving {...state.progress} />}
          {state.at === "idle" && state.error && (
            <Notice kind="bad" isAlert>
              {state.error}
            </Notice>
          )}
          {state.at === "done" && <StorageReport report={state.report} />}
          {state.at !== "moving" && storage.isAnswering && (
            <Offer count={storage.here.count} isQuiet={state.at === "done"} onMove={() => void move()} />
          )}
        </div>
      )}
    </>
  );
}

function Places({ storage: { isSet, isAnswering, bucket, host, here, there } }: { storage: PictureStorage }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),24rem))] gap-4">
      <HealthCard title={m.admin_storage_here()} facts={stockFacts(here)} />
      {isSet && (
        <HealthCard
          title={m.admin_storage_there()}
          isWell={isAnswering}
          trouble={m.admin_storage_away()}
          facts={[
            [m.admin_storage_bucket(), bucket ?? "–"],
            [m.admin_storage_host(), host ?? "–"],
            ...(there ? stockFacts(there) : []),
          ]}
        />
      )}
    </div>
  );
}

const stockFacts = ({ count, bytes, isMore }: PictureStorage["here"]): [label: string, value: string][] => [
  [
    m.admin_storage_images(),
    isMore ? m.admin_storage_more_than({ count: showNumber(count) }) : showNumber(count),
  ],
  [m.admin_storage_size(), sizeWords(bytes)],
];

function sizeWords(bytes: number): string {
  if (bytes < 1e6) return m.admin_storage_kilobytes({ size: Math.ceil(bytes / 1000) });
  if (bytes < 1e9) return m.admin_backend_megabytes({ size: showNumber(Math.round(bytes / 1e5) / 10) });
  return m.admin_backend_gigabytes({ size: showNumber(Math.round(bytes / 1e8) / 10) });
}

function HowToSet() {
  return (
    <section className="stack" aria-labelledby="unset-title">
      <h2 className="h3" id="unset-title">
        {m.admin_storage_unset_title()}
      </h2>
      <p>{m.admin_storage_unset_text()}</p>
      <pre
        className="py-3 px-3.5 rounded-md bg-sunken font-mono overflow-x-auto text-[0.8125rem]/[inherit]"
        lang="en"
        tabIndex={0}
      >
        <code>STORAGE_URL=s3://KEY:SECRET@BUCKET?endpoint=https://storage.example&amp;region=us-west-2</code>
      </pre>
      <p className="small muted">{m.admin_storage_unset_more()}</p>
    </section>
  );
}

function Offer({ count, isQuiet, onMove }: { count: number; isQuiet: boolean; onMove: () => void }) {
  if (count === 0) return isQuiet ? null : <Notice kind="good">{m.admin_storage_nothing()}</Notice>;
  return (
    <section className="stack" aria-labelledby="move-title">
      <h2 className="h3" id="move-title">
        {m.admin_storage_move()}
      </h2>
      <p className="muted">{m.admin_storage_move_text()}</p>
      <div className="acts">
        <button className="btn btn-primary" type="button" onClick={onMove}>
          <AdminIcon name="storage" />
          {count === 1 ? m.admin_storage_upload_one() : m.admin_storage_upload({ count: showNumber(count) })}
        </button>
      </div>
    </section>
  );
}

function Moving({ done, total }: { done?: number; total?: number }) {
  const percent = done !== undefined && total ? Math.min(mostUnfinished, (100 * done) / total) : undefined;
  const text =
    done === undefined || !total
      ? m.admin_storage_starting()
      : m.admin_storage_progress({ done: showNumber(done), total: showNumber(total) });
  return (
    <div className="drop">
      <Progress
        label={m.admin_storage_moving()}
        text={text}
        {...(percent !== undefined && { done: percent })}
        of={100}
      />
    </div>
  );
}
