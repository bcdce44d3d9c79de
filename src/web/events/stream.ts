import { createParser } from "eventsource-parser";
import type { EventKind } from "#domain/events/events.ts";

/** An event: its kind, and the ids of its order, conversation or message. */
export type LiveEvent = {
  id: number;
  kind: EventKind;
  orderId?: string;
  conversationId?: string;
  messageId?: string;
};

type StreamHandlers = {
  onEvents: (events: LiveEvent[]) => void;
  /** Events may have been missed, so the shown data must be read again. */
  onGap: () => void;
};
type Means = {
  token: () => Promise<string | undefined>;
  fetch: typeof fetch;
  pauses: typeof usualPauses;
};

/** Milliseconds. */
export const usualPauses = {
  /** Before the stream is opened again: doubled each time, with a random part, up to the longest. */
  first: 1000,
  longest: 30_000,
  /** Without a sign of life: the computer slept, or the network is gone. One comes every ten seconds. */
  silence: 25_000,
  /** Between two calls of `onGap` while there is no stream. */
  asking: 30_000,
  /** Before a hidden page closes its stream: browsers allow few connections to one site. */
  hidden: 60_000,
};

/**
 * Holds the stream of events open, and opens it again, with growing pauses, from the place where it was cut. While
 * there is no stream, `onGap` is called every half minute. Returns a function that ends it.
 */
export function keepStream({ onEvents, onGap }: StreamHandlers, { token, fetch, pauses }: Means): () => void {
  const stopping = new AbortController();
  let lastEventId = "";
  let failures = 0;
  let isOpen = false;
  const asking = setInterval(() => {
    if (!isOpen) onGap();
  }, pauses.asking);

  async function hold(signal: AbortSignal): Promise<void> {
    const bearer = await token();
    if (!bearer) return;
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), pauses.silence);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), pauses.silence);
    };
    try {
      const response = await fetch("/api/events", {
        headers: { authorization: `Bearer ${bearer}`, ...(lastEventId && { "last-event-id": lastEventId }) },
        cache: "no-store",
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (!response.ok || !response.body) return await response.body?.cancel();
      // Data that was read before the stream began may be older than its beginning.
      if (!lastEventId) onGap();
      failures = 0;
      isOpen = true;
      const parser = createParser({
        onId: (id) => (lastEventId = id),
        onEvent({ event, data }) {
          if (event === "reset") onGap();
          const events = JSON.parse(data) as LiveEvent[];
          if (events.length > 0) onEvents(events);
        },
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        alive();
        parser.feed(decoder.decode(read.value, { stream: true }));
      }
    } finally {
      isOpen = false;
      clearTimeout(timer);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await whileHidden(stopping.signal);
      const leaving = letGoWhenHidden(pauses.hidden);
      await hold(AbortSignal.any([stopping.signal, leaving.signal])).catch(() => undefined);
      leaving.forget();
      if (document.visibilityState === "hidden") continue;
      const most = Math.min(pauses.first * 2 ** failures++, pauses.longest);
      await pause(most * (0.5 + Math.random() / 2), stopping.signal);
    }
  }

  void run();
  return () => {
    clearInterval(asking);
    stopping.abort();
  };
}

/** Resolves when the page is seen. */
async function whileHidden(signal: AbortSignal): Promise<void> {
  if (document.visibilityState !== "hidden") return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    document.addEventListener("visibilitychange", () => resolve(), { once: true, signal });
  });
}

/** Aborts once the page has been hidden for `after` milliseconds. */
function letGoWhenHidden(after: number): { signal: AbortSignal; forget: () => void } {
  const leaving = new AbortController();
  const done = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") timer = setTimeout(() => leaving.abort(), after);
  };
  look();
  document.addEventListener("visibilitychange", look, { signal: done.signal });
  return {
    signal: leaving.signal,
    forget() {
      clearTimeout(timer);
      done.abort();
    },
  };
}

const pause = (length: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, length);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
