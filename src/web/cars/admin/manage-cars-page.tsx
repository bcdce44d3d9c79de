import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AdminCar } from "#contract/admin/cars.ts";
import { categories } from "#domain/cars/cars.ts";
import { categoryWord, cityWord } from "#web/cars/vocabulary.ts";
import { OwnerCell, OwnerFilter } from "./car-owner/owner-filter.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { CarImage } from "#web/ui/car-image.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { AvailabilityToggle } from "./availability-toggle.tsx";
import { adminCarCountsQuery, adminCarsQuery } from "./queries.ts";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { DeleteCar } from "./delete-car.tsx";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { DownloadButton } from "#web/admin/list/download-button.tsx";
import type { FromList } from "./list-address.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { ListFoot } from "#web/ui/list/list-foot.tsx";
import { currentUserQuery } from "#web/admin/queries.ts";
import { SearchForm } from "#web/admin/list/search-form.tsx";
import { mayUse } from "#web/admin/sections.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Stats } from "#web/admin/stats.tsx";
import styles from "./fleet.module.css";
import { shownCarName } from "#web/ui/format/car-name.ts";

export const meta = () => pageMeta({ title: m.admin_cars_title() });

/** Every car of the fleet, its price, and whether it is offered. */
export default function ManageCarsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = {
    q: search.get("q") ?? "",
    category: search.get("category") ?? "",
    owner: search.get("owner") ?? "",
  };
  const fleet = useInfiniteQuery(adminCarsQuery(filters));
  const { data: counts } = useQuery(adminCarCountsQuery);
  const { data: user } = useQuery(currentUserQuery);
  const isManager = user !== undefined && mayUse(user, ["manage_cars"]);
  const from: FromList = { list: `?${search}` };
  const [deleting, setDeleting] = useState<AdminCar>();
  const cars = fleet.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = fleet.data?.pages[0]?.total ?? 0;
  const isAsking = Object.values(filters).some((value) => value !== "");

  const ask = (filters: { q: string; category: string; owner: string }) =>
    setSearch(new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== "")), {
      replace: true,
      preventScrollReset: true,
    });

  return (
    <>
      <AdminTitle title={m.admin_cars_title()}>
        {isManager && (
          <>
            <DownloadButton
              label={m.admin_cars_export()}
              path={`/api/admin/cars/export.csv?${new URLSearchParams(filters)}`}
              table="cars"
            />
            <Link className="btn btn-secondary" to="/admin/retired-cars">
              <AdminIcon name="car" />
              {m.admin_cars_retired_count({ count: counts?.retired ?? 0 })}
            </Link>
            <Link className="btn btn-primary" to="/admin/add-car" state={from}>
              <AdminIcon name="plus" />
              {m.admin_cars_add()}
            </Link>
          </>
        )}
      </AdminTitle>
      <Stats
        stats={[
          { label: m.admin_cars_total(), value: counts?.total ?? "–" },
          { label: m.admin_cars_available(), value: counts?.available ?? "–" },
          {
            label: m.admin_cars_unavailable(),
            value: counts?.unavailable ?? "–",
            note: m.admin_cars_unavailable_note(),
          },
          { label: m.admin_cars_filtered(), value: fleet.data ? total : "–" },
        ]}
      />
      <SearchForm
        label={m.admin_cars_search()}
        hint={m.admin_cars_search_hint()}
        words={filters.q}
        narrow={{
          label: m.admin_cars_category(),
          value: filters.category,
          options: [
            { value: "", label: m.admin_cars_all_categories() },
            ...categories.map((category) => ({ value: category, label: categoryWord(category) })),
          ],
        }}
        onAsk={(q, category) => ask({ ...filters, q, category })}
      >
        <OwnerFilter owner={filters.owner} cars={cars} onChoose={(owner) => ask({ ...filters, owner })} />
      </SearchForm>
      <Failed error={fleet.error} onRetry={() => void fleet.refetch()} />
      {fleet.isPending && <Waiting />}
      {fleet.data && cars.length === 0 && (
        <Empty icon="car" title={isAsking ? m.admin_cars_none() : m.admin_cars_empty()}>
          <p>{isAsking ? m.admin_cars_none_text() : m.admin_cars_empty_text()}</p>
        </Empty>
      )}
      {cars.length > 0 && (
        <>
          <DataTable
            label={m.admin_cars_title()}
            className={styles.fleet}
            columns={isManager ? [...columnsFor(from), ...actsFor(from, setDeleting)] : columnsFor(undefined)}
            rows={cars}
            keyOf={({ id }) => id}
          />
          <ListFoot shown={cars.length} total={total} list={fleet} />
        </>
      )}
      {deleting && <DeleteCar car={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

/** The columns for everybody. Users who may not change cars see no actions. */
const columnsFor = (from: FromList | undefined): Column<AdminCar>[] => [
  {
    id: "picture",
    label: m.admin_cars_image(),
    isLabelHidden: true,
    cell: ({ pictures: [image] }) => (
      <span className="thumbnail">
        {image && <CarImage image={image} alt="" sizes="72px" widest={480} />}
      </span>
    ),
  },
  {
    id: "name",
    label: m.admin_cars_car(),
    isName: true,
    cell: ({ id, name, year, category }) => (
      <>
        {from ? (
          <Link to={`/admin/edit-car/${id}`} state={from}>
            {shownCarName(name)}
          </Link>
        ) : (
          shownCarName(name)
        )}
        <small>
          {year} · {categoryWord(category)}
        </small>
      </>
    ),
  },
  {
    id: "place",
    label: m.admin_cars_place(),
    cell: ({ city, zipCode }) => (
      <>
        <span {...(cityWord(city).lang && { lang: cityWord(city).lang })}>{cityWord(city).text}</span>
        <small>{zipCode}</small>
      </>
    ),
  },
  { id: "owner", label: m.host_owner(), cell: (car) => <OwnerCell car={car} /> },
  { id: "plate", label: m.admin_cars_plate(), cell: ({ plateNumber }) => plateNumber || "–" },
  {
    id: "money",
    label: m.admin_cars_month(),
    isRight: true,
    cell: ({ monthlyPrice }) => showMoney(monthlyPrice),
  },
  {
    id: "rent",
    label: m.admin_cars_minimum(),
    isRight: true,
    cell: ({ minRentDays }) => m.admin_cars_days({ days: minRentDays }),
  },
  ...(from
    ? []
    : [
        {
          id: "state",
          label: m.admin_cars_offered(),
          cell: ({ available }: AdminCar) =>
            available ? m.admin_cars_available() : m.admin_cars_unavailable(),
        },
      ]),
];

const actsFor = (from: FromList, onDelete: (car: AdminCar) => void): Column<AdminCar>[] => [
  {
    id: "state",
    label: m.admin_cars_offered(),
    isLabelHidden: true,
    cell: (car) => <AvailabilityToggle car={car} />,
  },
  {
    id: "acts",
    label: m.admin_cars_actions(),
    isLabelHidden: true,
    cell: (car) => (
      <div className="row-acts">
        <Link
          className="btn btn-quiet"
          to={`/admin/edit-car/${car.id}`}
          state={from}
          aria-label={m.admin_cars_edit_label({ name: car.name })}
        >
          <AdminIcon name="pen" />
          {m.admin_cars_edit()}
        </Link>
        <button
          className="btn btn-quiet btn-icon"
          type="button"
          aria-label={m.admin_cars_delete_label({ name: car.name })}
          onClick={() => onDelete(car)}
        >
          <AdminIcon name="bin" />
        </button>
      </div>
    ),
  },
];
