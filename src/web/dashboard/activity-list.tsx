import { useQuery } from "@tanstack/react-query";
import type { Activity } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { activityWords } from "./activity-words.ts";
import { auditPlace } from "#web/admin/words/audit-words.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { AllowedLink } from "#web/admin/allowed-link.tsx";
import { AdminIcon, type AdminIconName } from "#web/admin/admin-icon.tsx";
import { showAge } from "#web/ui/format/moment.ts";
import { activityQuery } from "#web/admin/queries.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";

const icons = new Map<string, AdminIconName>([
  ["order", "order"],
  ["car", "car"],
  ["user", "user"],
  ["permission", "key"],
]);

/** The newest entries of the audit trail, each with a link to its subject. */
export function ActivityList() {
  const { data: entries, error, refetch } = useQuery(activityQuery);
  return (
    <section className="activity" aria-labelledby="admin-activity">
      <h2 className="h3" id="admin-activity">
        {m.admin_activity()}
      </h2>
      <Failed error={error} onRetry={() => void refetch()} />
      {!entries && !error && <Waiting />}
      {entries?.length === 0 && <Empty icon="file" title={m.admin_activity_none()} />}
      {entries && entries.length > 0 && (
        <ul className="acted">
          {entries.map((entry) => (
            <li key={entry.id}>
              <AdminIcon name={icons.get(entry.entity) ?? "file"} />
              <p>
                <Words entry={entry} />
                <span>{m.admin_orders_by({ who: actorName(entry.by), when: showAge(entry.at) })}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Words({ entry }: { entry: Activity }) {
  const place = auditPlace(entry);
  const words = activityWords(entry);
  return place ? <AllowedLink to={place}>{words}</AllowedLink> : <>{words}</>;
}
