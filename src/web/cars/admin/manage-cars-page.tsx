import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { FleetCar } from "#contract/admin/cars.ts";
import { categories } from "#domain/cars/cars.ts";
import { categoryWord, townWord } from "#web/cars/vocabulary.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { CarPicture } from "#web/ui/car-image.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { AvailabilityToggle } from "./availability-toggle.tsx";
import { fleetCountsQuery, fleetQuery } from "./queries.ts";
import { type Column, DataTable } from "#web/admin/data-table.tsx";
import { DeleteCar } from "./delete-car.tsx";
import { DeskIcon } from "#web/admin/admin-icon.tsx";
import { DownloadButton } from "#web/admin/download-button.tsx";
import type { FromList } from "./fleet-place.ts";
import { DeskTitle } from "#web/admin/admin-title.tsx";
import { ListFoot } from "#web/admin/list-foot.tsx";
import { currentUserQuery } from "#web/dashboard/queries.ts";
import { SearchForm } from "#web/admin/search-form.tsx";
import { mayUse } from "#web/admin/sections.ts";
import { Empty, Failed, Waiting } from "#web/admin/states.tsx";
import { Stats } from "#web/dashboard/stats.tsx";

export const meta = () => pageMeta({ title: m.desk_cars_title() });

/** Every car of the fleet, its price, and whether it is offered. */
export default function ManageCarsPage() {
  const [search, setSearch] = useSearchParams();
  const wish = { q: search.get("q") ?? "", category: search.get("category") ?? "" };
  const fleet = useInfiniteQuery(fleetQuery(wish));
  const { data: counts } = useQuery(fleetCountsQuery);
  const { data: user } = useQuery(currentUserQuery);
  const isManager = user !== undefined && mayUse(user, ["manage_cars"]);
  const from: FromList = { list: `?${search}` };
  const [deleting, setDeleting] = useState<FleetCar>();
  const cars = fleet.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = fleet.data?.pages[0]?.total ?? 0;
  const isAsking = wish.q !== "" || wish.category !== "";

  const ask = (wish: { q: string; category: string }) =>
    setSearch(new URLSearchParams(Object.entries(wish).filter(([, value]) => value !== "")), { replace: true, preventScrollReset: true });

  return (
    <>
      <DeskTitle title={m.desk_cars_title()}>
        {isManager && (
          <>
            <DownloadButton label={m.desk_cars_export()} path="/api/admin/cars/export.csv" name="cars" />
            <Link className="btn btn-secondary" to="/admin/retired-cars">
              <DeskIcon name="car" />
              {m.desk_cars_retired_count({ count: counts?.retired ?? 0 })}
            </Link>
            <Link className="btn btn-primary" to="/admin/add-car" state={from}>
              <DeskIcon name="plus" />
              {m.desk_cars_add()}
            </Link>
          </>
        )}
      </DeskTitle>
      <Stats
        stats={[
          { label: m.desk_cars_total(), value: counts?.total ?? "–" },
          { label: m.desk_cars_available(), value: counts?.available ?? "–" },
          { label: m.desk_cars_unavailable(), value: counts?.unavailable ?? "–", note: m.desk_cars_unavailable_note() },
          { label: m.desk_cars_filtered(), value: fleet.data ? total : "–" },
        ]}
      />
      <SearchForm
        label={m.desk_cars_search()}
        hint={m.desk_cars_search_hint()}
        words={wish.q}
        narrow={{
          label: m.desk_cars_category(),
          value: wish.category,
          options: [{ value: "", label: m.desk_cars_all_categories() }, ...categories.map((category) => ({ value: category, label: categoryWord(category) }))],
        }}
        onAsk={(q, category) => ask({ q, category })}
      />
      <Failed error={fleet.error} onRetry={() => void fleet.refetch()} />
      {fleet.isPending && <Waiting />}
      {fleet.data && cars.length === 0 && (
        <Empty icon="car" title={isAsking ? m.desk_cars_none() : m.desk_cars_empty()}>
          <p>{isAsking ? m.desk_cars_none_text() : m.desk_cars_empty_text()}</p>
        </Empty>
      )}
      {cars.length > 0 && (
        <>
          <DataTable
            label={m.desk_cars_title()}
            className="fleet"
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

/** What is known of a car; those who may not change it see no ways to. */
const columnsFor = (from: FromList | undefined): Column<FleetCar>[] => [
  {
    id: "picture",
    label: m.desk_cars_picture(),
    isLabelHidden: true,
    cell: ({ pictures: [picture] }) => <span className="thumbnail">{picture && <CarPicture picture={picture} alt="" sizes="72px" widest={480} />}</span>,
  },
  {
    id: "name",
    label: m.desk_cars_car(),
    isName: true,
    cell: ({ id, name, year, category }) => (
      <>
        {from ? (
          <Link to={`/admin/edit-car/${id}`} state={from}>
            {name}
          </Link>
        ) : (
          name
        )}
        <small>
          {year} · {categoryWord(category)}
        </small>
      </>
    ),
  },
  {
    id: "place",
    label: m.desk_cars_place(),
    cell: ({ city, zipCode }) => (
      <>
        <span {...(townWord(city).lang && { lang: townWord(city).lang })}>{townWord(city).text}</span>
        <small>{zipCode}</small>
      </>
    ),
  },
  { id: "plate", label: m.desk_cars_plate(), cell: ({ plateNumber }) => plateNumber || "–" },
  { id: "money", label: m.desk_cars_month(), isRight: true, cell: ({ monthlyPrice }) => showMoney(monthlyPrice) },
  { id: "rent", label: m.desk_cars_minimum(), isRight: true, cell: ({ minRentDays }) => m.desk_cars_days({ days: minRentDays }) },
  ...(from
    ? []
    : [{ id: "state", label: m.desk_cars_offered(), cell: ({ available }: FleetCar) => (available ? m.desk_cars_available() : m.desk_cars_unavailable()) }]),
];

const actsFor = (from: FromList, onDelete: (car: FleetCar) => void): Column<FleetCar>[] => [
  { id: "state", label: m.desk_cars_offered(), isLabelHidden: true, cell: (car) => <AvailabilityToggle car={car} /> },
  {
    id: "acts",
    label: m.desk_cars_actions(),
    isLabelHidden: true,
    cell: (car) => (
      <div className="row-acts">
        <Link className="btn btn-quiet" to={`/admin/edit-car/${car.id}`} state={from} aria-label={m.desk_cars_edit_label({ name: car.name })}>
          <DeskIcon name="pen" />
          {m.desk_cars_edit()}
        </Link>
        <button className="btn btn-quiet btn-icon" type="button" aria-label={m.desk_cars_delete_label({ name: car.name })} onClick={() => onDelete(car)}>
          <DeskIcon name="bin" />
        </button>
      </div>
    ),
  },
];
