import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { CurrentUser } from "#contract/accounts.ts";
import { type AuditEntry, listAudit } from "#contract/admin/audit.ts";
import { longestEmail } from "#domain/text-lengths.ts";
import { actionsFor, type AuditEntity } from "#domain/audit/audited-actions.ts";
import { AllowedLink } from "#web/admin/allowed-link.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { currentUserQuery } from "#web/admin/queries.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { endpointPages } from "#web/endpoint-pages.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { useFollowingForm } from "#web/ui/form/follow-address.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { readFields } from "#web/ui/form/form-fields.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { auditPlace, auditWords, kindWords } from "#web/admin/words/audit-words.ts";

export const meta = () => pageMeta({ title: m.audit_title() });

const names = ["by", "thing", "entity", "day"] as const;
type Filters = Partial<Record<(typeof names)[number], string>>;

/** Who did what: filtered by person, thing and day, as the address says. */
export default function AuditPage() {
  const { data: user } = useQuery(currentUserQuery);
  const [query, setQuery] = useSearchParams();
  const filters: Filters = Object.fromEntries(
    names.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : [])),
  );
  const list = useInfiniteQuery({
    ...endpointPages(listAudit, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!user) return null;
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const search = new URLSearchParams(filters).toString();
  return (
    <>
      <AdminTitle title={m.audit_title()}>
        <RefreshButton />
        <DownloadButton
          label={m.audit_export()}
          path={`/api/admin/audit/export.csv?${search}`}
          table="audit"
          isBig
        />
      </AdminTitle>
      <p className="muted mb-4">{m.audit_lead()}</p>
      <FilterForm filters={filters} user={user} onAsk={(asked) => setQuery(asked)} />
      <Failed title={m.audit_failed()} error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.data && rows.length === 0 && (
        <Empty icon="file" title={m.audit_none()}>
          <p>{m.audit_none_text()}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <DataTable
            label={m.audit_title()}
            className="wordy"
            columns={columns()}
            rows={rows}
            keyOf={({ id }) => String(id)}
          />
          <div className="admin-foot">
            <span className="note num">{m.audit_shown({ shown: rows.length })}</span>
            <MoreButton list={list} label={m.admin_more()} />
          </div>
        </>
      )}
    </>
  );
}

type FilterFormProps = { filters: Filters; user: CurrentUser; onAsk: (filters: Filters) => void };

function FilterForm({ filters, user, onAsk }: FilterFormProps) {
  const seen: AuditEntity[] = actionsFor({ role: "admin", permissions: user.adminPermissions }).map(
    ({ entity }) => entity,
  );
  const form = useFollowingForm(Object.fromEntries(names.map((name) => [name, filters[name]])));
  return (
    <form
      ref={form}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] items-end gap-x-4 gap-y-3 mb-5"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = readFields(event.currentTarget, names);
        onAsk(
          Object.fromEntries(
            names.flatMap((name) => (typed[name].trim() ? [[name, typed[name].trim()]] : [])),
          ),
        );
      }}
    >
      <TextField
        id="audit-by"
        name="by"
        label={m.audit_by()}
        placeholder={m.audit_by_hint()}
        defaultValue={filters.by}
        maxLength={longestEmail}
        autoComplete="off"
      />
      <TextField
        id="audit-thing"
        name="thing"
        label={m.audit_thing()}
        placeholder={m.audit_thing_hint()}
        defaultValue={filters.thing}
        maxLength={longestEmail}
        autoComplete="off"
      />
      <SelectField
        id="audit-entity"
        name="entity"
        label={m.audit_kind()}
        defaultValue={filters.entity ?? ""}
        options={[
          { value: "", label: m.audit_kind_all() },
          ...seen.map((entity) => ({ value: entity, label: kindWords[entity]() })),
        ]}
      />
      <TextField id="audit-day" name="day" type="date" label={m.audit_day()} defaultValue={filters.day} />
      <p className="flex gap-2">
        <button className="btn btn-secondary" type="submit">
          {m.audit_search()}
        </button>
        {Object.keys(filters).length > 0 && (
          <button
            className="btn btn-quiet"
            type="button"
            onClick={() => {
              // The button disappears when the filters are cleared, so the focus goes to the first field.
              const by = form.current?.querySelector("input");
              if (by) by.value = "";
              by?.focus();
              onAsk({});
            }}
          >
            {m.audit_clear()}
          </button>
        )}
      </p>
    </form>
  );
}

const columns = (): Column<AuditEntry>[] => [
  {
    id: "when",
    label: m.audit_when(),
    cell: ({ at }) => <span className="num whitespace-nowrap">{showMoment(at)}</span>,
  },
  { id: "who", label: m.audit_who(), cell: ({ by }) => <bdi>{actorName(by)}</bdi> },
  { id: "what", label: m.audit_what(), isName: true, cell: (entry) => <What entry={entry} /> },
  {
    id: "reason",
    label: m.audit_reason(),
    cell: ({ reason }) => <span className="wrap-anywhere">{reason || "–"}</span>,
  },
];

function What({ entry }: { entry: AuditEntry }) {
  const place = auditPlace(entry);
  const said = <span className="wrap-anywhere">{auditWords(entry)}</span>;
  return place ? <AllowedLink to={place}>{said}</AllowedLink> : said;
}
