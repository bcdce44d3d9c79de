import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { changeConversation, type InboxConversation } from "#contract/admin/conversations.ts";
import { blockConversation } from "#contract/conversations.ts";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import { PersonLink } from "#web/admin/allowed-link.tsx";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { currentUserQuery } from "#web/admin/queries.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { api } from "#web/api.ts";
import { aboutWords } from "#web/conversations/about-words.ts";
import { Composer } from "#web/conversations/composer.tsx";
import { threadQuery } from "#web/conversations/queries.ts";
import { OrderCard } from "#web/conversations/order-card.tsx";
import { Thread } from "#web/conversations/thread.tsx";
import { useSend } from "#web/conversations/use-send.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { focusOnce } from "#web/ui/focus-once.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { AnswerClock } from "./answer-clock.tsx";
import { Assign } from "./assign.tsx";
import { ReplyPicker } from "./reply-picker.tsx";
import { adminConversationQuery } from "./queries.ts";

type Orders = ComponentType<{ accountId: string }>;

/** One conversation: the writer, the administrator who takes care of it, and the writer's orders beside it. */
export function InboxDetail({ id, onClose, Orders }: { id: string; onClose: () => void; Orders: Orders }) {
  const { data: conversation, error, refetch } = useQuery(adminConversationQuery(id));
  return (
    <article className="grid grid-cols-1 gap-4 max-w-184 py-2" aria-labelledby="conversation-title">
      <p className="hidden max-[62rem]:block">
        <button className="btn btn-quiet btn-sm" type="button" onClick={onClose}>
          <AdminIcon name="back" />
          {m.conversations_all()}
        </button>
      </p>
      <Failed error={error} onRetry={() => void refetch()} />
      {!conversation && !error && <Waiting />}
      {conversation && <Detail conversation={conversation} Orders={Orders} />}
    </article>
  );
}

function Detail({ conversation, Orders }: { conversation: InboxConversation; Orders: Orders }) {
  const { id, person, host, subject, language, about } = conversation;
  const { outgoing, send, retry, drop } = useSend(id);
  const { data: user } = useQuery(currentUserQuery);
  const order = about.rental && { ...about, rental: about.rental };
  return (
    <>
      <h2 className="h3 wrap-anywhere outline-none" id="conversation-title" tabIndex={-1} ref={focusOnce}>
        <bdi lang={language}>{subject}</bdi>
      </h2>
      <p className="small muted wrap-anywhere">
        <b>
          <PersonLink id={person.id}>{person.name}</PersonLink>
        </b>{" "}
        · <a href={`mailto:${person.email}`}>{person.email}</a> ·{" "}
        {host && (
          <>
            <b>
              <PersonLink id={host.id}>{m.conversations_with_host({ name: host.name })}</PersonLink>
            </b>{" "}
            · <a href={`mailto:${host.email}`}>{host.email}</a> ·{" "}
          </>
        )}
        {language === "zh" ? m.admin_messages_in_chinese() : m.admin_messages_in_english()}{" "}
        {!order && <>· {aboutWords(about)} </>}
        <AnswerClock conversation={conversation} />
      </p>
      {order && <OrderCard about={order} to={`/admin/order-management?order=${about.id}`} />}
      {person.isSuspended && <Notice kind="warn">{m.inbox_suspended()}</Notice>}
      {conversation.deniedAt ? (
        <Notice kind="warn">{m.inbox_denied_text()}</Notice>
      ) : (
        conversation.isUnconfirmed && (
          <Notice kind="warn">
            <b>{m.inbox_unconfirmed()}.</b> {m.inbox_unconfirmed_text()} {m.inbox_visitor()}
          </Notice>
        )
      )}
      {host && <Notice>{m.inbox_between_note()}</Notice>}
      {conversation.isReported && (
        <Notice kind="warn">
          <b>{reportedWords(conversation)}</b> <span dir="auto">{conversation.reportReason}</span>
        </Notice>
      )}
      <ConversationActions conversation={conversation} />
      <Thread
        id={id}
        side="admin"
        person={person.name}
        readByOther={conversation.readByOther}
        outgoing={outgoing}
        onRetry={retry}
        onDrop={drop}
      />
      <Composer
        conversationId={id}
        onSend={send}
        isAdmin
        tools={<ReplyPicker key="replies" conversation={conversation} me={user?.name ?? ""} />}
      />
      {person.id && (
        <section className="grid gap-3 min-w-0" aria-labelledby="orders-title">
          <h3 className="h3" id="orders-title">
            {m.inbox_orders()}
          </h3>
          <Orders accountId={person.id} />
        </section>
      )}
    </>
  );
}

const blockWords = {
  person: { block: m.inbox_block, unblock: m.inbox_unblock },
  renter: { block: m.inbox_block_renter, unblock: m.inbox_unblock_renter },
  host: { block: m.inbox_block_host, unblock: m.inbox_unblock_host },
};

const reportedWords = ({ host, reportedSide }: InboxConversation): string =>
  host && reportedSide === "renter"
    ? m.inbox_reported_renter()
    : host && reportedSide === "host"
      ? m.inbox_reported_host()
      : m.inbox_reported();

function ConversationActions({ conversation }: { conversation: InboxConversation }) {
  const { id, isClosed, isBlocked, person, host, reportedAt } = conversation;
  const client = useQueryClient();
  const settled = { onSettled: () => makeStale(client, "conversation") };
  const { data: thread } = useInfiniteQuery(threadQuery(id));
  /** The last message on the screen. A message or report that comes during the closing isn't closed with it. */
  const seen = thread?.pages[0]?.items[0]?.number;
  const close = useMutation({
    mutationFn: () =>
      api(changeConversation, {
        params: { id },
        body: { isClosed: !isClosed, ...(!isClosed && { seen, seenReportAt: reportedAt }) },
      }),
    onSuccess: () => toast({ title: isClosed ? m.inbox_opened_toast() : m.inbox_closed_toast() }),
    ...settled,
  });
  const block = useMutation({
    mutationFn: (wanted: { isBlocked: boolean; side?: PeopleSide }) =>
      api(blockConversation, { params: { id }, body: wanted }),
    ...settled,
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 [&_select]:w-auto">
        <Assign conversation={conversation} />
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-busy={close.isPending || undefined}
          onClick={() => !close.isPending && close.mutate()}
        >
          {isClosed ? m.inbox_open_again() : m.inbox_close()}
        </button>
        <button
          className="btn btn-quiet btn-sm"
          type="button"
          aria-busy={block.isPending || undefined}
          onClick={() => !block.isPending && block.mutate({ isBlocked: !isBlocked })}
        >
          {blockWords[host ? "renter" : "person"][isBlocked ? "unblock" : "block"]()}
        </button>
        {host && (
          <button
            className="btn btn-quiet btn-sm"
            type="button"
            aria-busy={block.isPending || undefined}
            onClick={() => !block.isPending && block.mutate({ isBlocked: !host.isBlocked, side: "host" })}
          >
            {blockWords.host[host.isBlocked ? "unblock" : "block"]()}
          </button>
        )}
      </div>
      {host?.isBlocked && <Notice>{m.inbox_host_blocked()}</Notice>}
      {isBlocked && <Notice>{person.id ? m.inbox_is_blocked() : m.inbox_is_blocked_address()}</Notice>}
      {failureCode(close.error) === "stale" ? (
        <Notice kind="warn" isAlert>
          {m.inbox_close_stale()}
        </Notice>
      ) : (
        <Failed error={close.error ?? block.error} />
      )}
    </>
  );
}
