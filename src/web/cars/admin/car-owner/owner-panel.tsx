import { useState } from "react";
import { Link } from "react-router";
import type { AdminCar } from "#contract/admin/cars.ts";
import { PersonLink } from "#web/admin/allowed-link.tsx";
import { m } from "#web/paraglide/messages.js";
import { GiveCar } from "./give-car.tsx";
import { ownerName } from "./owner-name.ts";

/** The owner of a car, and the button that gives the car to another owner. */
export function OwnerPanel({ car }: { car: AdminCar }) {
  const [isGiving, setGiving] = useState(false);
  return (
    <section className="mt-8 stack" aria-labelledby="car-owner-title">
      <h2 className="h3" id="car-owner-title">
        {m.host_owner()}
      </h2>
      {car.hostId === null ? (
        <p>{m.host_owner_platform_text()}</p>
      ) : (
        <p className="wrap-anywhere">
          <PersonLink id={car.hostId}>{ownerName(car)}</PersonLink>
          <br />
          <small>{car.ownerEmail}</small>
          <br />
          <Link to={`/admin/manage-cars?owner=${car.hostId}`}>{m.host_owner_all_cars()}</Link>
        </p>
      )}
      <p className="acts">
        <button className="btn btn-secondary" type="button" onClick={() => setGiving(true)}>
          {m.host_owner_change()}
        </button>
      </p>
      {isGiving && <GiveCar car={car} onClose={() => setGiving(false)} />}
    </section>
  );
}
