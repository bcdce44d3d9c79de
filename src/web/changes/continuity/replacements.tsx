import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import {
  declineReplacements,
  getReplacements,
  type ReplacementCar,
  type Replacements as Offered,
  takeReplacement,
} from "#contract/continuity.ts";
import { dateInLosAngeles, formatDate } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { endingReasonWords } from "./reason-words.ts";

type Props = {
  orderId: string;
  /** The key of a visitor's order; whoever is signed in needs none. */
  orderKey?: string | undefined;
  onAnswered: () => unknown;
};

/** What a renter goes on with whose car can't: one of the cars that are offered, by one press, or what isn't used back. */
export function Replacements({ orderId, orderKey: key, onAnswered }: Props) {
  const [offered, setOffered] = useState<Offered>();
  const [error, setError] = useState<unknown>();
  const [sending, setSending] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const load = useCallback(async () => {
    try {
      setOffered(await api(getReplacements, { params: { id: orderId }, query: { ...(key && { key }) } }));
    } catch (failure) {
      setError(failure);
    }
  }, [orderId, key]);
  useEffect(() => void load(), [load]);

  const answer = async (carId?: string) => {
    if (sending !== undefined) return;
    setSending(carId ?? "");
    setError(undefined);
    const query = { ...(key && { key }) };
    try {
      if (carId) await api(takeReplacement, { params: { id: orderId, carId }, query });
      else await api(declineReplacements, { params: { id: orderId }, query });
      toast({ title: carId ? m.replacement_taken() : m.replacement_declined() });
      await onAnswered();
    } catch (failure) {
      setError(failure);
      await load();
    } finally {
      setSending(undefined);
      setAsking(false);
    }
  };

  return (
    <div className="stack no-print">
      {error !== undefined && (
        <Notice kind="bad" isAlert>
          {sessionErrorWords(error)}
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
          <p>{m.replacement_none({ days: offered.unused.days, amount: showMoney(offered.unused.refund) })}</p>
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
              <p>
                {m.replacement_none({ days: offered.unused.days, amount: showMoney(offered.unused.refund) })}
              </p>
            </ConfirmDialog>
          )}
        </>
      )}
    </div>
  );
}

/** Why the car can't go on, until when it is driven, and until when the others are offered. */
function Why({ offered: { reason, carName, endsOn, cars, heldUntil } }: { offered: Offered }) {
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const car = shownCarName(carName);
  const isHeld = cars.every((one) => one.isHeld);
  const until = heldUntil ? showMomentInLosAngeles(heldUntil) : "";
  return (
    <>
      <p>{m.replacement_why({ car, reason: endingReasonWords[reason]() })}</p>
      {endsOn !== null && (
        <p>
          {endsOn > today
            ? m.replacement_until({ day: formatDate(endsOn, currentLanguage()) })
            : m.replacement_no_more()}
        </p>
      )}
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
