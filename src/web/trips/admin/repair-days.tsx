import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "#contract/endpoint.ts";
import type { recordHostRepairDays, recordRepairDays } from "#contract/trips.ts";
import { repairFields } from "#domain/fields/calendar.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useIdFor } from "#web/ui/form/use-id-for.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordedRepair, RecordedRepairs } from "./recorded-repairs.tsx";
import "#web/styles/ask.css";

const rules: FormRules<typeof repairFields> = { fields: repairFields };
const own = {
  from: { missing: m.repair_wrong_missing, refused: m.repair_wrong_from },
  until: { refused: m.repair_wrong_until },
};

type RepairDaysProps = {
  orderId: string;
  repairs: readonly RecordedRepair[];
  record: typeof recordRepairDays | typeof recordHostRepairDays;
  hint: string;
  mayTakeBack: boolean;
  /** Whether the rental still runs, and may go on with another car. */
  isRunning: boolean;
};

/** Days without a usable car: those that were recorded, and a form for more. */
export function RepairDays({ orderId, repairs, record, hint, mayTakeBack, isRunning }: RepairDaysProps) {
  const cache = useQueryClient();
  const [done, setDone] = useState<Answer<typeof recordRepairDays>>();
  const { idFor, forget } = useIdFor();
  const { props, field, isSending, failure } = useForm({
    rules,
    id: `repair-${orderId}`,
    words: (name, code) => errorWords(own, name, code),
    onWatch: () => setDone(undefined),
    send: async ({ from, until }, form) => {
      const days = { from, until: until || from };
      try {
        setDone(await api(record, { params: { id: orderId }, body: { id: idFor(days), ...days } }));
        forget();
        form.reset();
      } finally {
        void makeStale(cache, "order");
      }
    },
  });
  return (
    <details className="ask">
      <summary>{m.repair_title()}</summary>
      <RecordedRepairs orderId={orderId} repairs={repairs} mayTakeBack={mayTakeBack} />
      <form className="stack" {...props}>
        <p className="small muted">{hint}</p>
        <div className="pairs">
          <TextField {...field("from")} label={m.repair_from()} type="date" />
          <TextField {...field("until")} label={m.repair_until()} type="date" />
        </div>
        <Failed error={failure} />
        {done && (
          <Notice kind="good">
            {done.days > 0
              ? m.repair_done({ days: m.common_days({ days: done.days }), amount: showMoney(done.amount) })
              : m.repair_done_none()}
            {done.days > 0 && isRunning && ` ${m.repair_or_other_car()}`}
          </Notice>
        )}
        <p>
          <button className="btn btn-secondary btn-sm" type="submit" aria-busy={isSending || undefined}>
            {m.repair_record()}
          </button>
        </p>
      </form>
    </details>
  );
}
