import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { freeKeptDays } from "#contract/trips.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import type { ConditionState } from "#web/trips/use-record.ts";
import { SendTextButton } from "#web/ui/form/send-text-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import "#web/styles/ask.css";
import { longestReason } from "#domain/text-lengths.ts";

type KeptDaysProps = { orderId: string; kept: ConditionState["kept"] };

/** Days that an order still holds of an earlier car: nobody rents them until freed with a reason. */
export function KeptDays({ orderId, kept }: KeptDaysProps) {
  return kept.map((days) => (
    <div key={`${days.carId} ${days.from}`} className="stack">
      <p>
        {m.kept_days({
          car: shownCarName(days.carName),
          from: showDate(days.from),
          until: showDate(days.until),
        })}
      </p>
      {!days.isBack && <p className="small muted">{m.kept_days_out()}</p>}
      {days.mayFree && <FreeDays orderId={orderId} carId={days.carId} />}
    </div>
  ));
}

function FreeDays({ orderId, carId }: { orderId: string; carId: string }) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  const freeing = useMutation({
    mutationFn: () => api(freeKeptDays, { params: { id: orderId }, body: { carId, reason } }),
    onSettled: () => void makeStale(cache, "order"),
  });
  return (
    <details className="ask">
      <summary>{m.kept_days_free()}</summary>
      <div className="stack">
        <p className="small muted">{m.kept_days_hint()}</p>
        <TextField
          id={`free-${carId}`}
          label={m.kept_days_reason()}
          maxLength={longestReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Failed error={freeing.error} />
        <p>
          <SendTextButton text={reason} isSending={freeing.isPending} onSend={() => freeing.mutate()}>
            {m.kept_days_free()}
          </SendTextButton>
        </p>
      </div>
    </details>
  );
}
