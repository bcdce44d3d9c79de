import { m } from "#web/paraglide/messages.js";
import { type OrderListFilters, type FilterDay, filterDays } from "./use-order-filters.ts";

type AdminOrderDaysProps = {
  filters: OrderListFilters;
  onChange: (changes: Partial<OrderListFilters>) => void;
};

const names: Record<FilterDay, () => string> = {
  pickupFrom: m.admin_orders_pickup_from,
  pickupUntil: m.admin_orders_pickup_until,
  returnFrom: m.admin_orders_return_from,
  returnUntil: m.admin_orders_return_until,
};

/** Filters by the days of the pickup and the return. Folded away until it is needed. */
export function AdminOrderDays({ filters, onChange }: AdminOrderDaysProps) {
  const chosen = filterDays.filter((name) => filters[name]);
  return (
    <details className="fold mb-3" open={chosen.length > 0 || undefined}>
      <summary>{m.admin_orders_days_filter()}</summary>
      <div className="flex flex-wrap items-end gap-3">
        {filterDays.map((name) => (
          <label key={name}>
            <span className="block pb-1 text-[0.875rem]">{names[name]()}</span>
            <input
              className="control"
              type="date"
              value={filters[name]}
              onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
            />
          </label>
        ))}
        {chosen.length > 0 && (
          <button
            className="btn btn-quiet btn-sm"
            type="button"
            onClick={() => onChange(Object.fromEntries(filterDays.map((name) => [name, ""])))}
          >
            {m.admin_orders_days_clear()}
          </button>
        )}
      </div>
    </details>
  );
}
