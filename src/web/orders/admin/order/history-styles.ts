/** The styles of a list of events or notes about an order, each with its author. */
export const historyStyles = {
  list: "grid gap-2.5 text-[0.875rem]/[1.45]",
  entry: "grid wrap-anywhere",
  by: "text-xs/[inherit] text-ink-faint",
};
