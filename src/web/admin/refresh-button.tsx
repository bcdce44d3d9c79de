import { type Query, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { m } from "#web/paraglide/messages.js";
import { DeskIcon } from "./admin-icon.tsx";

type Pages = { pages: unknown[]; pageParams: unknown[] };
const isDesk = { predicate: ({ queryKey }: Query) => queryKey[1] === "admin" };
const isPaged = (data: unknown): data is Pages => typeof data === "object" && data !== null && "pages" in data;

/** Reads anew whatever the screen shows; of long lists their beginning. */
export function RefreshButton() {
  const client = useQueryClient();
  const isBusy = useIsFetching(isDesk) > 0;
  const refresh = () => {
    client.setQueriesData<unknown>(isDesk, (data: unknown) =>
      isPaged(data) ? { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
    );
    void client.invalidateQueries(isDesk);
  };
  return (
    <button className="btn btn-secondary" type="button" aria-busy={isBusy || undefined} onClick={() => !isBusy && refresh()}>
      <DeskIcon name="refresh" />
      {m.desk_refresh()}
    </button>
  );
}
