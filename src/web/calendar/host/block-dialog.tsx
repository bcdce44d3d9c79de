import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { blockHostCar } from "#contract/host/calendar.ts";
import { addMonths, isDate, type IsoDate } from "#domain/dates.ts";
import { hostBlockFields } from "#domain/fields/calendar.ts";
import { latestPickupMonths, longestRentalMonths } from "#domain/pricing/rental-length.ts";
import { api } from "#web/api.ts";
import { hostCalendarQuery } from "#web/calendar/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { KeepTyped } from "#web/ui/dialog/keep-typed.tsx";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import type { FormRules, Values } from "#web/ui/form/form-rules.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useIdFor } from "#web/ui/form/use-id-for.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { ModalHead, useModal, whenClosed } from "#web/ui/modal.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import type { CarDays } from "./car-row.tsx";
import { type CalendarEntry, entriesOf, inTheWay } from "./lay-out.ts";

import { carWords, entryWords, rangeWords } from "./words.ts";

type BlockFields = typeof hostBlockFields;
type OwnCode = "order" | "past" | "too_far";

const latestDay = (today: IsoDate): IsoDate => addMonths(today, latestPickupMonths + longestRentalMonths);

const rulesOn = (today: IsoDate): FormRules<BlockFields, OwnCode> => ({
  fields: hostBlockFields,
  check: ({ from, until }) => {
    if (isDate(from) && until < from) return { until: "order" };
    if (until < today) return { until: "past" };
    return until > latestDay(today) ? { until: "too_far" } : {};
  },
});

const own = {
  until: {
    order: m.calendar_error_order,
    past: m.calendar_error_past,
    too_far: m.calendar_error_too_far,
  },
};

type BlockDialogProps = {
  cars: readonly CarDays[];
  /** The car and days that were chosen on the timeline. */
  begun: { carId: string; from: IsoDate; until: IsoDate };
  today: IsoDate;
  onClose: () => void;
};

/** Keeps a car from being rented on some days, with a note that its host alone reads. */
export function BlockDialog({ cars, begun, today, onClose }: BlockDialogProps) {
  const dialog = useModal();
  const cache = useQueryClient();
  const { idFor } = useIdFor();
  const [typed, setTyped] = useState<Values<BlockFields>>();
  const { props, field, isSending, failure } = useForm<BlockFields, OwnCode>({
    rules: rulesOn(today),
    id: "block",
    words: (name, code) => errorWords(own, name, code),
    start: { values: { car: begun.carId, from: begun.from, until: begun.until } },
    onWatch: setTyped,
    send: async ({ car, ...days }) => {
      const id = idFor({ car, ...days });
      try {
        await api(blockHostCar, { params: { id: car }, body: { id, ...days } });
      } finally {
        // The days may have been taken meanwhile. Then the calendar shows what has them.
        void makeStale(cache, "car");
      }
      toast({ title: m.calendar_blocked(), description: rangeWords(days) });
      dialog.current?.close();
    },
  });
  const isTaken = failureCode(failure) === "car_taken";
  const obstacles = useObstacles(typed);
  const only = cars.length === 1 ? cars[0]?.car : undefined;

  return (
    <>
      <dialog className="dialog" ref={dialog} aria-labelledby="block-title" onClose={whenClosed(onClose)}>
        <ModalHead dialog={dialog}>
          <h2 className="h3 self-center" id="block-title">
            {m.calendar_block()}
          </h2>
        </ModalHead>
        <form className="stack" {...props}>
          {only ? (
            <p>
              {carWords(only)}
              <input type="hidden" name="car" defaultValue={only.id} />
            </p>
          ) : (
            <SelectField
              {...field("car")}
              label={m.calendar_car_label()}
              options={cars.map(({ car }) => ({
                value: car.id,
                label: `${carWords(car)} · ${car.plateNumber}`,
              }))}
            />
          )}
          <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
            <TextField {...field("from")} type="date" label={m.calendar_from()} />
            <TextField
              {...field("until")}
              type="date"
              label={m.calendar_until()}
              min={today}
              max={latestDay(today)}
            />
          </div>
          <TextField {...field("note")} label={m.calendar_note()} isOptional hint={m.calendar_note_hint()} />
          {(isTaken || obstacles.length > 0) && (
            <Notice kind={isTaken ? "bad" : "warn"} isAlert={isTaken} key={String(isTaken)}>
              <p>{obstacles.length > 0 ? m.calendar_taken_by() : m.calendar_taken()}</p>
              <ul className="mt-1">
                {obstacles.map((entry) => (
                  <li key={entry.id}>
                    {m.calendar_obstacle({ what: entryWords(entry), days: rangeWords(entry) })}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {!isTaken && <Failed error={failure} />}
          <FormActs
            send={m.calendar_block_send()}
            isSending={isSending}
            leave={m.admin_cancel()}
            onLeave={() => dialog.current?.close()}
          />
        </form>
      </dialog>
      <KeepTyped dialog={dialog} />
    </>
  );
}

/** The longest range, in months, whose entries the dialog looks up. The server allows one month more. */
const mostMonths = 24;

/** The entries that have some of the typed days, also outside the days of the timeline. */
function useObstacles(typed: Values<BlockFields> | undefined): CalendarEntry[] {
  const { car = "", from = "", until = "" } = typed ?? {};
  const areDays = isDate(from) && isDate(until) && from <= until && until <= addMonths(from, mostMonths);
  const { data } = useQuery({
    ...hostCalendarQuery({ from, until }),
    placeholderData: undefined,
    enabled: areDays,
  });
  const found = areDays ? data?.cars.find(({ id }) => id === car) : undefined;
  return found ? inTheWay(entriesOf(found), { from, until }) : [];
}
