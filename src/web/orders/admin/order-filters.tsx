import { useEffect, useRef } from "react";
import type { DeskStats } from "#contract/admin/dashboard.ts";
import { type OrderAttention, orderAttentions } from "#domain/orders/attention.ts";
import { orderStatuses, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { DeskIcon } from "#web/admin/admin-icon.tsx";
import { inBoth } from "#web/admin/in-both.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { DeskOrderDays } from "./order-days.tsx";
import { deskStatusName } from "./asked-status.ts";
import { PhaseMoon } from "#web/orders/order/order-phases.tsx";
import { showCount } from "#web/ui/format/show-count.ts";
import { longestSearch, type OrderWish, wishTimes, type WishTime } from "./use-order-filters.ts";

/** Milliseconds after the last key before a search is made. */
const pause = 300;

type DeskOrderFiltersProps = { wish: OrderWish; stats: DeskStats | undefined; onChange: (changes: Partial<OrderWish>) => void };

export function DeskOrderFilters({ wish, stats, onChange }: DeskOrderFiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (words: string) => {
    clearTimeout(timer.current);
    if (words !== wish.search) onChange({ search: words });
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change by itself, with Back or a link; whoever is typing keeps what they typed.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = wish.search;
  }, [wish.search]);

  return (
    <search className="order-filters">
      <div className="desk-filter">
        <span className="with-icon">
          <DeskIcon name="search" />
          <input
            className="control"
            type="search"
            ref={field}
            defaultValue={wish.search}
            maxLength={longestSearch}
            aria-label={m.desk_orders_search()}
            placeholder={m.desk_orders_search()}
            onChange={({ currentTarget: { value } }) => {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => search(value.trim()), pause);
            }}
            onKeyDown={(event) => event.key === "Enter" && search(event.currentTarget.value.trim())}
          />
        </span>
        <SelectFrame>
          <select
            className="control"
            aria-label={m.desk_orders_time()}
            value={wish.time}
            onChange={({ currentTarget: { value } }) => onChange({ time: wishTimes.find((time) => time === value) ?? "all" })}
          >
            {wishTimes.map((time) => (
              <option key={time} value={time}>
                {timeNames[time]()}
              </option>
            ))}
          </select>
        </SelectFrame>
        <SelectFrame>
          <select
            className="control"
            aria-label={m.desk_orders_attention()}
            value={wish.attention}
            onChange={({ currentTarget: { value } }) => onChange({ attention: orderAttentions.find((attention) => attention === value) ?? "" })}
          >
            <option value="">{m.desk_orders_attention_any()}</option>
            {orderAttentions.map((attention) => (
              <option key={attention} value={attention}>
                {attentionNames[attention]()}
              </option>
            ))}
          </select>
        </SelectFrame>
      </div>
      <DeskOrderDays wish={wish} onChange={onChange} />
      <div className="chips order-chips" role="group" aria-label={m.desk_orders_by_status()}>
        <button className="chip" type="button" aria-pressed={wish.status === ""} onClick={() => onChange({ status: "" })}>
          {inBoth(m.desk_orders_all)} {stats && <span>{showCount(stats.totalOrders)}</span>}
        </button>
        {orderStatuses.map((status) => (
          <button key={status} className="chip" type="button" aria-pressed={wish.status === status} onClick={() => onChange({ status })}>
            <PhaseMoon status={status} />
            {deskStatusName(status)} {stats && <span>{showCount(countOf(stats, status))}</span>}
          </button>
        ))}
      </div>
    </search>
  );
}

const timeNames: Record<WishTime, () => string> = {
  all: m.desk_orders_time_all,
  today: m.desk_orders_time_today,
  week: m.desk_orders_time_week,
  month: m.desk_orders_time_month,
};

const attentionNames: Record<OrderAttention, () => string> = {
  overdue: m.desk_orders_attention_overdue,
  not_handed_over: m.desk_orders_attention_not_handed_over,
  about_to_expire: m.desk_orders_attention_about_to_expire,
  without_car: m.desk_orders_attention_without_car,
};

function countOf(stats: DeskStats, status: OrderStatus): number {
  const counts: Record<OrderStatus, number> = {
    pending: stats.pendingOrders,
    confirmed: stats.confirmedOrders,
    in_progress: stats.inProgressOrders,
    completed: stats.completedOrders,
    cancelled: stats.cancelledOrders,
  };
  return counts[status];
}
