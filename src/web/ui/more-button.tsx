/** The parts of a paged list that its foot needs to know. */
export type PagedList = {
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** A button that adds the next page of a list below it, if there is one. */
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
