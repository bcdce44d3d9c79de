import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { HostCar } from "#contract/host-cars.ts";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { applicationQuery } from "#web/accounts/queries.ts";
import { Notice } from "#web/ui/notice.tsx";
import { partNames } from "./part-words.ts";
import { waitingValue } from "./waiting-value.ts";
import { wantedPaper } from "./wanted-paper.ts";

/** The state of a car in words: what it waits for, why it isn't listed, and which changes are being checked. */
export function CarStanding({ car }: { car: HostCar }) {
  return (
    <>
      <Standing car={car} />
      {car.waiting.length > 0 && (
        <Notice>
          <p>{m.host_waiting()}</p>
          <ul className="mt-1">
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
    </>
  );
}

const paperWords = { send: m.host_paused_papers, checking: m.host_paused_checking };

function Standing({ car }: { car: HostCar }) {
  const today = useToday();
  const application = useQuery(applicationQuery).data;
  const { state, reason } = car;
  if (state === "draft") return null;
  if (state === "submitted") return <Submitted />;
  if (state === "declined")
    return (
      <Notice kind="bad">
        <p>{m.host_declined_text()}</p>
        {reason && <p className="mt-1 wrap-anywhere">{m.host_reason({ reason })}</p>}
      </Notice>
    );
  if (state === "paused") {
    // Somebody who no longer hosts can't list the car again, with or without a new paper.
    const isFormer = application !== undefined && application.status !== "approved";
    const paper = isFormer ? undefined : wantedPaper(car, today);
    return (
      <Notice kind="warn">
        <p>{m.host_paused_text()}</p>
        {paper && <p className="mt-1">{paperWords[paper]()}</p>}
        {reason && <p className="mt-1 wrap-anywhere">{m.host_changes_declined({ reason })}</p>}
      </Notice>
    );
  }
  if (state === "retired") return <Notice>{m.host_retired_text()}</Notice>;
  return (
    <>
      {reason && (
        <Notice kind="warn">
          <p className="wrap-anywhere">{m.host_changes_declined({ reason })}</p>
        </Notice>
      )}
      <p className="muted small">
        {m.host_listed_text()}{" "}
        <Link className="link" to={`/cars/${car.id}`}>
          {m.host_see_public()}
        </Link>
      </p>
    </>
  );
}

/** What a submitted car waits for. The application of a new host must be approved too. */
function Submitted() {
  const status = useQuery(applicationQuery).data?.status;
  if (status === "declined" || status === "none")
    return (
      <Notice kind="bad">
        <p>{status === "declined" ? m.host_submitted_person_declined() : m.host_submitted_no_host()}</p>
        <p className="mt-1">
          <Link to="?step=submit">{m.host_submit_again()}</Link>
        </p>
      </Notice>
    );
  return <Notice>{status === "pending" ? m.host_submitted_first() : m.host_submitted_text()}</Notice>;
}
