import type { OrderSort } from "#domain/orders/attention.ts";
import type { Direction, OrderListFilters } from "./use-order-filters.ts";
import styles from "./order-list.module.css";

type Sorted = Pick<OrderListFilters, "sort" | "direction">;
type SortHeaderProps = {
  /** What the column is sorted by: one thing, or each of the two that stand in it. */
  sorts: readonly { label: string; sort: OrderSort }[];
  sorted: Sorted;
  isRight?: boolean | undefined;
  onSort: (sorted: Sorted) => void;
};

/** Words are read from A on first, what is newest or most comes first elsewhere. */
const firstDirection: Record<OrderSort, Direction> = {
  placed: "desc",
  number: "asc",
  renter: "asc",
  car: "asc",
  pickup: "asc",
  return: "asc",
  total: "desc",
  status: "asc",
};

/** A column's name, which sorts the list by it, and the other way round when it does so already. */
export function SortHeader({ sorts, sorted, isRight, onSort }: SortHeaderProps) {
  const other = sorted.direction === "asc" ? "desc" : "asc";
  const direction = sorts.some(({ sort }) => sort === sorted.sort) ? sorted.direction : undefined;
  return (
    <th
      scope="col"
      className={isRight ? "right" : undefined}
      aria-sort={direction && (direction === "asc" ? "ascending" : "descending")}
    >
      {sorts.map(({ label, sort }) => {
        const isSorted = sorted.sort === sort;
        return (
          <button
            key={sort}
            className={styles.sort}
            type="button"
            onClick={() => onSort({ sort, direction: isSorted ? other : firstDirection[sort] })}
          >
            {label}
            <span aria-hidden="true">{isSorted ? (sorted.direction === "asc" ? "↑" : "↓") : ""}</span>
          </button>
        );
      })}
    </th>
  );
}
