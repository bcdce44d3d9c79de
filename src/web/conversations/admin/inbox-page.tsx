import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { InboxConversation } from "#contract/admin/conversations.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import { type InboxState, conversationStates } from "#domain/conversations/conversations.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { useControlKeys } from "#web/admin/use-control-keys.ts";
import { aboutWords } from "#web/conversations/about-words.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { OrdersOf } from "#web/orders/admin/orders-of.tsx";
import { m } from "#web/paraglide/messages.js";
import { useFollowingForm } from "#web/ui/form/follow-address.ts";
import { showAge } from "#web/ui/format/moment.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { AnswerClock } from "./answer-clock.tsx";
import { InboxDetail } from "./inbox-detail.tsx";
import { adminConversationsQuery } from "./queries.ts";
import { SavedReplies } from "./saved-replies.tsx";

export const meta = () => pageMeta({ title: m.admin_messages_title() });

const stateNames: Record<InboxState, () => string> = {
  open: m.inbox_open,
  mine: m.inbox_mine,
  unassigned: m.inbox_unassigned,
  waiting: m.inbox_waiting,
  late: m.inbox_late,
  between: m.inbox_between,
  closed: m.inbox_closed,
};

/** The one inbox: visitors' messages from the contact form, and all conversations. */
export default function InboxPage() {
  const [search, setSearch] = useSearchParams();
  const state = conversationStates.find((one) => one === search.get("state")) ?? "open";
  const words = search.get("q") ?? "";
  const form = useFollowingForm({ q: words });
  const list = useInfiniteQuery(adminConversationsQuery(state, words));
  const conversations = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // Links in emails name a message by its old name, as a contact message.
  const chosen = search.get("conversation") ?? search.get("message") ?? "";

  const go = (to: { state?: InboxState; q?: string; conversation?: string }) => {
    const next = { state, q: words, conversation: "", ...to };
    setSearch(
      Object.fromEntries(
        Object.entries(next).filter(([name, value]) => value && !(name === "state" && value === "open")),
      ),
      { replace: true, preventScrollReset: true },
    );
  };
  const step = (by: number) => {
    const at = conversations.findIndex(({ id }) => id === chosen);
    const next = conversations[at === -1 ? 0 : at + by];
    if (next) go({ conversation: next.id });
  };
  useControlKeys({ ArrowDown: () => step(1), ArrowUp: () => step(-1) });

  return (
    <>
      <AdminTitle title={m.admin_messages_title()}>
        <RefreshButton />
      </AdminTitle>
      <Tabs
        label={m.admin_messages_title()}
        tabs={conversationStates.map((id) => ({ id, label: stateNames[id]() }))}
        current={state}
        onChoose={(next) => go({ state: next })}
      >
        <form
          className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2"
          role="search"
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            go({ q: String(new FormData(event.currentTarget).get("q") ?? "").trim() });
          }}
        >
          <input
            className="control max-w-96"
            type="search"
            name="q"
            defaultValue={words}
            maxLength={longestSearch}
            aria-label={m.conversations_search()}
            placeholder={m.inbox_search()}
            onChange={({ currentTarget }) => currentTarget.value === "" && go({ q: "" })}
          />
          <span className="small muted max-md:hidden">{m.inbox_keys()}</span>
        </form>
        <Failed error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Waiting />}
        {list.data && conversations.length === 0 && !chosen && (
          <Empty icon="message" title={words ? m.conversations_none_found() : m.inbox_none()} />
        )}
        {(conversations.length > 0 || chosen) && (
          <div className="grid grid-cols-[minmax(16rem,24rem)_minmax(0,1fr)] gap-x-[clamp(1.5rem,3vw,3rem)] items-start max-[62rem]:grid-cols-1">
            <div className={`grid gap-4 ${chosen ? "max-[62rem]:hidden" : ""}`}>
              <ul>
                {conversations.map((conversation) => (
                  <InboxRow
                    key={conversation.id}
                    conversation={conversation}
                    isChosen={conversation.id === chosen}
                    onChoose={(id) => go({ conversation: id })}
                  />
                ))}
              </ul>
              <MoreButton list={list} label={m.conversations_more()} />
            </div>
            {chosen ? (
              <InboxDetail key={chosen} id={chosen} onClose={() => go({})} Orders={OrdersOf} />
            ) : (
              <p className="rounded-md border border-line px-4 py-12 text-center muted max-[62rem]:hidden">
                {m.conversations_choose()}
              </p>
            )}
          </div>
        )}
      </Tabs>
      <SavedReplies />
    </>
  );
}

type RowProps = { conversation: InboxConversation; isChosen: boolean; onChoose: (id: string) => void };

function InboxRow({ conversation, isChosen, onChoose }: RowProps) {
  const { id, person, host, subject, preview, language, timestamp, unread, about, assignedTo } = conversation;
  return (
    <li className="border-b border-line">
      <button
        className="pick grid grid-cols-1 gap-0.5 w-full p-3 rounded-sm text-left"
        type="button"
        aria-current={isChosen || undefined}
        data-unread={unread > 0 || undefined}
        onClick={() => onChoose(id)}
      >
        <span className="flex justify-between gap-4">
          <b className="truncate">
            {host ? (
              m.inbox_between_names({ renter: person.name, host: host.name })
            ) : (
              <bdi>{person.name}</bdi>
            )}
          </b>
          <span className="note num flex-none text-ink-soft">{showAge(timestamp)}</span>
        </span>
        <span className="truncate">
          <bdi lang={language}>{subject}</bdi>
        </span>
        <span className="truncate muted" dir="auto">
          {preview}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 empty:hidden">
          {unread > 0 && (
            <span className="badge badge-bridge">{m.conversations_unread({ count: unread })}</span>
          )}
          <AnswerClock conversation={conversation} />
          {conversation.deniedAt ? (
            <span className="badge badge-bad">{m.inbox_denied()}</span>
          ) : (
            conversation.isUnconfirmed && <span className="badge">{m.inbox_unconfirmed()}</span>
          )}
          {conversation.isReported && <span className="badge badge-bad">{m.inbox_reported()}</span>}
          {about.label && <span className="note">{aboutWords(about)}</span>}
          {assignedTo && <span className="note">{assignedTo.name}</span>}
        </span>
      </button>
    </li>
  );
}
