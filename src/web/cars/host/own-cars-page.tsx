import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { HostCar } from "#contract/host-cars.ts";
import { typedPrice } from "#domain/cars/host/fields.ts";
import { wireMoney } from "#domain/money.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showWholeMoney } from "#web/ui/format/money.ts";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { Icon } from "#web/ui/icon.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { AddCar } from "./add-car.tsx";
import { StateBadge } from "./car-state.tsx";
import { ownCarName } from "./own-car-name.ts";
import { ownPictureQuery } from "./own-picture.ts";
import { ownCarsQuery } from "./queries.ts";

export const meta = () => pageMeta({ title: m.host_nav_cars() });

/** The host's own cars and drafts, newest first. */
export default function OwnCarsPage() {
  const list = useInfiniteQuery(ownCarsQuery);
  const cars = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <header className="me-head">
        <h1 className="h2">{m.host_nav_cars()}</h1>
        {cars.length > 0 && <AddCar />}
      </header>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.isSuccess && cars.length === 0 && (
        <div className="empty">
          <p>{m.host_cars_none()}</p>
          <AddCar />
        </div>
      )}
      {cars.length > 0 && (
        <ul className="grid">
          {cars.map((car) => (
            <CarRow key={car.id} car={car} />
          ))}
        </ul>
      )}
      <MoreButton list={list} label={m.host_cars_more()} />
    </>
  );
}

function CarRow({ car }: { car: HostCar }) {
  const [first] = car.images;
  const price = typedPrice(car.monthlyPrice) ?? 0;
  const facts = [
    car.city && cityOrName(car.city),
    price > 0 && m.host_car_price({ price: showWholeMoney(wireMoney(price)) }),
    car.plateNumber,
  ].filter(Boolean);
  return (
    <li className="relative grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 py-4 border-t border-line max-sm:grid-cols-[5rem_minmax(0,1fr)]">
      <span className="grid place-items-center w-full aspect-3/2 rounded-sm bg-sunken overflow-hidden">
        {first ? <RowPicture carId={car.id} url={first} /> : <Icon name="key" />}
      </span>
      <div className="grid gap-0.5 min-w-0 text-sm/[1.45]">
        <h2 className="text-base/[1.35] font-label wrap-anywhere">
          <Link className="no-underline before:absolute before:inset-0" to={`/host/cars/${car.id}`}>
            {ownCarName(car)}
          </Link>
        </h2>
        {facts.length > 0 && <p className="text-ink-soft num wrap-anywhere">{facts.join("\u00a0· ")}</p>}
        {car.lacks.length > 0 && car.state !== "retired" && (
          <p className="text-ink-soft">{m.host_lacks({ count: car.lacks.length })}</p>
        )}
      </div>
      <span className="max-sm:col-start-2">
        <StateBadge state={car.state} />
      </span>
    </li>
  );
}

function RowPicture({ carId, url }: { carId: string; url: string }) {
  const { data } = useQuery(ownPictureQuery(carId, url, 480));
  return data ? <img className="size-full object-cover" src={data} alt="" width={96} height={64} /> : null;
}
