import { Link } from "react-router";
import type { CarHost } from "#contract/cars.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { hostAddress } from "#web/cars/address.ts";
import { HostAnswers } from "#web/cars/host-answers.tsx";
import { Rating } from "#web/cars/rating.tsx";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";

/** The host of a car, with a link to the host's page, where the host has a user name. */
export function HostedBy({ host: { firstName, username, since, rating, answers } }: { host: CarHost }) {
  const words = m.host_public_hosted_by({ name: firstName });
  const date = showDate(dateInLosAngeles(Date.parse(since)));
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
      {username ? (
        <Link className="link" to={hostAddress(username)}>
          <span>{words}</span>
        </Link>
      ) : (
        words
      )}
      <span className="small muted">{m.host_public_since({ date })}</span>
      {rating && <Rating {...rating} />}
      {answers && (
        <span className="small muted">
          <HostAnswers {...answers} />
        </span>
      )}
    </p>
  );
}
