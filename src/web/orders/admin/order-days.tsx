import { m } from "#web/paraglide/messages.js";
import { type OrderWish, type WishDay, wishDays } from "./use-order-filters.ts";

type DeskOrderDaysProps = { wish: OrderWish; onChange: (changes: Partial<OrderWish>) => void };

const names: Record<WishDay, () => string> = {
  pickupFrom: m.desk_orders_pickup_from,
  pickupUntil: m.desk_orders_pickup_until,
  returnFrom: m.desk_orders_return_from,
  returnUntil: m.desk_orders_return_until,
};

/** Between which days the pickup and the return are. Folded away until it is wanted. */
export function DeskOrderDays({ wish, onChange }: DeskOrderDaysProps) {
  const chosen = wishDays.filter((name) => wish[name]);
  return (
    <details className="order-days" open={chosen.length > 0 || undefined}>
      <summary>{m.desk_orders_days_filter()}</summary>
      <div>
        {wishDays.map((name) => (
          <label key={name}>
            <span>{names[name]()}</span>
            <input className="control" type="date" value={wish[name]} onChange={({ currentTarget: { value } }) => onChange({ [name]: value })} />
          </label>
        ))}
        {chosen.length > 0 && (
          <button className="btn btn-quiet btn-sm" type="button" onClick={() => onChange(Object.fromEntries(wishDays.map((name) => [name, ""])))}>
            {m.desk_orders_days_clear()}
          </button>
        )}
      </div>
    </details>
  );
}
