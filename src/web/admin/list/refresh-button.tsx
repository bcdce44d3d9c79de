import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { m } from "#web/paraglide/messages.js";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { makeStale } from "#web/make-stale.ts";

type Pages = { pages: unknown[]; pageParams: unknown[] };
const ofAdmin = { queryKey: ["api", "admin"] };
const isPaged = (data: unknown): data is Pages =>
  typeof data === "object" && data !== null && "pages" in data;

/** Reloads everything on the screen. Of a long list, only its first page is read. */
export function RefreshButton() {
  const client = useQueryClient();
  const isBusy = useIsFetching(ofAdmin) > 0;
  const refresh = () => {
    client.setQueriesData<unknown>(ofAdmin, (data: unknown) =>
      isPaged(data)
        ? { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
        : data,
    );
    void makeStale(client, ofAdmin);
  };
  return (
    <button
      className="btn btn-secondary"
      type="button"
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && refresh()}
    >
      <AdminIcon name="refresh" />
      {m.admin_refresh()}
    </button>
  );
}
