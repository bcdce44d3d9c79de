import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { recordRepairDays } from "#contract/trips.ts";
import { formatDate, type IsoDate } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { conditionKey } from "#web/trips/queries.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";

type RepairDaysProps = { orderId: string; repairs: readonly { id: string; from: IsoDate; until: IsoDate }[] };

/** Days without a usable car: those that were recorded, and a form for more. */
export function RepairDays({ orderId, repairs }: RepairDaysProps) {
  const cache = useQueryClient();
  const language = currentLanguage();
  const [id, setId] = useState(() => crypto.randomUUID());
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const recording = useMutation({
    mutationFn: () =>
      api(recordRepairDays, { params: { id: orderId }, body: { id, from, until: until || from } }),
    onSuccess: () => {
      setId(crypto.randomUUID());
      setFrom("");
      setUntil("");
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: conditionKey(orderId) });
      void cache.invalidateQueries({ queryKey: ["api", "admin"] });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (from && !recording.isPending) recording.mutate();
  };
  const { data } = recording;
  return (
    <details className="ask">
      <summary>{m.repair_title()}</summary>
      <form className="stack" noValidate onSubmit={send}>
        <p className="small muted">{m.repair_hint()}</p>
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
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            id={`repair-until-${orderId}`}
            label={m.repair_until()}
            type="date"
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        </div>
        {recording.error && (
          <Notice kind="bad" isAlert>
            {sessionErrorWords(recording.error)}
          </Notice>
        )}
        {data && (
          <Notice kind="good">
            {m.repair_done({ days: m.common_days({ days: data.days }), amount: showMoney(data.amount) })}
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
