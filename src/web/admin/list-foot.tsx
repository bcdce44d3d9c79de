import { m } from "#web/paraglide/messages.js";

type ListFootProps = {
  shown: number;
  total: number | undefined;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
};

/** How much of a list is shown, and the way to more of it. */
export function ListFoot({ shown, total = shown, list }: ListFootProps) {
  return (
    <div className="desk-foot">
      <span className="note num">{m.admin_shown({ shown, total })}</span>
      {list.hasNextPage && (
        <button
          className="btn btn-secondary"
          type="button"
          aria-busy={list.isFetchingNextPage || undefined}
          onClick={() => void list.fetchNextPage()}
        >
          {m.admin_more()}
        </button>
      )}
    </div>
  );
}
