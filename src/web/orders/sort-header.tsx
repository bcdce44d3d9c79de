import type { OrderSort } from "#domain/order-attention.ts";
import type { Direction, OrderWish } from "./use-order-wish.ts";

type Sorted = Pick<OrderWish, "sort" | "direction">;
type SortHeaderProps = { label: string; sort: OrderSort; sorted: Sorted; isRight?: boolean | undefined; onSort: (sorted: Sorted) => void };

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
export function SortHeader({ label, sort, sorted, isRight, onSort }: SortHeaderProps) {
  const isSorted = sorted.sort === sort;
  const other = sorted.direction === "asc" ? "desc" : "asc";
  return (
    <th scope="col" className={isRight ? "right" : undefined} aria-sort={isSorted ? (sorted.direction === "asc" ? "ascending" : "descending") : undefined}>
      <button className="sort-button" type="button" onClick={() => onSort({ sort, direction: isSorted ? other : firstDirection[sort] })}>
        {label}
        <span aria-hidden="true">{isSorted ? (sorted.direction === "asc" ? "↑" : "↓") : ""}</span>
      </button>
    </th>
  );
}
