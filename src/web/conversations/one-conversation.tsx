import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Conversation, reportConversation } from "#contract/conversations.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { focusOnce } from "#web/ui/focus-once.ts";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { aboutWords } from "#web/conversations/about-words.ts";
import { Composer } from "#web/conversations/composer.tsx";
import { conversationQuery } from "#web/conversations/queries.ts";
import { OrderCard } from "#web/conversations/order-card.tsx";
import { Thread } from "#web/conversations/thread.tsx";
import { useSend } from "#web/conversations/use-send.ts";
import { whyNot } from "#web/conversations/why-not.ts";
import { type PeopleSide, longestReport } from "#domain/conversations/conversations.ts";
import { words } from "#domain/fields/rules.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { makeStale } from "#web/make-stale.ts";
import { BackToAll } from "./back-to-all.tsx";
import { otherWords } from "./side-words.ts";

/** One conversation, and the field for the next message. */
export function OneConversation({ id, side }: { id: string; side: PeopleSide }) {
  const { data: conversation, error } = useQuery(conversationQuery(id));
  const { outgoing, send, retry, drop } = useSend(id);
  return (
    <article className="grid grid-cols-1 gap-4" aria-labelledby="conversation-title">
      <BackToAll side={side} />
      {error && (
        <Notice kind="bad" isAlert>
          {whyNot(error)}
        </Notice>
      )}
      {conversation && (
        <>
          <header className="grid gap-2">
            <h2
              className="h3 wrap-anywhere outline-none"
              id="conversation-title"
              tabIndex={-1}
              ref={focusOnce}
            >
              <bdi>{conversation.subject}</bdi>
            </h2>
            {conversation.between && (
              <p>
                <b>{otherWords(conversation.between, side)}</b>
              </p>
            )}
            <AboutWhat about={conversation.about} side={side} />
            {conversation.between && (
              <p className="small muted">
                {conversation.isJoined
                  ? m.conversations_we_joined({ brand: brandName() })
                  : m.conversations_we_read({ brand: brandName() })}
              </p>
            )}
          </header>
          <Thread
            id={id}
            side={side}
            readByOther={conversation.readByOther}
            outgoing={outgoing}
            onRetry={retry}
            onDrop={drop}
          />
          {conversation.isBlocked && !isLineToUs(conversation) && (
            <Notice kind="warn">{m.conversations_blocked()}</Notice>
          )}
          {conversation.isOver ? (
            <Notice>{m.conversations_over()}</Notice>
          ) : (
            <Composer conversationId={id} onSend={send} />
          )}
          <Report conversation={conversation} />
        </>
      )}
    </article>
  );
}

/** Whether a conversation with us is about an open order. Even a blocked renter can write in it. */
const isLineToUs = ({ about: { rental }, between }: Conversation): boolean =>
  between === null && rental !== undefined && rental.stage !== "completed" && rental.stage !== "cancelled";

/** The page of an order for each side. A host's request has a page of its own until it becomes a rental. */
const orderPages: Record<PeopleSide, (isNoRental: boolean) => string> = {
  renter: () => "/dashboard/trips",
  host: (isNoRental) => (isNoRental ? "/host/requests" : "/host/trips"),
};

function AboutWhat({ about, side }: { about: Conversation["about"]; side: PeopleSide }) {
  const { rental, kind, id } = about;
  if (rental && id)
    return (
      <OrderCard
        about={{ ...about, rental }}
        to={`${orderPages[side](rental.stage === "pending" || rental.stage === "cancelled")}/${id}`}
      />
    );
  return (
    <p className="small muted">
      {kind === "car" && id ? <Link to={`/cars/${id}`}>{aboutWords(about)}</Link> : aboutWords(about)}
    </p>
  );
}

const reportRules = { fields: { reason: words(longestReport) } };

function Report({ conversation: { id, isReported } }: { conversation: Conversation }) {
  const client = useQueryClient();
  const { props, field, isSending, failure } = useForm({
    rules: reportRules,
    id: "report",
    words: (name, code) => errorWords({}, name, code),
    send: async ({ reason }) => {
      await api(reportConversation, { params: { id }, body: { reason } });
      toast({ title: m.conversations_reported() });
      await makeStale(client, "conversation");
    },
  });
  if (isReported) return <p className="small muted">{m.conversations_is_reported()}</p>;
  return (
    <details className="fold">
      <summary>{m.conversations_report()}</summary>
      <form className="stack" {...props}>
        <TextAreaField
          {...field("reason")}
          label={m.conversations_report_why()}
          isOptional
          hint={m.conversations_report_hint()}
          rows={3}
        />
        {failure !== undefined && (
          <Notice kind="bad" isAlert>
            {whyNot(failure)}
          </Notice>
        )}
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={isSending || undefined}>
            {m.conversations_report_send()}
          </button>
        </p>
      </form>
    </details>
  );
}
