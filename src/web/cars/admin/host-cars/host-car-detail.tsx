import { Link } from "react-router";
import type { AdminHostCar } from "#contract/admin/host-cars.ts";
import type { CarPaper } from "#contract/host-cars.ts";
import { type HostField, hostFieldNames } from "#domain/cars/host/fields.ts";
import { hasExpired } from "#domain/cars/host/papers.ts";
import { manyEndings } from "#domain/changes/endings.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { personName } from "#domain/people/person-name.ts";
import { PersonLink } from "#web/admin/allowed-link.tsx";
import { BackToQueue } from "#web/admin/work-queue.tsx";
import { StateBadge } from "#web/cars/host/car-state.tsx";
import { ownCarName } from "#web/cars/host/own-car-name.ts";
import { PaperRow } from "#web/cars/host/paper-row.tsx";
import { partNames } from "#web/cars/host/part-words.ts";
import { waitingValue } from "#web/cars/host/waiting-value.ts";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { DecideHost } from "./decide-host.tsx";
import { DecideHostCar } from "./decide-host-car.tsx";
import { LookAtChanges } from "./look-at-changes.tsx";
import { OwnPicture } from "./own-picture.tsx";

type HostCarDetailProps = { found: AdminHostCar; onDecided: (words: string) => void; onClose: () => void };

/** A host's car for the decision of an administrator: the host, the car, its photos and papers. */
export function HostCarDetail({ found, onDecided, onClose }: HostCarDetailProps) {
  const { car, host, claimedBy, unseen } = found;
  const isDecidable = car.state === "submitted" || car.waiting.length > 0;
  return (
    <section className="stack min-w-0" aria-labelledby="host-car-title">
      <BackToQueue onClose={onClose}>{m.host_admin_title()}</BackToQueue>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3" id="host-car-title">
          {ownCarName(car)}
        </h2>
        <StateBadge state={car.state} />
      </header>
      {claimedBy && (
        <Notice kind="bad">
          {m.host_admin_claimed()} <Link to={`/admin/edit-car/${claimedBy.id}`}>{claimedBy.name}</Link>
        </Notice>
      )}
      {car.reason && <Notice kind="warn">{m.host_reason({ reason: car.reason })}</Notice>}
      {car.waiting.length > 0 && (
        <Notice>
          <p>{m.host_admin_changes()}</p>
          <ul>
            {car.waiting.map(({ field, from, to }) => (
              <li key={field} className="wrap-anywhere">
                {m.host_waiting_field({
                  field: partNames[field](),
                  from: waitingValue(from),
                  to: waitingValue(to),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {unseen && <LookAtChanges car={car} unseen={unseen} onDecided={onDecided} />}
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] items-start gap-x-8 gap-y-5 max-[75rem]:grid-cols-1">
        <section className="stack" aria-labelledby="host-car-person">
          <h3 className="label" id="host-car-person">
            {m.host_admin_person()}
          </h3>
          <p className="wrap-anywhere">
            <PersonLink id={host.id}>{personName(host)}</PersonLink>
            <br />
            <small>{host.email}</small>
          </p>
          <p className="small">
            {host.hostingSince
              ? m.host_admin_since({
                  date: showDate(dateInLosAngeles(Date.parse(host.hostingSince))),
                })
              : m.host_admin_not_host()}
          </p>
          {found.endings > 0 && (
            <Notice kind={found.endings >= manyEndings ? "bad" : "warn"}>
              {m.host_admin_endings({ count: found.endings })}
            </Notice>
          )}
          <DecideHost found={found} />
          <h3 className="label">{m.host_step_papers()}</h3>
          {car.papers.length === 0 && <p className="muted small">{m.host_admin_no_papers()}</p>}
          {car.papers.map((paper) => (
            <Paper key={paper.id} carId={car.id} paper={paper} />
          ))}
        </section>
        <Facts found={found} />
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-2">
        {car.images.map((url, place) => (
          <li key={url}>
            <OwnPicture carId={car.id} url={url} place={place + 1} />
          </li>
        ))}
      </ul>
      {isDecidable && <DecideHostCar found={found} onDecided={onDecided} />}
    </section>
  );
}

/** Leaves out the mark of a translation, which says nothing by itself. */
const isShown = (name: HostField): boolean => name !== "translated";

/** Everything that the host typed, as they typed it. */
function Facts({ found: { car } }: { found: AdminHostCar }) {
  const shown = (name: HostField): string => {
    const value = car[name];
    if (typeof value === "boolean") return value ? m.admin_car_yes() : m.admin_car_no();
    return Array.isArray(value) ? value.join(", ") : value;
  };
  return (
    <dl className="grid grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm/[1.45]">
      {hostFieldNames
        .filter((name) => isShown(name) && shown(name) !== "")
        .map((name) => (
          <div key={name} className="contents">
            <dt className="muted">{partNames[name]()}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{shown(name)}</dd>
          </div>
        ))}
    </dl>
  );
}

function Paper({ carId, paper }: { carId: string; paper: CarPaper }) {
  const today = useToday();
  const date = showDate(paper.lastDay);
  return (
    <PaperRow carId={carId} paper={paper}>
      <b>{partNames[paper.kind]()}</b>
      <span className={hasExpired(paper.lastDay, today) ? "text-bad" : ""}>
        {m.host_paper_valid_until({ date })}
      </span>
    </PaperRow>
  );
}
