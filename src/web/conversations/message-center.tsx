import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import type { Conversation } from "#contract/conversations.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { m } from "#web/paraglide/messages.js";
import { showAge } from "#web/ui/format/moment.ts";
import { Icon } from "#web/ui/icon.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { UnreadBadge } from "#web/ui/unread-badge.tsx";
import { Waiting } from "#web/session/states.tsx";
import { aboutWords } from "./about-words.ts";
import { OneConversation } from "./one-conversation.tsx";
import { ownPages } from "./own-pages.ts";
import { conversationsQuery } from "./queries.ts";
import { otherWords } from "./side-words.ts";
import { whyNot } from "./why-not.ts";

type Props = {
  side: PeopleSide;
  /** The form for a new conversation. */
  newMessage: ReactNode;
  /** Shown above the list. */
  above?: ReactNode;
  none: string;
};

/** A user's conversations as a renter or as a host, and beside them the one that the address names. */
export function MessageCenter({ side, newMessage, above, none }: Props) {
  const { conversationId } = useParams();
  // A wide screen shows the conversation beside the list, a narrow screen shows it instead of the list.
  const isReading = conversationId !== undefined;
  const [search, setSearch] = useState("");
  const list = useInfiniteQuery(conversationsQuery(side, search));
  const conversations = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const first = list.data?.pages[0];

  return (
    <>
      <header className={`me-head ${isReading ? "max-[64rem]:sr-only" : ""}`}>
        <h1 className="h2">{m.me_nav_messages()}</h1>
        <Link
          className={`btn btn-primary ${isReading ? "max-[64rem]:hidden" : ""}`}
          to={`${ownPages[side]}/new`}
        >
          <Icon name="pen" />
          {m.messages_new()}
        </Link>
      </header>
      {!isReading && above}
      <div className="grid grid-cols-[minmax(15rem,20rem)_minmax(0,1fr)] items-start gap-[clamp(1rem,3vw,2rem)] max-[64rem]:grid-cols-1">
        <section
          className={`grid gap-3 ${isReading ? "max-[64rem]:hidden" : ""}`}
          aria-label={m.conversations_list()}
        >
          <form
            role="search"
            onSubmit={(event) => {
              event.preventDefault();
              setSearch(String(new FormData(event.currentTarget).get("search") ?? "").trim());
            }}
          >
            <input
              className="control"
              type="search"
              name="search"
              maxLength={longestSearch}
              aria-label={m.conversations_search()}
              placeholder={m.conversations_search()}
              onChange={({ currentTarget }) => currentTarget.value === "" && setSearch("")}
            />
          </form>
          {list.error && (
            <Notice kind="bad" isAlert>
              {whyNot(list.error)}
            </Notice>
          )}
          {!first && !list.error && <Waiting />}
          {first && conversations.length === 0 && (
            <p className="muted">{search ? m.conversations_none_found() : none}</p>
          )}
          <ul>
            {conversations.map((conversation) => (
              <Row
                key={conversation.id}
                conversation={conversation}
                isChosen={conversation.id === conversationId}
                side={side}
              />
            ))}
          </ul>
          <MoreButton list={list} label={m.conversations_more()} />
        </section>
        <div>
          {conversationId === "new" && newMessage}
          {conversationId !== undefined && conversationId !== "new" && (
            <OneConversation key={conversationId} id={conversationId} side={side} />
          )}
          {conversationId === undefined && conversations.length > 0 && (
            <p className="rounded-md border border-line px-4 py-12 text-center muted max-[64rem]:hidden">
              {m.conversations_choose()}
            </p>
          )}
        </div>
      </div>
    </>
  );
}

type RowProps = { conversation: Conversation; isChosen: boolean; side: PeopleSide };

function Row({ conversation, isChosen, side }: RowProps) {
  const { id, about, subject, from, fromSide, isQuoted, preview, timestamp, isRead, unread, between } =
    conversation;
  return (
    <li>
      <Link
        className="pick grid gap-0.5 p-3 border-b border-line no-underline text-sm/[inherit]"
        to={`${ownPages[side]}/${id}`}
        data-unread={!isRead || undefined}
        aria-current={isChosen || undefined}
      >
        <span className="flex gap-2 justify-between items-baseline">
          <bdi className={`truncate ${isRead ? "" : "font-[700]"}`}>
            {isQuoted
              ? m.conversations_by_form()
              : fromSide === side
                ? m.messages_you()
                : from || (fromSide === "admin" ? brandName() : m.conversations_somebody())}
          </bdi>
          <time className="text-ink-faint whitespace-nowrap text-xs/[inherit]" dateTime={timestamp}>
            {showAge(timestamp)}
          </time>
        </span>
        <span className="flex gap-2 justify-between items-baseline">
          <bdi className={`truncate ${isRead ? "" : "font-[700]"}`}>
            {between ? otherWords(between, side) : subject}
          </bdi>
          <UnreadBadge unread={unread} />
        </span>
        <span className="truncate text-ink-soft" dir="auto">
          {preview}
        </span>
        {about.label && (
          <span className="text-ink-faint whitespace-nowrap text-xs/[inherit]">{aboutWords(about)}</span>
        )}
      </Link>
    </li>
  );
}
