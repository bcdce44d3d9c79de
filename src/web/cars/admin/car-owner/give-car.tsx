import { longestSearch, longestReason } from "#domain/text-lengths.ts";
import { personName } from "#domain/people/person-name.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { AdminCar } from "#contract/admin/cars.ts";
import { listHosts, setCarOwner } from "#contract/admin/host-cars.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { conflictingOrderOf } from "#web/admin/words/conflicting-order.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { OptionText } from "#web/ui/form/option-words.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { ownerName } from "./owner-name.ts";
import "#web/styles/options.css";

const platform = "platform";
const shown = "6";

/** Why a car can't be given to a new owner; undefined for a failure without words of its own here. */
function refusalWords(error: unknown): string | undefined {
  const number = conflictingOrderOf(error);
  const words: Record<string, () => string> = {
    car_has_open_orders: () => (number ? m.host_owner_open({ number }) : m.host_owner_booking()),
    car_exists: m.host_owner_exists,
    invalid: m.host_owner_not_host,
  };
  return words[failureCode(error)]?.();
}

/** Asks for the new owner of a car, states the consequences, and gives the car to the owner. */
export function GiveCar({ car, onClose }: { car: AdminCar; onClose: () => void }) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<{ hostId: string | null; name: string }>();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const name = shownCarName(car.name);
  const give = useMutation({
    mutationFn: (hostId: string | null) =>
      api(setCarOwner, { params: { id: car.id }, body: { hostId, reason } }),
    onSuccess: async ({ host }) => {
      onClose();
      toast({
        title: host
          ? m.host_owner_given({ name, owner: personName(host) })
          : m.host_owner_given_platform({ name }),
      });
      await makeStale(cache, "car");
    },
  });
  const confirm = () => {
    setMissing(chosen === undefined);
    if (chosen) give.mutate(chosen.hostId);
  };
  const refusal = refusalWords(give.error);

  return (
    <ConfirmDialog
      title={m.host_owner_title({ name })}
      confirm={m.host_owner_change()}
      isBusy={give.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ul className="list-disc ps-5 text-sm/[1.45]">
        <li>{m.host_owner_paused()}</li>
        {car.hostId !== null && (
          <li className="wrap-anywhere">{m.host_owner_former({ name: ownerName(car) })}</li>
        )}
        <li>{m.host_owner_orders()}</li>
      </ul>
      <OwnerChoice
        car={car}
        typed={typed}
        onType={setTyped}
        onChoose={(hostId, name) => {
          setMissing(false);
          give.reset();
          setChosen({ hostId, name });
        }}
        chosen={chosen}
      />
      <TextField
        id="owner-reason"
        label={m.admin_users_reason()}
        isOptional
        maxLength={longestReason}
        hint={m.admin_users_reason_is_emailed()}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {(isMissing || refusal) && (
        <Notice kind="bad" isAlert>
          {isMissing ? m.host_owner_missing() : refusal}
        </Notice>
      )}
      {!isMissing && !refusal && <Failed error={give.error} />}
    </ConfirmDialog>
  );
}

type OwnerChoiceProps = {
  car: AdminCar;
  typed: string;
  onType: (typed: string) => void;
  chosen: { hostId: string | null; name: string } | undefined;
  onChoose: (hostId: string | null, name: string) => void;
};

/** The choice of the platform or a host. A chosen host stays in the list while others are searched for. */
function OwnerChoice({ car, typed, onType, chosen, onChoose }: OwnerChoiceProps) {
  const search = useDeferredValue(typed.trim());
  const hosts = useQuery({
    ...endpointQuery(listHosts, { query: { search, limit: shown } }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const found = (hosts.data ?? [])
    .filter((host) => host.hostingSince !== null && host.suspendedAt === null && host.id !== car.hostId)
    .map((host) => ({ hostId: host.id, name: personName(host), note: host.email }));
  const kept =
    chosen?.hostId && !found.some(({ hostId }) => hostId === chosen.hostId)
      ? [{ hostId: chosen.hostId, name: chosen.name, note: "" }]
      : [];
  const owners = [
    ...(car.hostId === null ? [] : [{ hostId: null, name: m.host_owner_platform(), note: "" }]),
    ...kept,
    ...found,
  ];
  return (
    <>
      <TextField
        id="owner-words"
        type="search"
        label={m.host_owner_search()}
        hint={m.host_owner_search_hint()}
        maxLength={longestSearch}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <Failed error={hosts.error} onRetry={() => void hosts.refetch()} />
      <fieldset className="opts m-0 gap-0">
        <legend className="sr-only">{m.host_owner()}</legend>
        {hosts.data && found.length === 0 && <p className="small muted">{m.host_owner_none()}</p>}
        {owners.map(({ hostId, name, note }) => (
          <label key={hostId ?? platform} className="opt px-3.5 py-2.5">
            <input
              type="radio"
              name="owner"
              value={hostId ?? platform}
              checked={chosen?.hostId === hostId}
              onChange={() => onChoose(hostId, name)}
            />
            <OptionText name={name}>{note}</OptionText>
          </label>
        ))}
      </fieldset>
    </>
  );
}
