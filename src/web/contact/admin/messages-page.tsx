import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { ContactMessage } from "#contract/admin/contact.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { showAge } from "#web/ui/format/moment.ts";
import { RefreshButton } from "#web/admin/refresh-button.tsx";
import { Empty, Failed, Waiting } from "#web/admin/states.tsx";
import { Tabs } from "#web/admin/tabs.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import "#web/styles/desk-people.css";
import { type MessageState, messagesQuery } from "./queries.ts";
import { MessageDetail } from "./message-detail.tsx";

export const meta = () => pageMeta({ title: m.admin_messages_title() });

/** What people wrote through the contact form, and our answers to it. */
export default function MessagesPage() {
  const [search, setSearch] = useSearchParams();
  const state = states.find(({ id }) => id === search.get("state"))?.id ?? "open";
  const list = useInfiniteQuery(messagesQuery(state));
  const messages = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = messages.find(({ id }) => id === search.get("message"));

  const choose = (id: string) =>
    setSearch(
      { ...(state !== "open" && { state }), ...(id && { message: id }) },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <AdminTitle title={m.admin_messages_title()}>
        <RefreshButton />
      </AdminTitle>
      <Tabs
        label={m.admin_messages_title()}
        tabs={states.map(({ id, label }) => ({
          id,
          label: label(),
          count: state === id ? list.data?.pages[0]?.total || undefined : undefined,
        }))}
        current={state}
        onChoose={(next) =>
          setSearch(next === "open" ? {} : { state: next }, { replace: true, preventScrollReset: true })
        }
      >
        <Failed error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Waiting />}
        {list.data && messages.length === 0 && (
          <Empty icon="message" title={noneOf[state]()}>
            {state === "open" && <p>{m.admin_messages_none_text()}</p>}
          </Empty>
        )}
        {messages.length > 0 && (
          <div className={chosen ? "mail is-reading" : "mail"}>
            <div className="mail-list">
              <ul>
                {messages.map((message) => (
                  <MessageRow
                    key={message.id}
                    message={message}
                    isChosen={message === chosen}
                    onChoose={choose}
                  />
                ))}
              </ul>
              {list.hasNextPage && (
                <p>
                  <button
                    className="btn btn-secondary"
                    type="button"
                    aria-busy={list.isFetchingNextPage || undefined}
                    onClick={() => void list.fetchNextPage()}
                  >
                    {m.admin_more()}
                  </button>
                </p>
              )}
            </div>
            {chosen ? (
              <MessageDetail key={chosen.id} message={chosen} onClose={() => choose("")} />
            ) : (
              <p className="mail-hint muted">{m.admin_messages_choose()}</p>
            )}
          </div>
        )}
      </Tabs>
    </>
  );
}

const states: readonly { id: MessageState; label: () => string }[] = [
  { id: "open", label: m.admin_messages_open },
  { id: "waiting", label: m.admin_messages_waiting },
  { id: "answered", label: m.admin_messages_answered },
  { id: "closed", label: m.admin_messages_closed },
];

const noneOf: Record<MessageState, () => string> = {
  open: m.admin_messages_none,
  waiting: m.admin_messages_none_waiting,
  answered: m.admin_messages_none_answered,
  closed: m.admin_messages_none_closed,
};

type MessageRowProps = { message: ContactMessage; isChosen: boolean; onChoose: (id: string) => void };

function MessageRow({
  message: { id, name, subject, message, language, createdAt },
  isChosen,
  onChoose,
}: MessageRowProps) {
  return (
    <li>
      <button type="button" aria-current={isChosen || undefined} onClick={() => onChoose(id)}>
        <span className="mail-from">
          <b>
            <bdi>{name}</bdi>
          </b>
          <span className="note num">{showAge(createdAt)}</span>
        </span>
        <span className="mail-subject">
          <bdi lang={language}>{subject}</bdi>
        </span>
        <span className="mail-start muted" lang={language}>
          {message}
        </span>
      </button>
    </li>
  );
}
