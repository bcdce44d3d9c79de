import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type AdminCar, restoreCar } from "#contract/admin/cars.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { categoryWord, cityWord } from "#web/cars/vocabulary.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { toast } from "#web/ui/toast.ts";
import { adminCarsQuery } from "./queries.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { makeStale } from "#web/make-stale.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import styles from "./fleet.module.css";

export const meta = () => pageMeta({ title: m.admin_retired_title() });

/**
 * Cars that left the fleet and are kept for their orders. A car that comes back isn't offered until an
 * administrator says so.
 */
export default function RetiredCarsPage() {
  const cache = useQueryClient();
  const fleet = useInfiniteQuery(adminCarsQuery({ q: "", category: "", retired: "true" }));
  const cars = fleet.data?.pages.flatMap(({ items }) => items) ?? [];
  const restore = useMutation({
    mutationFn: ({ id }: AdminCar) => api(restoreCar, { params: { id } }),
    onSuccess: ({ name }) =>
      toast({ title: m.admin_retired_restored({ name }), description: m.admin_retired_restored_text() }),
    onSettled: () => makeStale(cache, "car"),
  });

  return (
    <>
      <AdminTitle
        title={m.admin_retired_title()}
        back={{ to: "/admin/manage-cars", label: m.admin_cars_title() }}
      />
      <p className="muted">{m.admin_retired_text()}</p>
      <Failed
        error={fleet.error ?? restore.error}
        onRetry={fleet.error ? () => void fleet.refetch() : undefined}
      />
      {fleet.isPending && <Waiting />}
      {fleet.data && cars.length === 0 && <Empty icon="car" title={m.admin_retired_none()} />}
      {cars.length > 0 && (
        <>
          <DataTable
            label={m.admin_retired_title()}
            className={styles.fleet}
            columns={columnsFor(
              (car) => !restore.isPending && restore.mutate(car),
              restore.isPending ? restore.variables.id : "",
            )}
            rows={cars}
            keyOf={({ id }) => id}
          />
          <ListFoot shown={cars.length} total={fleet.data?.pages[0]?.total} list={fleet} />
        </>
      )}
    </>
  );
}

const columnsFor = (onRestore: (car: AdminCar) => void, busyId: string): Column<AdminCar>[] => [
  {
    id: "name",
    label: m.admin_cars_car(),
    isName: true,
    cell: ({ name, year, category }) => (
      <>
        {name}
        <small>
          {year} · {categoryWord(category)}
        </small>
      </>
    ),
  },
  {
    id: "place",
    label: m.admin_cars_place(),
    cell: ({ city }) => (
      <span {...(cityWord(city).lang && { lang: cityWord(city).lang })}>{cityWord(city).text}</span>
    ),
  },
  { id: "plate", label: m.admin_cars_plate(), cell: ({ plateNumber }) => plateNumber || "–" },
  {
    id: "since",
    label: m.admin_retired_since(),
    cell: ({ retiredAt }) => (retiredAt ? showDate(dateInLosAngeles(Date.parse(retiredAt))) : "–"),
  },
  {
    id: "acts",
    label: m.admin_cars_actions(),
    isLabelHidden: true,
    cell: (car) => (
      <button
        className="btn btn-secondary btn-sm"
        type="button"
        aria-label={m.admin_retired_restore_label({ name: car.name })}
        aria-busy={busyId === car.id || undefined}
        onClick={() => onRestore(car)}
      >
        {m.admin_retired_restore()}
      </button>
    ),
  },
];
