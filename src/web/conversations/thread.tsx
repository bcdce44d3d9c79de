import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Message, readConversation } from "#contract/conversations.ts";
import type { MessageSide } from "#domain/conversations/conversations.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { whyNot } from "./why-not.ts";
import { AttachmentView } from "#web/files/attachment-view.tsx";
import { makeStale } from "#web/make-stale.ts";
import { dayOf, showDay, showTime } from "./day-words.ts";
import { threadQuery } from "./queries.ts";
import { Translation } from "./translation.tsx";
import type { OutgoingMessage } from "./use-send.ts";
import styles from "./thread.module.css";

type ThreadProps = {
  id: string;
  side: MessageSide;
  /** The name of the person who writes to us, for messages without an account's name. */
  person?: string;
  /** The number of the last message that the other side has read. */
  readByOther: number;
  outgoing: readonly OutgoingMessage[];
  onRetry: (message: OutgoingMessage) => void;
  onDrop: (id: string) => void;
};

/** The messages of a conversation by days, the oldest first. Messages on the screen are marked as read. */
export function Thread({ id, side, person = "", readByOther, outgoing, onRetry, onDrop }: ThreadProps) {
  const list = useInfiniteQuery(threadQuery(id));
  const messages = (list.data?.pages.flatMap(({ items }) => items) ?? []).toReversed();
  const last = messages.at(-1);
  const end = useRef<HTMLLIElement>(null);
  // A report can be unread even where only this side has written.
  useMarkRead(id, (messages.findLast((message) => message.side !== side) ?? last)?.number);

  const count = messages.length + outgoing.length;
  const lastId = outgoing.at(-1)?.id ?? last?.id;
  useEffect(() => {
    if (lastId) end.current?.scrollIntoView({ block: "nearest" });
  }, [lastId]);

  if (list.error && count === 0)
    return (
      <Notice kind="bad" isAlert>
        {whyNot(list.error)}
      </Notice>
    );
  const sent = new Set(messages.map((message) => message.id));
  const lastReadOwn = messages.findLast((message) => message.side === side && message.number <= readByOther);
  return (
    <div className="grid gap-3">
      <MoreButton list={list} label={m.conversations_earlier()} />
      <ol
        className="grid gap-2"
        aria-label={m.conversations_thread()}
        aria-live="polite"
        aria-relevant="additions"
      >
        {messages.map((message, at) => (
          <li key={message.id}>
            {dayOf(message.createdAt) !== dayOf(messages[at - 1]?.createdAt ?? "1970-01-01T00:00:00Z") && (
              <p className="mt-3 mb-2 text-center text-ink-faint text-xs/[inherit]">
                {showDay(dayOf(message.createdAt))}
              </p>
            )}
            <Bubble
              conversationId={id}
              message={message}
              author={message.author || (message.side === "renter" ? person : "")}
              isOwnSide={message.side === side}
            />
            {message === lastReadOwn && (
              <p className="mt-0.5 text-end text-ink-faint text-xs/[inherit]">{m.conversations_read()}</p>
            )}
          </li>
        ))}
        {outgoing
          .filter((one) => !sent.has(one.id))
          .map((one) => (
            <li key={one.id}>
              <div className={styles.own} data-internal={one.isInternal || undefined}>
                <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                  {one.text}
                </p>
                {one.error ? (
                  <div className="pt-1.5 text-sm/[inherit]" role="alert">
                    <p>
                      <Icon name="alert" /> {m.conversations_not_sent()} {whyNot(one.error)}
                    </p>
                    <button className="btn btn-secondary btn-sm" type="button" onClick={() => onRetry(one)}>
                      {m.conversations_retry()}
                    </button>{" "}
                    <button className="btn btn-quiet btn-sm" type="button" onClick={() => onDrop(one.id)}>
                      {m.conversations_drop()}
                    </button>
                  </div>
                ) : (
                  <p className="text-end text-ink-faint text-xs/[inherit]">{m.conversations_sending()}</p>
                )}
              </div>
            </li>
          ))}
        <li ref={end} className="scroll-mb-60" aria-hidden="true" />
      </ol>
    </div>
  );
}

type BubbleProps = { conversationId: string; message: Message; author: string; isOwnSide: boolean };

function Bubble({ conversationId, message, author, isOwnSide }: BubbleProps) {
  const { text, language, createdAt, isInternal, isQuoted } = message;
  const isForeign = message.canTranslate && !message.isOwn && language !== currentLanguage();
  return (
    <div
      className={isOwnSide ? styles.own : styles.theirs}
      data-internal={isInternal || undefined}
      data-quoted={isQuoted || undefined}
    >
      <p className="flex gap-2 items-center font-label text-ink-soft text-xs/[inherit]">
        <bdi>
          {isQuoted
            ? quotedWords(isOwnSide, author)
            : message.isOwn
              ? m.conversations_you()
              : author || m.conversations_somebody()}
        </bdi>
        {isInternal && <span className="badge">{m.conversations_note()}</span>}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere" lang={language} dir="auto">
        {text}
      </p>
      {isForeign && <Translation conversationId={conversationId} message={message} />}
      {message.attachments.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      <p className="text-end text-ink-faint text-xs/[inherit]">
        <time dateTime={createdAt}>{showTime(createdAt)}</time>
      </p>
    </div>
  );
}

/** Says, to the owner of the email address and to administrators, that the writer isn't known for certain. */
const quotedWords = (isOwnSide: boolean, name: string): string =>
  isOwnSide ? m.conversations_quoted({ name }) : m.conversations_quoted_admin({ name });

/** Marks the messages on the screen as read, once each time new ones appear, while the page is visible. */
function useMarkRead(id: string, number: number | undefined): void {
  const client = useQueryClient();
  const announcedCount = useRef(0);
  useEffect(() => {
    const mark = () => {
      if (!number || number <= announcedCount.current || document.visibilityState === "hidden") return;
      announcedCount.current = number;
      void api(readConversation, { params: { id }, body: { number } })
        .then(() => makeStale(client, "conversation"))
        .catch(() => {
          announcedCount.current = 0;
        });
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [client, id, number]);
}
