import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { sendMessage } from "#contract/conversations.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { keepUnsent, readUnsent, type Unsent } from "./draft-words.ts";

/** For this many milliseconds a message waits for the answer to the previous one. */
const longestWait = 15_000;

/** A message that is being sent, or that failed. */
export type OutgoingMessage = Unsent & { error: unknown };

/** Messages from an earlier visit that ended before their result was known. */
const leftBehind = (conversationId: string): OutgoingMessage[] =>
  readUnsent(conversationId).map((message) => ({ ...message, error: new Error("Left before it was sent") }));

/**
 * Sends messages one after the other, in the order in which they were written; what did not go stays, to be sent again,
 * also after its page was left, and what was written after it goes on.
 */
export function useSend(conversationId: string) {
  const client = useQueryClient();
  const [outgoing, setOutgoing] = useState(() => leftBehind(conversationId));
  useEffect(() => keepUnsent(conversationId, outgoing.map(withoutError)), [conversationId, outgoing]);
  const change = (id: string, changed: Partial<OutgoingMessage>) =>
    setOutgoing((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const drop = (id: string) => setOutgoing((all) => all.filter((one) => one.id !== id));

  /** Settles once the message before is answered in any way, or has had its time. */
  const before = useRef<Promise<unknown>>(Promise.resolve());

  async function deliver({ id, text, isInternal, attachments }: Unsent): Promise<void> {
    change(id, { error: undefined });
    const answered = before.current.then(() =>
      api(sendMessage, {
        params: { id: conversationId },
        body: { id, text, attachments, ...(isInternal && { isInternal }) },
      }),
    );
    before.current = Promise.race([
      answered.catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, longestWait)),
    ]);
    try {
      await answered;
      // The page may be left by now.
      keepUnsent(
        conversationId,
        readUnsent(conversationId).filter((message) => message.id !== id),
      );
      await makeStale(client, "conversation");
      drop(id);
    } catch (error) {
      change(id, { error });
    }
  }

  return {
    outgoing,
    send: (text: string, isInternal = false, attachments: string[] = []): void => {
      const message = { id: crypto.randomUUID(), text, isInternal, attachments, error: undefined };
      setOutgoing((all) => [...all, message]);
      void deliver(message);
    },
    /** Sends the same message with the same id, so that a message that had already arrived isn't added again. */
    retry: (message: OutgoingMessage): void => void deliver(message),
    drop,
  };
}

const withoutError = ({ id, text, isInternal, attachments }: OutgoingMessage): Unsent => ({
  id,
  text,
  isInternal,
  attachments,
});
