import { useMutation, useQueryClient } from "@tanstack/react-query";
import { freeKeptDays } from "#contract/trips.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import type { ConditionState } from "#web/trips/use-record.ts";
import { FoldedText } from "#web/ui/form/folded-text.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import "#web/styles/ask.css";

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
  const freeing = useMutation({
    mutationFn: (reason: string) => api(freeKeptDays, { params: { id: orderId }, body: { carId, reason } }),
    onSettled: () => void makeStale(cache, "order"),
  });
  return (
    <FoldedText
      look="ask"
      title={m.kept_days_free()}
      lead={m.kept_days_hint()}
      label={m.kept_days_reason()}
      isSending={freeing.isPending}
      onSend={(reason) => freeing.mutate(reason)}
      above={<Failed error={freeing.error} />}
    />
  );
}
