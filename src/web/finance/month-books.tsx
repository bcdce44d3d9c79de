import { useMutation, useQueryClient } from "@tanstack/react-query";
import { closeMonth, type MonthBooks as Books, reopenMonth } from "#contract/admin/books.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { longMonth } from "#web/ui/format/month-names.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { monthRefusals } from "./month-refusals.ts";

/** Why a month can't be closed or reopened, in the reader's language. */
function Refused({ error }: { error: unknown }) {
  const words = monthRefusals.get(failureCode(error));
  if (!words) return <Failed error={error} />;
  return (
    <Notice kind="bad" isAlert>
      {words()}
    </Notice>
  );
}

const send = (act: "close" | "reopen", month: string): Promise<Books> =>
  act === "close" ? api(closeMonth, { params: { month } }) : api(reopenMonth, { params: { month } });

/** Whether a month's books are closed, and a button to close or reopen them. For a running month, it is hidden. */
export function MonthBooks({ books }: { books: Books }) {
  const cache = useQueryClient();
  const acting = useMutation({
    mutationFn: (act: "close" | "reopen") => send(act, books.month),
    onSuccess: ({ month, closedAt }) =>
      toast({
        title: closedAt
          ? m.finance_month_is_closed({ month: longMonth(month) })
          : m.finance_month_is_open({ month: longMonth(month) }),
      }),
    onSettled: () => makeStale(cache, "money"),
  });
  const { month, closedAt, closedBy, mayClose, mayReopen } = books;
  if (!closedAt && !mayClose) return null;
  const act = closedAt ? "reopen" : "close";
  return (
    <section aria-labelledby="finance-books">
      <h2 className="h3" id="finance-books">
        {m.finance_books()}
      </h2>
      <p className="muted">
        {closedAt
          ? m.finance_month_closed_by({
              month: longMonth(month),
              who: closedBy ?? "",
              when: showMoment(closedAt),
            })
          : m.finance_month_close_note()}
      </p>
      {closedAt && !mayReopen && <p className="muted">{m.finance_month_needs_another()}</p>}
      <Refused error={acting.error} />
      {(mayClose || mayReopen) && (
        <p className="mt-3">
          <button
            className="btn btn-secondary"
            type="button"
            aria-busy={acting.isPending || undefined}
            onClick={() => acting.isPending || acting.mutate(act)}
          >
            {closedAt
              ? m.finance_month_reopen({ month: longMonth(month) })
              : m.finance_month_close({ month: longMonth(month) })}
          </button>
        </p>
      )}
    </section>
  );
}
