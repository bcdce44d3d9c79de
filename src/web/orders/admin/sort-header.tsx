import type { OrderSort } from "#domain/orders/attention.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectFrame } from "#web/ui/form/field.tsx";
import type { Direction, OrderListFilters } from "./use-order-filters.ts";
import styles from "./order-list.module.css";

type SortOrder = Pick<OrderListFilters, "sort" | "direction">;
type SortHeaderProps = {
  /** The sort keys of the column: one, or one for each of the two values in it. */
  sorts: readonly { label: string; sort: OrderSort }[];
  sorted: SortOrder;
  isRight?: boolean | undefined;
  onSort: (sorted: SortOrder) => void;
};
const directions = ["asc", "desc"] as const;
const arrows: Record<Direction, string> = { asc: "↑", desc: "↓" };

/** The first press sorts words from A on; for times and amounts it puts the newest or the highest first. */
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

/** A column's name. A press sorts the list by it; another press turns the direction around. */
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
            className={`${styles.sort} py-1 whitespace-nowrap max-[52rem]:invisible`}
            type="button"
            onClick={() => onSort({ sort, direction: isSorted ? other : firstDirection[sort] })}
          >
            {label}
            <span className="inline-block min-w-[1em] pl-[0.25em]" aria-hidden="true">
              {isSorted ? arrows[sorted.direction] : ""}
            </span>
          </button>
        );
      })}
    </th>
  );
}

/** The same choice as one list, where the rows are cards without columns. */
export function SortSelect({ sorts, sorted, onSort }: Omit<SortHeaderProps, "isRight">) {
  const choices = sorts.flatMap(({ label, sort }) =>
    (firstDirection[sort] === "asc" ? directions : directions.toReversed()).map((direction) => ({
      id: `${sort} ${direction}`,
      label: `${label} ${arrows[direction]}`,
      sorted: { sort, direction },
    })),
  );
  return (
    <label className="hidden max-[52rem]:flex items-center gap-3 p-1 whitespace-nowrap">
      {m.admin_sort_by()}
      <SelectFrame>
        <select
          className="control"
          value={`${sorted.sort} ${sorted.direction}`}
          onChange={({ currentTarget: { value } }) => {
            const chosen = choices.find(({ id }) => id === value);
            if (chosen) onSort(chosen.sorted);
          }}
        >
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </SelectFrame>
    </label>
  );
}
