import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { confirmOrigin } from "#contract/conversations.ts";
import { api } from "#web/api.ts";
import { unconfirmedQuery } from "#web/conversations/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { WasItYou } from "#web/session/was-it-you.tsx";
import { showAge } from "#web/ui/format/moment.ts";
import { toast } from "#web/ui/toast.ts";

type OriginAnswer = { id: string; isMine: boolean };

/** Contact form messages with the user's email address. The user says whether they wrote each of them. */
export function UnconfirmedMessages() {
  const client = useQueryClient();
  const { data = [] } = useQuery(unconfirmedQuery);
  const say = useMutation({
    mutationFn: ({ id, isMine }: OriginAnswer) => api(confirmOrigin, { params: { id }, body: { isMine } }),
    onSuccess: (_answer, { isMine }) =>
      toast({ title: isMine ? m.conversations_unconfirmed_kept() : m.conversations_unconfirmed_denied() }),
    onSettled: () => makeStale(client, "conversation"),
  });
  return (
    <WasItYou
      title={m.conversations_unconfirmed_title()}
      lead={m.conversations_unconfirmed_lead()}
      items={data.map(({ id, name, subject, text, language, createdAt }) => ({
        id,
        shown: (
          <div className="grid gap-1">
            <p className="flex flex-wrap justify-between gap-x-4">
              <b className="wrap-anywhere">
                <bdi>{subject}</bdi>
              </b>
              <time className="small muted" dateTime={createdAt}>
                {showAge(createdAt)}
              </time>
            </p>
            <p className="small muted wrap-anywhere">{m.conversations_unconfirmed_name({ name })}</p>
            <blockquote className="whitespace-pre-wrap wrap-anywhere" lang={language} dir="auto">
              {text}
            </blockquote>
          </div>
        ),
      }))}
      onSay={(id, isMine) => say.mutate({ id, isMine })}
      isSaying={say.isPending}
      error={say.error}
    />
  );
}
