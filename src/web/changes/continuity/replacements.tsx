import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import {
  declineReplacements,
  getReplacements,
  type ReplacementCar,
  type Replacements as Offered,
  takeReplacement,
} from "#contract/continuity.ts";
import { isHostSide, lastEndingStates, mayDriveOn } from "#domain/changes/endings.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { endingReasonWords } from "./reason-words.ts";

/** Refusals that mean that a replacement car is no longer offered. */
const goneCodes = new Set(["replacement_gone", "car_taken", "car_unavailable"]);

type Props = {
  /** The offers are read again whenever this object changes. */
  order: { id: string };
  /** The key of a visitor's order. A signed-in renter needs none. */
  orderKey?: string | undefined;
  onAnswered: () => unknown;
};

/**
 * The choice of a renter whose car can't go on: one of the offered cars, or a refund of the unused days. Where the
 * renter takes no other car, it then shows how the rental ends.
 */
export function Replacements({ order, orderKey: key, onAnswered }: Props) {
  const [offered, setOffered] = useState<Offered>();
  const [unread, setUnread] = useState<unknown>();
  const [refusal, setRefusal] = useState<unknown>();
  const [sending, setSending] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const load = useCallback(async () => {
    try {
      setOffered(await api(getReplacements, { params: { id: order.id }, query: { ...(key && { key }) } }));
      setUnread(undefined);
    } catch (failure) {
      setUnread(failure);
    }
  }, [order, key]);
  useEffect(() => void load(), [load]);

  const answer = async (carId?: string) => {
    if (sending !== undefined) return;
    setSending(carId ?? "");
    setRefusal(undefined);
    const query = { ...(key && { key }) };
    try {
      if (carId) await api(takeReplacement, { params: { id: order.id, carId }, query });
      else await api(declineReplacements, { params: { id: order.id }, query });
      toast({ title: carId ? m.replacement_taken() : m.replacement_declined() });
      await onAnswered();
    } catch (failure) {
      setRefusal(failure);
      await load();
    } finally {
      setSending(undefined);
      setAsking(false);
    }
  };

  const error = refusal ?? unread;
  return (
    <div className="stack no-print">
      {error !== undefined && (
        <Notice kind="bad" isAlert>
          {goneCodes.has(failureCode(error)) ? m.replacement_gone() : sessionErrorWords(error)}
        </Notice>
      )}
      {offered?.state === "offered" && (
        <>
          <Why offered={offered} />
          <ul className="grid gap-4">
            {offered.cars.map((car) => (
              <Car key={car.id} car={car} isSending={sending === car.id} onTake={() => void answer(car.id)} />
            ))}
          </ul>
          <p>{noneWords(offered.unused)}</p>
          <p>
            <button
              className="btn btn-secondary"
              type="button"
              aria-busy={sending === "" || undefined}
              onClick={() => setAsking(true)}
            >
              {m.replacement_decline()}
            </button>
          </p>
          {isAsking && (
            <ConfirmDialog
              title={m.replacement_decline()}
              confirm={m.replacement_decline_yes()}
              isBusy={sending !== undefined}
              onConfirm={() => void answer()}
              onClose={() => setAsking(false)}
            >
              <p>{noneWords(offered.unused)}</p>
            </ConfirmDialog>
          )}
        </>
      )}
      {offered && lastEndingStates.includes(offered.state) && <LastDays ended={offered} />}
    </div>
  );
}

/** The result of taking none of the cars. Without a payment for the unused days, nothing is refunded. */
const noneWords = ({ days, refund }: Offered["unused"]): string =>
  Number(refund) > 0
    ? m.replacement_none({ days, amount: showMoney(refund) })
    : m.replacement_none_unpaid({ days });

/** Whether the renter has the car, and may drive it until its last day. */
function useIsDriven({ reason, endsOn }: Offered): boolean {
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  return endsOn !== null && mayDriveOn(reason, endsOn, today);
}

/** Why the rental loses its car, and whether a renter who has it may drive it until the last day. */
function WhyEnded({ ended }: { ended: Offered }) {
  const { reason, carName, endsOn } = ended;
  const isDriven = useIsDriven(ended);
  return (
    <>
      <p>{m.replacement_why({ car: shownCarName(carName), reason: endingReasonWords[reason]() })}</p>
      {endsOn !== null && (
        <p>{isDriven ? m.replacement_until({ day: showDate(endsOn) }) : m.replacement_no_more()}</p>
      )}
    </>
  );
}

/** A rental that ends with its car: its last day, and how the car is returned. */
function LastDays({ ended }: { ended: Offered }) {
  const isDriven = useIsDriven(ended);
  const { reason, endsOn } = ended;
  const day = endsOn ? showDate(endsOn) : "";
  // Our email gives the reason for an ending that is blamed on the renter, and the renter may dispute it.
  if (!isHostSide(reason)) return <p>{m.replacement_ended_by_us({ day })}</p>;
  return (
    <>
      <WhyEnded ended={ended} />
      <p>{isDriven ? m.replacement_ends({ day }) : m.replacement_ends_undriven({ day })}</p>
    </>
  );
}

/** Why the car can't go on, and until when the other cars are offered. */
function Why({ offered }: { offered: Offered }) {
  const { cars, heldUntil } = offered;
  const isHeld = cars.every((one) => one.isHeld);
  const until = heldUntil ? showMomentInLosAngeles(heldUntil) : "";
  return (
    <>
      <WhyEnded ended={offered} />
      {cars.length === 0 ? (
        <p>{m.replacement_soon()}</p>
      ) : (
        <>
          <p>{m.replacement_lead()}</p>
          <p className="muted">{isHeld ? m.replacement_held({ until }) : m.replacement_shown({ until })}</p>
        </>
      )}
    </>
  );
}

type CarProps = { car: ReplacementCar; isSending: boolean; onTake: () => void };

function Car({ car, isSending, onTake }: CarProps) {
  const name = shownCarName(car.name);
  return (
    <li className="card grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
      <img
        className="w-26 h-17 rounded-md bg-sunken object-contain"
        src={car.image}
        alt=""
        width="104"
        height="69"
        loading="lazy"
      />
      <div>
        <Link className="link font-label" to={`/cars/${car.id}`}>
          {name}
        </Link>
        <p className="small muted">{m.order_car_meta({ year: car.year, city: cityOrName(car.city) })}</p>
        <p className="small">{m.replacement_from({ day: showDate(car.from) })}</p>
      </div>
      <p className="col-span-full num">
        {Number(car.saved) > 0
          ? m.replacement_total_less({ total: showMoney(car.total), saved: showMoney(car.saved) })
          : m.replacement_total_same({ total: showMoney(car.total) })}
      </p>
      <p className="col-span-full">
        <button
          className="btn btn-primary"
          type="button"
          aria-busy={isSending || undefined}
          aria-label={m.replacement_take_car({ car: name })}
          onClick={onTake}
        >
          {m.replacement_take()}
        </button>
      </p>
    </li>
  );
}
