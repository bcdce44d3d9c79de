import { endpointQuery } from "#web/endpoint-query.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { type CarBlock, type CarCalendar, getCarCalendar, unblockCar } from "#contract/admin/calendar.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { statusName } from "#web/ui/format/status-names.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { toast } from "#web/ui/toast.ts";
import { BlockForm } from "./block-form.tsx";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { makeStale } from "#web/make-stale.ts";
import { Failed, Waiting } from "#web/session/states.tsx";

const aside = "text-[0.8125rem]/[inherit] text-ink-faint";

/**
 * The bookings of a car from today on, and the days that the back office blocks: for the workshop, an inspection,
 * or the owner.
 */
export function CalendarPanel({ carId }: { carId: string }) {
  const calendar = useQuery({
    ...endpointQuery(getCarCalendar, { params: { id: carId } }),
    staleTime: 0,
  });
  return (
    <section className="mt-8 stack" aria-labelledby="car-calendar-title">
      <h2 className="h3" id="car-calendar-title">
        {m.admin_calendar_title()}
      </h2>
      <p className="small muted">{m.admin_calendar_lead()}</p>
      <Failed error={calendar.error} onRetry={() => void calendar.refetch()} />
      {calendar.isPending && <Waiting />}
      {calendar.data && <Held carId={carId} calendar={calendar.data} />}
      <BlockForm carId={carId} />
    </section>
  );
}

function Held({ carId, calendar: { orders, blocks } }: { carId: string; calendar: CarCalendar }) {
  if (!orders.length && !blocks.length) return <p>{m.admin_calendar_free()}</p>;
  const all = [...orders, ...blocks].toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return (
    <ul>
      {all.map((entry) => (
        <li
          key={entry.id}
          className="grid grid-cols-[minmax(15rem,auto)_1fr_auto] items-center gap-x-5 gap-y-0.5 min-h-12 py-1.5 border-b border-line max-md:grid-cols-[1fr_auto]"
        >
          <span className="num max-md:col-span-full">
            {m.own_orders_dates({
              from: showDate(entry.from),
              until: showDate(entry.until),
            })}
          </span>
          {"reason" in entry ? (
            <Block carId={carId} block={entry} />
          ) : (
            <span>
              <Link to={`/admin/order-management?order=${entry.id}`}>{entry.orderNumber}</Link>{" "}
              <small className={aside}>{statusName(entry.status)}</small>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Block({ carId, block }: { carId: string; block: CarBlock }) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(unblockCar, { params: { id: carId, block: block.id } }),
    onSuccess: async () => {
      toast({ title: m.admin_calendar_unblocked() });
      await makeStale(cache, "car");
    },
  });
  if (block.kind === "feed")
    return (
      <span>
        {m.admin_calendar_feed()} <small className={aside}>{block.by}</small>
      </span>
    );
  const reason = block.kind === "host" ? m.admin_calendar_host() : block.reason;
  return (
    <>
      <span>
        {reason} <small className={aside}>{m.admin_calendar_by({ who: block.by })}</small>
        <Failed error={remove.error} />
      </span>
      <button
        className="btn btn-quiet btn-icon"
        type="button"
        aria-label={m.admin_calendar_unblock({ reason })}
        aria-busy={remove.isPending || undefined}
        onClick={() => !remove.isPending && remove.mutate()}
      >
        <AdminIcon name="bin" />
      </button>
    </>
  );
}
