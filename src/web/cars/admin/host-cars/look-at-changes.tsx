import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminHostCar, lookAtHostCarChanges } from "#contract/admin/host-cars.ts";
import { longestExplanation } from "#domain/fields/admin.ts";
import type { LivePart } from "#domain/cars/host/live-content.ts";
import { api, ApiError } from "#web/api.ts";
import { ownCarName } from "#web/cars/host/own-car-name.ts";
import { partNames } from "#web/cars/host/part-words.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { Notice } from "#web/ui/notice.tsx";
import { OwnPicture } from "./own-picture.tsx";

type LookAtChangesProps = {
  car: AdminHostCar["car"];
  unseen: NonNullable<AdminHostCar["unseen"]>;
  onDecided: (words: string) => void;
};

/** Pictures and texts that the host changed and that are public already: they stay, or are undone. */
export function LookAtChanges({ car, unseen: { added, words }, onDecided }: LookAtChangesProps) {
  const cache = useQueryClient();
  const [ticked, setTicked] = useState<readonly LivePart[]>([]);
  // The host may have put a ticked part back since.
  const takeBack = ticked.filter((part) =>
    part === "images" ? added.length > 0 : words.some((one) => one.part === part),
  );
  const [reason, setReason] = useState("");
  const look = useMutation({
    mutationFn: () =>
      api(lookAtHostCarChanges, {
        params: { id: car.id },
        body: { takeBack: [...takeBack], reason },
        seen: car.version,
      }),
    onSuccess: () => {
      const name = ownCarName(car);
      onDecided(
        takeBack.length ? m.host_admin_car_words_taken_back({ name }) : m.host_admin_car_looked_at({ name }),
      );
    },
    onError: (error) => refused(isStale(error) ? m.host_admin_stale() : sessionErrorWords(error)),
    onSettled: () => makeStale(cache, "car"),
  });
  const refused = useRefusal(look.error);
  const lacksReason = failureCode(look.error) === "reason_needed";
  const takesBack = (part: LivePart) => (
    <label className="choice">
      <input
        type="checkbox"
        checked={takeBack.includes(part)}
        onChange={({ currentTarget: { checked } }) =>
          setTicked((parts) => (checked ? [...parts, part] : parts.filter((one) => one !== part)))
        }
      />
      <span>{m.host_admin_take_back({ part: nameOf(part) })}</span>
    </label>
  );
  return (
    <section className="card stack" aria-labelledby="host-car-unseen">
      <h3 className="label" id="host-car-unseen">
        {m.host_admin_unseen()}
      </h3>
      {added.length > 0 && (
        <>
          <p>{m.host_admin_unseen_pictures({ count: added.length })}</p>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
            {added.map((url) => (
              <li key={url}>
                <OwnPicture carId={car.id} url={url} place={car.images.indexOf(url) + 1} />
              </li>
            ))}
          </ul>
          {takesBack("images")}
        </>
      )}
      {words.map(({ part, from }) => (
        <div key={part} className="stack">
          <p className="wrap-anywhere whitespace-pre-line">
            {m.host_waiting_field({
              field: partNames[part](),
              from: from || m.admin_car_empty_value(),
              to: textOf(car[part]) || m.admin_car_empty_value(),
            })}
          </p>
          {takesBack(part)}
        </div>
      ))}
      {takeBack.length > 0 && (
        <TextAreaField
          id="take-back-reason"
          label={m.admin_users_reason()}
          rows={3}
          maxLength={longestExplanation}
          hint={m.host_admin_take_back_hint()}
          value={reason}
          error={lacksReason ? m.host_admin_reason_needed() : undefined}
          isAlert={lacksReason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      )}
      {isStale(look.error) && (
        <Notice kind="bad" isAlert>
          {m.host_admin_stale()}
        </Notice>
      )}
      {!lacksReason && !isStale(look.error) && <Failed error={look.error} />}
      <p className="acts">
        <button
          className="btn btn-primary"
          type="button"
          aria-busy={look.isPending || undefined}
          onClick={() => !look.isPending && look.mutate()}
        >
          {takeBack.length ? m.host_admin_take_back_send() : m.host_admin_looked()}
        </button>
      </p>
    </section>
  );
}

const isStale = (error: unknown): boolean => error instanceof ApiError && failureCode(error) === "stale";
const nameOf = (part: LivePart): string => (part === "images" ? m.host_step_pictures() : partNames[part]());
const textOf = (value: string | string[]): string => (typeof value === "string" ? value : value.join(", "));
