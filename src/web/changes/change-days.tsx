import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { type ChangeQuote, makeChange, type OrderChange, quoteChange } from "#contract/changes.ts";
import { changeAnswerHours } from "#domain/changes/changes.ts";
import { earlyReturn, extensionNoticeDays, freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { formatWholeMoney } from "#domain/money.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { ChangePrice } from "./change-price.tsx";
import { locksWords } from "#web/ui/format/locks-words.ts";

export type DaysKind = "extension" | "early_return" | "dates";
type ChangeDaysProps = {
  order: OwnOrderDetail;
  kind: DaysKind;
  window: { from: string; until: string };
};

const words: Record<
  DaysKind,
  {
    title: () => string;
    lead: () => string;
    send: () => string;
    done: (made: OrderChange) => { title: string; description: string };
  }
> = {
  extension: {
    title: m.changes_extension_title,
    lead: () => m.changes_extension_lead({ days: extensionNoticeDays, hours: changeAnswerHours }),
    send: m.changes_extension_send,
    done: ({ waitsWithoutHold }) => ({
      title: m.changes_extension_sent(),
      description: waitsWithoutHold ? m.changes_extension_sent_unheld() : m.changes_extension_sent_text(),
    }),
  },
  early_return: {
    title: m.changes_early_title,
    lead: () =>
      m.changes_early_lead({
        weeks: earlyReturn.noticeWeeks,
        fee: formatWholeMoney(earlyReturn.fee, currentLanguage()),
        days: earlyReturn.freeDays,
      }),
    send: m.changes_early_send,
    done: () => ({ title: m.changes_early_sent(), description: m.changes_mailed() }),
  },
  dates: {
    title: m.changes_dates_title,
    lead: () => m.changes_dates_lead({ hours: freeCancellationHours }),
    send: m.changes_dates_send,
    done: ({ status }) =>
      status === "requested"
        ? { title: m.changes_extension_sent(), description: m.changes_request_sent() }
        : { title: m.changes_dates_sent(), description: m.changes_mailed() },
  },
};

/** Changes a rental's days: the renter chooses days, sees their price line by line, and then confirms. */
export function ChangeDays({ order, kind, window }: ChangeDaysProps) {
  const cache = useQueryClient();
  const text = words[kind];
  const { id } = order;
  const [days, setDays] = useState({ pickupDate: order.pickupDate, returnDate: order.returnDate });
  const quoting = useMutation({
    mutationFn: (asked: AskedDays) => api(quoteChange, { params: { id }, query: {}, body: asked }),
  });
  const sending = useMutation({
    mutationFn: (quote: ChangeQuote) =>
      api(makeChange, {
        params: { id },
        query: {},
        body: { ...askedOf(kind, days), expectedTotal: quote.after.total },
      }),
    onSuccess: (made) => toast(text.done(made)),
    onSettled: () => makeStale(cache, "order"),
  });
  const [now] = useState(() => Date.now());
  const choose = (chosen: Partial<typeof days>) => {
    setDays({ ...days, ...chosen });
    quoting.reset();
    sending.reset();
  };
  const look = (event: FormEvent) => {
    event.preventDefault();
    if (!quoting.isPending) quoting.mutate(askedOf(kind, days));
  };
  const error = sending.error ?? quoting.error;
  return (
    <details className="ask no-print">
      <summary>{text.title()}</summary>
      <form className="stack" noValidate onSubmit={look}>
        <p>{text.lead()}</p>
        {kind !== "early_return" && order.host && order.status !== "pending" && (
          <p>{m.changes_host_answers({ hours: changeAnswerHours })}</p>
        )}
        {kind === "dates" && (
          <TextField
            id="change-dates-from"
            label={m.changes_days_pickup()}
            type="date"
            min={window.from}
            max={window.until}
            value={days.pickupDate}
            onChange={({ target }) => choose({ pickupDate: target.value })}
          />
        )}
        <TextField
          id={`change-${kind}-until`}
          label={m.changes_days_return()}
          type="date"
          {...(kind === "dates" ? { min: days.pickupDate } : { min: window.from, max: window.until })}
          value={days.returnDate}
          onChange={({ target }) => choose({ returnDate: target.value })}
        />
        {error && (
          <Notice kind="bad" isAlert>
            {errorWords(error)}
          </Notice>
        )}
        {quoting.data ? (
          <>
            <ChangePrice quote={quoting.data} isOwed={order.status !== "pending"} />
            {kind === "dates" && <p>{locksWords({ ...order, pickupDate: days.pickupDate }, now)}</p>}
            <p>
              <button
                className="btn btn-primary"
                type="button"
                aria-busy={sending.isPending || undefined}
                onClick={() => !sending.isPending && quoting.data && sending.mutate(quoting.data)}
              >
                {text.send()}
              </button>
            </p>
          </>
        ) : (
          <p>
            <button className="btn btn-secondary" type="submit" aria-busy={quoting.isPending || undefined}>
              {m.changes_look()}
            </button>
          </p>
        )}
      </form>
    </details>
  );
}

type AskedDays = { kind: DaysKind; pickupDate?: string; returnDate: string };
const askedOf = (
  kind: DaysKind,
  { pickupDate, returnDate }: { pickupDate: string; returnDate: string },
): AskedDays => (kind === "dates" ? { kind, pickupDate, returnDate } : { kind, returnDate });

function errorWords(error: Error): string {
  const body = error instanceof ApiError ? error.body : undefined;
  if (body?.code === "car_taken")
    return body.latestReturnDate
      ? m.changes_taken_until({ date: showDate(body.latestReturnDate) })
      : m.changes_taken();
  if (body?.fields?.expectedTotal) return m.changes_price_moved();
  if (body?.code === "invalid") return m.changes_days_wrong();
  return body?.code === "change_not_possible" ? m.changes_not_now() : sessionErrorWords(error);
}
