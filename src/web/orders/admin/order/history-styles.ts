/** What has been done or said about an order, entry by entry, each with whose it is. */
export const historyStyles = {
  list: "grid gap-2.5 text-[0.875rem]/[1.45]",
  entry: "grid wrap-anywhere",
  by: "text-xs/[inherit] text-ink-faint",
};
