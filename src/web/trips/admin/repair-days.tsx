import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { recordHostRepairDays, recordRepairDays } from "#contract/trips.ts";
import { formatDate, type IsoDate } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { conditionKey } from "#web/trips/queries.ts";
import { refusalOf } from "#web/ui/form/form-rules.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import "#web/styles/ask.css";

/** Returns what is wrong with either date, of a refusal. */
function dateErrors(error: unknown): Partial<Record<"from" | "until", string>> {
  const fields = refusalOf(error)?.fields ?? {};
  return {
    ...(fields.from && { from: m.repair_wrong_from() }),
    ...(fields.until && { until: m.repair_wrong_until() }),
  };
}

type RepairDaysProps = {
  orderId: string;
  repairs: readonly { id: string; from: IsoDate; until: IsoDate }[];
  record: typeof recordRepairDays | typeof recordHostRepairDays;
  hint: string;
  /** Whether the rental still runs, and may go on with another car. */
  isRunning: boolean;
};

/** Days without a usable car: those that were recorded, and a form for more. */
export function RepairDays({ orderId, repairs, record, hint, isRunning }: RepairDaysProps) {
  const cache = useQueryClient();
  const language = currentLanguage();
  const [id, setId] = useState(() => crypto.randomUUID());
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const [isMissing, setMissing] = useState(false);
  const recording = useMutation({
    mutationFn: () => api(record, { params: { id: orderId }, body: { id, from, until: until || from } }),
    onSuccess: () => {
      setId(crypto.randomUUID());
      setFrom("");
      setUntil("");
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: conditionKey(orderId) });
      void cache.invalidateQueries({ queryKey: ["api", "admin"] });
      void cache.invalidateQueries({ queryKey: ["api", "host"] });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!from);
    if (from && !recording.isPending) recording.mutate();
  };
  const { data } = recording;
  const wrong = isMissing ? { from: m.repair_wrong_missing() } : dateErrors(recording.error);
  const isDateWrong = Object.keys(wrong).length > 0;
  // Other days are another record, whatever became of the one before.
  const change = (set: (date: string) => void, date: string) => {
    set(date);
    setId(crypto.randomUUID());
    setMissing(false);
    recording.reset();
  };
  return (
    <details className="ask">
      <summary>{m.repair_title()}</summary>
      <form className="stack" noValidate onSubmit={send}>
        <p className="small muted">{hint}</p>
        {repairs.length > 0 && (
          <ul>
            {repairs.map((one) => (
              <li key={one.id}>
                {m.repair_recorded({
                  from: formatDate(one.from, language),
                  until: formatDate(one.until, language),
                })}
              </li>
            ))}
          </ul>
        )}
        <div className="pairs">
          <TextField
            id={`repair-from-${orderId}`}
            label={m.repair_from()}
            type="date"
            required
            value={from}
            {...(wrong.from && { error: wrong.from })}
            isAlert={isDateWrong}
            onChange={({ target }) => change(setFrom, target.value)}
          />
          <TextField
            id={`repair-until-${orderId}`}
            label={m.repair_until()}
            type="date"
            value={until}
            {...(wrong.until && { error: wrong.until })}
            isAlert={isDateWrong && !wrong.from}
            onChange={({ target }) => change(setUntil, target.value)}
          />
        </div>
        {recording.error && !isDateWrong && (
          <Notice kind="bad" isAlert>
            {sessionErrorWords(recording.error)}
          </Notice>
        )}
        {data && (
          <Notice kind="good">
            {data.days > 0
              ? m.repair_done({ days: m.common_days({ days: data.days }), amount: showMoney(data.amount) })
              : m.repair_done_none()}
            {data.days > 0 && isRunning && ` ${m.repair_or_other_car()}`}
          </Notice>
        )}
        <p>
          <button
            className="btn btn-secondary btn-sm"
            type="submit"
            aria-busy={recording.isPending || undefined}
          >
            {m.repair_record()}
          </button>
        </p>
      </form>
    </details>
  );
}
