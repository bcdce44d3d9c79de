import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  countSubscriptions,
  type EmailSubscription,
  listSubscriptions,
} from "#contract/admin/subscriptions.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Stats } from "#web/admin/stats.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { m } from "#web/paraglide/messages.js";

export const meta = () => pageMeta({ title: m.admin_subs_title() });

const listQuery = infiniteQueryOptions({ ...endpointPages(listSubscriptions), staleTime: 0 });

const countsQuery = queryOptions({
  ...endpointQuery(countSubscriptions),
  staleTime: 0,
});

/** The people who signed up for our updates, where they did so, and whether they confirmed it. */
export default function EmailSubscriptionsPage() {
  const list = useInfiniteQuery(listQuery);
  const { data: counts } = useQuery(countsQuery);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = (count: number | undefined): string => (count === undefined ? "–" : showNumber(count));

  return (
    <>
      <AdminTitle title={m.admin_subs_title()}>
        <RefreshButton />
        <DownloadButton
          label={m.admin_subs_export()}
          path="/api/email-subscriptions/export.csv"
          table="email_subscriptions"
          isBig
        />
      </AdminTitle>
      <Stats
        stats={[
          { label: m.admin_subs_total(), value: shown(counts?.total) },
          { label: m.admin_subs_recent(), value: shown(counts?.lastSevenDays) },
          { label: m.admin_subs_confirmed(), value: shown(counts?.confirmed) },
          { label: m.admin_subs_ended(), value: shown(counts?.unsubscribed) },
          ...(counts?.sources.slice(0, 4).map(({ source, count }) => ({
            label: m.admin_subs_from({ source: sourceWord(source) }),
            value: shown(count),
          })) ?? []),
        ]}
      />
      <Failed title={m.admin_subs_failed()} error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.data && rows.length === 0 && (
        <Empty icon="mail" title={m.admin_subs_none()}>
          <p>{m.admin_subs_none_text()}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <DataTable
            label={m.admin_subs_title()}
            className="wordy"
            columns={columns()}
            rows={rows}
            keyOf={({ id }) => id}
          />
          <ListFoot shown={rows.length} total={list.data?.pages[0]?.total} list={list} />
        </>
      )}
    </>
  );
}

/** The names of our own forms; any other source was written by a caller of the API. */
const sources = new Map<string, () => string>([
  ["promo_modal", m.admin_subs_promo_modal],
  ["page", m.admin_subs_page],
  ["home", m.admin_subs_home],
  ["api", m.admin_subs_api],
]);
const sourceWord = (source: string): string => sources.get(source)?.() ?? source;

const columns = (): Column<EmailSubscription>[] => [
  { id: "name", label: m.admin_users_email(), isName: true, cell: ({ email }) => email },
  { id: "source", label: m.admin_subs_source(), cell: ({ source }) => <bdi>{sourceWord(source)}</bdi> },
  {
    id: "since",
    label: m.admin_subs_since(),
    cell: ({ createdAt }) => <span className="num">{showMoment(createdAt)}</span>,
  },
  { id: "state", label: m.admin_users_state(), cell: stateOf },
];

function stateOf({ confirmedAt, unsubscribedAt }: EmailSubscription) {
  if (unsubscribedAt)
    return (
      <span className="badge badge-cancelled">
        {m.admin_subs_is_ended({ moment: showMoment(unsubscribedAt) })}
      </span>
    );
  if (confirmedAt)
    return (
      <span className="badge badge-good">
        {m.admin_subs_is_confirmed({ moment: showMoment(confirmedAt) })}
      </span>
    );
  return <span className="badge badge-pending">{m.admin_subs_is_waiting()}</span>;
}
