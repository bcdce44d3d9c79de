import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { recordCarBack, recordHostCarBack, recordHostRepairDays, recordRepairDays } from "#contract/trips.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { conditionQuery } from "./queries.ts";
import { MissingForHandover } from "./record-maker.tsx";
import type { ConditionState } from "./use-record.ts";
import { RecordsView } from "./records-view.tsx";

const PickupDenials = lazyPart(() => import("./pickup-denials.tsx"), "PickupDenials");
const ReturnDenials = lazyPart(() => import("./return-denials.tsx"), "ReturnDenials");
const KeptDays = lazyPart(() => import("./admin/kept-days.tsx"), "KeptDays");
const RepairDays = lazyPart(() => import("./admin/repair-days.tsx"), "RepairDays");

/** A trip's records on its page, and links to make the next one. Shows nothing before anything can be recorded. */
export function ConditionSection({ orderId }: { orderId: string }) {
  const { data } = useQuery(conditionQuery(orderId));
  const finished = data?.records.filter(({ finishedAt }) => finishedAt) ?? [];
  if (!data || (finished.length === 0 && data.open.length === 0)) return null;
  // The head of the trip's page says what is missing before the pickup.
  if (data.reader === "renter" && data.lacks.length > 0 && finished.length === 0) return null;
  return (
    <section className="stack no-print" aria-labelledby="trip-condition">
      <h2 className="h3" id="trip-condition">
        {m.condition_title()}
      </h2>
      <p className="muted">{m.condition_lead()}</p>
      <Cars stretches={data.stretches} />
      {finished.length > 0 && (
        <RecordsView
          orderId={orderId}
          records={finished}
          included={data.milesIncluded}
          stretches={data.stretches}
        />
      )}
      <Denials orderId={orderId} state={data} />
      {data.isCarOut && data.reader === "host" && <CarBack orderId={orderId} record={recordHostCarBack} />}
      <NextRecord orderId={orderId} state={data} />
      {data.mayRecordRepair && <Repairs orderId={orderId} state={data} />}
    </section>
  );
}

/** The condition records of an order for administrators, with the actions that only they have. */
export function AdminCondition({ orderId }: { orderId: string }) {
  const { data } = useQuery(conditionQuery(orderId));
  const finished = data?.records.filter(({ finishedAt }) => finishedAt) ?? [];
  if (!data || (finished.length === 0 && data.open.length === 0)) return null;
  return (
    <section aria-labelledby="admin-order-condition">
      <h3 id="admin-order-condition">{m.condition_admin_title()}</h3>
      <div className="stack">
        <Cars stretches={data.stretches} />
        {finished.length > 0 && (
          <RecordsView
            orderId={orderId}
            records={finished}
            included={data.milesIncluded}
            stretches={data.stretches}
          />
        )}
        <Denials orderId={orderId} state={data} />
        {data.isCarOut && <CarBack orderId={orderId} record={recordCarBack} />}
        <NextRecord orderId={orderId} state={data} />
        {data.kept.length > 0 && (
          <Suspense>
            <KeptDays orderId={orderId} kept={data.kept} />
          </Suspense>
        )}
        {data.mayRecordRepair && <Repairs orderId={orderId} state={data} />}
      </div>
    </section>
  );
}

/** Pickups and returns that were denied, or may be: few rentals have any. */
function Denials({ orderId, state }: { orderId: string; state: ConditionState }) {
  const { denials, returnDenials, reader } = state;
  return (
    <Suspense>
      {denials.length > 0 && <PickupDenials orderId={orderId} denials={denials} reader={reader} />}
      {returnDenials.length > 0 && (
        <ReturnDenials orderId={orderId} denials={returnDenials} reader={reader} />
      )}
    </Suspense>
  );
}

/** Days without a usable car, as an administrator or the host of the car records them. */
function Repairs({ orderId, state }: { orderId: string; state: ConditionState }) {
  const isHost = state.reader === "host";
  return (
    <Suspense>
      <RepairDays
        orderId={orderId}
        repairs={state.repairs}
        record={isHost ? recordHostRepairDays : recordRepairDays}
        hint={isHost ? m.repair_hint_host() : m.repair_hint()}
        mayTakeBack={state.reader === "longbay"}
        isRunning={state.status === "in_progress"}
      />
    </Suspense>
  );
}

