import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type CarFeed, deleteCarFeed } from "#contract/host/calendar.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { showAge, showMoment } from "#web/ui/format/moment.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { rangeWords } from "./words.ts";

/** The rest of an address may be a secret. Its host name is enough to recognize it. */
function maskedAddress(url: string): string {
  const host = URL.canParse(url) ? new URL(url).host : "";
  return host ? `${host}/…` : "…";
}

/** A calendar that a car follows: its content, since when it can't be read, and its clashes with orders. */
export function FeedItem({ carId, feed }: { carId: string; feed: CarFeed }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api(deleteCarFeed, { params: { id: carId, feedId: feed.id } }),
    onSuccess: async () => {
      toast({ title: m.calendar_feed_deleted({ label: feed.label }) });
      await makeStale(cache, "car");
    },
    onSettled: () => setAsking(false),
  });
  return (
    <li className="stack gap-2.5 py-3 border-b border-line">
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-0.5 min-w-0 text-sm/[1.5]">
          <b className="font-label wrap-anywhere">{feed.label}</b>
          <span className="muted wrap-anywhere" dir="ltr">
            {maskedAddress(feed.url)}
          </span>
          <span className="muted">
            {feed.fetchedAt
              ? m.calendar_feed_read({
                  age: showAge(feed.fetchedAt),
                  events: m.calendar_events({ count: feed.events }),
                  days: m.common_days({ days: feed.days }),
                })
              : m.calendar_feed_unread()}
          </span>
          {!feed.error && (
            <span className="muted">{m.calendar_feed_next({ date: showMoment(feed.nextAt) })}</span>
          )}
        </div>
        <button
          className="btn btn-quiet btn-sm"
          type="button"
          aria-label={m.calendar_feed_delete_label({ label: feed.label })}
          onClick={() => setAsking(true)}
        >
          {m.calendar_feed_delete()}
        </button>
      </div>
      {feed.error && (
        <Notice kind="warn">
          {feed.error.message}{" "}
          {m.calendar_feed_failing({
            since: showMoment(feed.error.since),
            next: showMoment(feed.nextAt),
          })}
        </Notice>
      )}
      {feed.clashes.length > 0 && (
        <Notice kind="bad">
          <p>{m.calendar_clashes()}</p>
          <ul className="mt-1">
            {feed.clashes.map(({ orderNumber, ...days }) => (
              <li key={orderNumber + days.from}>
                {m.calendar_obstacle({ what: m.calendar_order({ orderNumber }), days: rangeWords(days) })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Failed error={remove.error} />
      {isAsking && (
        <ConfirmDialog
          title={m.calendar_feed_delete_title({ label: feed.label })}
          confirm={m.calendar_feed_delete()}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{m.calendar_feed_delete_text({ days: m.common_days({ days: feed.days }) })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
