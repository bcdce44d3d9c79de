/** A list that is read page by page, as far as its foot needs to know it. */
export type PagedList = {
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Adds the next page of a list below it, where there is one. */
export function MoreButton({ list, label }: { list: PagedList; label: string }) {
  const { hasNextPage, isFetching, fetchNextPage } = list;
  return hasNextPage ? (
    <p>
      <button
        className="btn btn-secondary btn-sm"
        type="button"
        aria-busy={isFetching || undefined}
        onClick={() => !isFetching && void fetchNextPage()}
      >
        {label}
      </button>
    </p>
  ) : null;
}
