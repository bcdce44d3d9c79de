import { useEffect, useRef } from "react";
import type { AdminStats } from "#contract/admin/dashboard.ts";
import { orderCountNames } from "#domain/orders/admin-lists.ts";
import { orderTimes } from "#domain/orders/admin-lists.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import { type OrderAttention, orderAttentions } from "#domain/orders/attention.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { inBothLanguages } from "#web/admin/words/in-both.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { AdminOrderDays } from "./order-days.tsx";
import { adminStatusName } from "./status-change-words.ts";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";
import { showNumber } from "#web/ui/format/show-number.ts";
import { type OrderListFilters, type FilterTime } from "./use-order-filters.ts";

/** Milliseconds after the last key before a search is made. */
const pause = 300;

const chip = "chip min-h-9 px-3 text-[0.875rem] max-md:min-h-11";

type AdminOrderFiltersProps = {
  filters: OrderListFilters;
  stats: AdminStats | undefined;
  onChange: (changes: Partial<OrderListFilters>) => void;
};

export function AdminOrderFilters({ filters, stats, onChange }: AdminOrderFiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (words: string) => {
    clearTimeout(timer.current);
    if (words !== filters.search) onChange({ search: words });
  };
  // While the timer runs, another filter may be chosen or an order opened: the search must not undo that.
  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  });

  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change by itself, with Back or a link; a field in which somebody types keeps its text.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = filters.search;
  }, [filters.search]);

  return (
    <search className="[&+.notice]:mb-3">
      <div className="admin-filter">
        <span className="with-icon">
          <AdminIcon name="search" />
          <input
            className="control"
            type="search"
            ref={field}
            defaultValue={filters.search}
            maxLength={longestSearch}
            aria-label={m.admin_orders_search()}
            placeholder={m.admin_orders_search()}
            onChange={({ currentTarget: { value } }) => {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => latestSearch.current(value.trim()), pause);
            }}
            onKeyDown={(event) => event.key === "Enter" && search(event.currentTarget.value.trim())}
          />
        </span>
        <SelectFrame>
          <select
            className="control"
            aria-label={m.admin_orders_time()}
            value={filters.time}
            onChange={({ currentTarget: { value } }) =>
              onChange({ time: orderTimes.find((time) => time === value) ?? "all" })
            }
          >
            {orderTimes.map((time) => (
              <option key={time} value={time}>
                {timeNames[time]()}
              </option>
            ))}
          </select>
        </SelectFrame>
        <SelectFrame>
          <select
            className="control"
            aria-label={m.admin_orders_attention()}
            value={filters.attention}
            onChange={({ currentTarget: { value } }) =>
              onChange({ attention: orderAttentions.find((attention) => attention === value) ?? "" })
            }
          >
            <option value="">{m.admin_orders_attention_any()}</option>
            {orderAttentions.map((attention) => (
              <option key={attention} value={attention}>
                {attentionNames[attention]()}
              </option>
            ))}
          </select>
        </SelectFrame>
      </div>
      <AdminOrderDays filters={filters} onChange={onChange} />
      <div
        className="chips mb-3 max-md:flex-nowrap max-md:-mx-4 max-md:px-4 max-md:py-1 max-md:overflow-x-auto max-md:[scrollbar-width:none]"
        role="group"
        aria-label={m.admin_orders_by_status()}
      >
        <button
          className={chip}
          type="button"
          aria-pressed={filters.status === ""}
          onClick={() => onChange({ status: "" })}
        >
          {inBothLanguages(m.admin_orders_all)} {stats && <span>{showNumber(stats.totalOrders)}</span>}
        </button>
        {orderStatuses.map((status) => (
          <button
            key={status}
            className={chip}
            type="button"
            aria-pressed={filters.status === status}
            onClick={() => onChange({ status })}
          >
            <PhaseMoon status={status} />
            {adminStatusName(status)} {stats && <span>{showNumber(stats[orderCountNames[status]])}</span>}
          </button>
        ))}
      </div>
    </search>
  );
}

const timeNames: Record<FilterTime, () => string> = {
  all: m.admin_orders_time_all,
  today: m.admin_orders_time_today,
  week: m.admin_orders_time_week,
  month: m.admin_orders_time_month,
};

const attentionNames: Record<OrderAttention, () => string> = {
  overdue: m.admin_orders_attention_overdue,
  car_out: m.admin_orders_attention_car_out,
  not_handed_over: m.admin_orders_attention_not_handed_over,
  unpaid_pickup: m.admin_orders_attention_unpaid_pickup,
  low_reading: m.admin_orders_attention_low_reading,
  about_to_expire: m.admin_orders_attention_about_to_expire,
  without_car: m.admin_orders_attention_without_car,
  uninsured: m.admin_orders_attention_uninsured,
  request: m.admin_orders_attention_request,
  unprintable: m.admin_orders_attention_unprintable,
};
