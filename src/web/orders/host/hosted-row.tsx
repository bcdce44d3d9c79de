import type { ReactNode } from "react";
import { Link } from "react-router";
import type { HostRequest } from "#contract/host/requests.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { datesOf } from "./words.ts";

type HostedRowProps = {
  order: Pick<HostRequest, "car" | "pickupDate" | "returnDate" | "days"> & {
    earnings: HostRequest["earnings"] | null;
  };
  to: string;
  title: string;
  /** The order's state, if the list itself doesn't say it. */
  children?: ReactNode;
};

/** An order of a host's car in a list: the car, the renter, the dates and the earnings. */
export function HostedRow({ order, to, title, children }: HostedRowProps) {
  const { car, pickupDate, returnDate, days, earnings } = order;
  return (
    <li className="relative grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 py-4 border-t border-line max-sm:grid-cols-[5rem_minmax(0,1fr)]">
      <img
        className="w-full aspect-3/2 object-contain rounded-sm bg-sunken"
        src={car.image}
        alt=""
        width="96"
        height="64"
        loading="lazy"
      />
      <div className="grid gap-0.5 min-w-0 text-sm/[1.45]">
        <h2 className="text-base/[1.35] font-label wrap-anywhere break-keep">
          <Link className="no-underline before:absolute before:inset-0" to={to}>
            {title}
          </Link>
        </h2>
        <p className="text-ink-soft num text-balance">
          {datesOf({ from: pickupDate, until: returnDate })} · {m.common_days({ days })}
        </p>
        {children}
      </div>
      {earnings && (
        <b className="num max-sm:col-start-2">
          {m.host_request_earns({ amount: showMoney(earnings.total) })}
        </b>
      )}
    </li>
  );
}