/** The cars of a rental with their dates, if it has had several. */
function Cars({ stretches }: Pick<ConditionState, "stretches">) {
  if (stretches.length < 2) return null;
  return (
    <>
      <p>{m.condition_cars()}</p>
      <ul className="num">
        {stretches.map(({ number, carName, from, until, isWithoutCar }) => (
          <li key={number}>
            {isWithoutCar
              ? m.condition_stretch_without({ from: showDate(from), until: showDate(until) })
              : m.condition_stretch({
                  car: shownCarName(carName),
                  from: showDate(from),
                  until: showDate(until),
                })}
          </li>
        ))}
      </ul>
    </>
  );
}

type CarBackProps = { orderId: string; record: typeof recordCarBack | typeof recordHostCarBack };

/** The renter says that the car is back: here its host or an administrator confirms it. */
export function CarBack({ orderId, record }: CarBackProps) {
  const cache = useQueryClient();
  const back = useMutation({
    mutationFn: () => api(record, { params: { id: orderId } }),
    onSettled: () => void makeStale(cache, "order"),
  });
  return (
    <>
      <Notice kind="warn">
        <p>{m.condition_car_out()}</p>
        <p>
          <button
            className="btn btn-primary btn-sm"
            type="button"
            aria-busy={back.isPending || undefined}
            onClick={() => !back.isPending && back.mutate()}
          >
            {m.condition_car_back()}
          </button>
        </p>
      </Notice>
      <Failed error={back.error} />
    </>
  );
}

function NextRecord({ orderId, state }: { orderId: string; state: ConditionState }) {
  const link = (to: string, words: string, isFirst: boolean): ReactNode => (
    <Link key={to} className={isFirst ? "btn btn-primary" : "btn btn-secondary btn-sm"} to={to}>
      {words}
    </Link>
  );
  const hasPickup = state.records.some(
    ({ kind, stretch, finishedAt }) => kind === "pickup" && stretch === state.stretchOf.pickup && finishedAt,
  );
  // While a rental runs, another car may be handed over.
  const isBegun = state.status !== "confirmed" && (state.stretchOf.pickup === 1 || hasPickup);
  const isOver = state.status === "completed";
  const mayHandOver = state.lacks.length === 0 || state.mayOverride;
  const earlier = state.open.includes("return") ? earlierCarsOut(state) : [];
  return (
    <>
      {state.lacks.length > 0 && <MissingForHandover state={state} />}
      <p className="flex flex-wrap items-center gap-3">
        {state.open.includes("return") &&
          link(
            // An ended rental's page begins with the review, except when somebody adds to the record.
            isOver ? `/trip-complete/${orderId}?add=return` : `/trip-complete/${orderId}`,
            isOver ? m.condition_add_return() : m.condition_record_return(),
            !isOver && isBegun,
          )}
        {earlier.map(({ number, carName }) =>
          link(
            `/trip-complete/${orderId}?stretch=${number}`,
            m.condition_record_earlier_return({ car: shownCarName(carName) }),
            false,
          ),
        )}
        {state.open.includes("pickup") &&
          mayHandOver &&
          link(
            `/trip-start/${orderId}`,
            isBegun ? m.condition_add_pickup() : m.condition_record_pickup(),
            !isBegun,
          )}
      </p>
    </>
  );
}

/** Earlier cars whose return nobody has recorded, or whose record was denied, except the car of the next return, which has its own link. */
const earlierCarsOut = ({ stretches, stretchOf, records, returnDenials }: ConditionState) =>
  stretches
    .slice(0, -1)
    .filter(
      ({ number, isWithoutCar }) =>
        !isWithoutCar &&
        number !== stretchOf.return &&
        !records.some(
          ({ id, kind, stretch, finishedAt }) =>
            kind === "return" &&
            stretch === number &&
            finishedAt &&
            !returnDenials.some(({ recordId, deniedAt }) => recordId === id && deniedAt !== null),
        ),
    );
