import { isDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { useFollowingForm } from "#web/ui/form/follow-address.ts";
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

/**
 * Filters by the days of the pickup and the return. Folded away until it is needed. A day whose year is half typed is
 * a date to the browser, so a field keeps its text until it holds a day that filters, or until it is left.
 */
export function AdminOrderDays({ filters, onChange }: AdminOrderDaysProps) {
  const chosen = filterDays.filter((name) => filters[name]);
  const form = useFollowingForm(Object.fromEntries(filterDays.map((name) => [name, filters[name]])));
  return (
    <details className="fold mb-3" open={chosen.length > 0 || undefined}>
      <summary>{m.admin_orders_days_filter()}</summary>
      <form
        ref={form}
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => event.preventDefault()}
      >
        {filterDays.map((name) => (
          <label key={name}>
            <span className="block pb-1 text-[0.875rem]">{names[name]()}</span>
            <input
              className="control"
              type="date"
              name={name}
              defaultValue={filters[name]}
              onChange={({ currentTarget: { value } }) =>
                (value === "" || isDate(value)) && onChange({ [name]: value })
              }
              onBlur={({ currentTarget }) => {
                if (!isDate(currentTarget.value)) currentTarget.value = filters[name];
              }}
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
      </form>
    </details>
  );
}
