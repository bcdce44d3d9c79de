import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { takeBackRepairDays } from "#contract/trips.ts";
import { longestReason } from "#domain/text-lengths.ts";
import { type IsoDate } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { addFailureWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { showDate } from "#web/ui/format/show-date.ts";

addFailureWords({ repair_days_not_found: m.repair_gone });

export type RecordedRepair = { id: string; from: IsoDate; until: IsoDate };

type RecordedRepairsProps = {
  orderId: string;
  repairs: readonly RecordedRepair[];
  /** Whether its reader may take days back that were recorded wrongly. */
  mayTakeBack: boolean;
};

/** The recorded days of an order without a usable car. */
export function RecordedRepairs({ orderId, repairs, mayTakeBack }: RecordedRepairsProps) {
  const [asked, setAsked] = useState<RecordedRepair>();
  if (repairs.length === 0 && !asked) return null;
  return (
    <div>
      <ul className="stack">
        {repairs.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-4">
            {daysOf(one)}
            {mayTakeBack && (
              <button className="btn btn-secondary btn-sm" type="button" onClick={() => setAsked(one)}>
                {m.repair_take_back()}
                <span className="sr-only"> {daysOf(one)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && <TakeBack orderId={orderId} repair={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function daysOf({ from, until }: RecordedRepair): string {
  return m.repair_recorded({ from: showDate(from), until: showDate(until) });
}

type TakeBackProps = { orderId: string; repair: RecordedRepair; onClose: () => void };

/** Asks first for the reason, which the renter reads. */
function TakeBack({ orderId, repair, onClose }: TakeBackProps) {
  const cache = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const taking = useMutation({
    mutationFn: (reason: string) =>
      api(takeBackRepairDays, { params: { id: orderId, repairId: repair.id }, body: { reason } }),
    onSuccess: () => {
      toast({ title: m.repair_taken_back() });
      onClose();
    },
    onSettled: () => void makeStale(cache, "order"),
  });
  return (
    <ConfirmDialog
      title={m.repair_take_back_title({ days: daysOf(repair) })}
      confirm={m.repair_take_back()}
      dismiss={m.repair_take_back_keep()}
      isBusy={taking.isPending}
      onConfirm={() => {
        const reason = field.current?.value.trim() ?? "";
        setMissing(reason === "");
        if (reason === "") field.current?.focus();
        else taking.mutate(reason);
      }}
      onClose={onClose}
    >
      <p>{m.repair_take_back_text()}</p>
      <TextField
        id={`take-back-${repair.id}`}
        ref={field}
        label={m.repair_take_back_reason()}
        maxLength={longestReason}
        autoComplete="off"
        {...(isMissing && { error: m.repair_take_back_missing() })}
      />
      <Failed error={taking.error} />
    </ConfirmDialog>
  );
}
