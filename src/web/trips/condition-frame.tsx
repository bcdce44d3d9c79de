import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/session/states.tsx";
import { orderPageOf } from "./queries.ts";
import type { ConditionState } from "./use-record.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";

type Props = {
  orderId: string;
  query: UseQueryResult<ConditionState>;
  title: string;
  children: (state: ConditionState) => ReactNode;
};

/** A page about a trip's handover or return: its car and order, and any error. */
export function ConditionFrame({ orderId, query: { data, error, refetch }, title, children }: Props) {
  return (
    <div className="page grid gap-5 max-w-208 ms-[max(var(--spacing-gutter),(100%_-_var(--container-page))_/_2)] pt-[clamp(1.25rem,2.5vw,2rem)] pb-16">
      <header className="stack">
        <p>
          <Link className="link small" to={orderPageOf(data?.reader ?? "renter", orderId)}>
            <Icon name="back" />
            {m.condition_to_trip()}
          </Link>
        </p>
        <h1 className="h2">{title}</h1>
        {data && (
          <p className="muted num">
            {data.carName ? `${shownCarName(data.carName)} · ${data.orderNumber}` : data.orderNumber}
          </p>
        )}
      </header>
      {error && (
        <Notice kind="bad" isAlert>
          {error instanceof ApiError && error.status === 404
            ? m.condition_not_found()
            : sessionErrorWords(error)}{" "}
          <button className="btn btn-secondary btn-sm" type="button" onClick={() => void refetch()}>
            {m.account_retry()}
          </button>
        </Notice>
      )}
      {!data && !error && <Waiting />}
      {data && children(data)}
    </div>
  );
}
