import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { handleWebhook, retryWebhook } from "#contract/admin/webhooks.ts";
import { providerName } from "#domain/payments/providers.ts";
import { Failed } from "#web/session/states.tsx";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoment } from "#web/ui/format/moment.ts";
import { toast } from "#web/ui/toast.ts";
import { FoldedForm } from "#web/ui/form/folded-form.tsx";
import { webhooksQuery } from "./queries.ts";

/** Messages from providers that could not be processed. Without any, nothing is shown. */
export function Webhooks() {
  const cache = useQueryClient();
  const { data = [] } = useQuery(webhooksQuery);
  const retry = useMutation({
    mutationFn: (id: string) => api(retryWebhook, { params: { id } }),
    onSuccess: ({ kind }) => toast({ title: m.finance_webhook_retried({ kind }) }),
    onSettled: () => makeStale(cache, "money"),
  });
  const handle = useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      api(handleWebhook, { params: { id }, body: { note } }),
    onSuccess: () => toast({ title: m.finance_webhook_handled() }),
    onSettled: () => makeStale(cache, "money"),
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="finance-webhooks">
      <h2 className="h3" id="finance-webhooks">
        {m.finance_webhooks()}
      </h2>
      <p className="muted">{m.finance_webhooks_note()}</p>
      <Failed error={retry.error ?? handle.error} />
      <ul className="text-sm/[inherit]">
        {data.map(({ id, provider, kind, objectRef, status, failure, tries, receivedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 border-b border-line">
            <div className="flex-[1_1_16rem] min-w-0 wrap-anywhere [&>span]:block [&>span]:text-ink-soft">
              <b>{m.finance_webhook_what({ provider: providerName(provider), kind })}</b>
              <span className="num">{objectRef}</span>
              <span>
                {m.finance_webhook_why({ failure: failure ?? "", tries, when: showMoment(receivedAt) })}
              </span>
            </div>
            <span className={status === "dead" ? "badge badge-bad" : "badge badge-pending"}>
              {status === "dead" ? m.finance_webhook_dead() : m.finance_webhook_waiting()}
            </span>
            <button
              className="btn btn-secondary btn-sm"
              type="button"
              aria-busy={(retry.isPending && retry.variables === id) || undefined}
              onClick={() => retry.isPending || retry.mutate(id)}
            >
              {m.finance_webhook_retry()}
            </button>
            <FoldedForm
              label={m.finance_note()}
              missing={m.finance_note_wrong()}
              isSmall
              title={m.finance_webhook_handle()}
              isPending={handle.isPending}
              onSend={(note) => handle.mutate({ id, note })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
