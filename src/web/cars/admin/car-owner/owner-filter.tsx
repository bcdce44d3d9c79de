import { Link, useSearchParams } from "react-router";
import type { AdminCar } from "#contract/admin/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { ownerName } from "./owner-name.ts";

/** The owner of a car in the list. A click on a host's name narrows the list to the host's cars. */
export function OwnerCell({ car }: { car: AdminCar }) {
  const [search] = useSearchParams();
  if (car.hostId === null) return m.host_owner_platform();
  const to = new URLSearchParams(search);
  to.set("owner", car.hostId);
  return (
    <Link to={`?${to}`} aria-label={m.host_owner_narrow({ name: ownerName(car) })}>
      <bdi className="wrap-anywhere">{ownerName(car)}</bdi>
    </Link>
  );
}

type OwnerFilterProps = { owner: string; cars: readonly AdminCar[]; onChoose: (owner: string) => void };

/** Narrows the fleet to the platform's cars, all hosts' cars, or the cars of the one host in the address. */
export function OwnerFilter({ owner, cars, onChoose }: OwnerFilterProps) {
  const isOne = !["", "platform", "hosts"].includes(owner);
  const one = cars.find(({ hostId }) => hostId === owner);
  return (
    <SelectFrame>
      <select
        className="control"
        aria-label={m.host_owner()}
        value={owner}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">{m.host_owner_all()}</option>
        <option value="platform">{m.host_owner_platform_cars()}</option>
        <option value="hosts">{m.host_admin_title()}</option>
        {isOne && <option value={owner}>{one ? ownerName(one) : m.host_owner_one()}</option>}
      </select>
    </SelectFrame>
  );
}
