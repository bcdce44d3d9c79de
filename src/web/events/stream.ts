import { createParser } from "eventsource-parser";
import type { EventKind } from "#domain/events/events.ts";

/** Something that happened: its kind, and ids of what it is about. */
export type LiveEvent = {
  id: number;
  kind: EventKind;
  orderId?: string;
  conversationId?: string;
  messageId?: string;
};

type StreamHandlers = {
  onEvents: (events: LiveEvent[]) => void;
  /** Some may have been missed: what is shown is to be asked for anew. */
  onGap: () => void;
};
type Means = {
  token: () => Promise<string | undefined>;
  fetch: typeof fetch;
  pauses: typeof usualPauses;
};

/** Milliseconds. */
export const usualPauses = {
  /** Before the stream is opened again: doubled each time, with chance, up to the longest. */
  first: 1000,
  longest: 30_000,
  /** Without a sign of life: a computer that slept, a network that is gone. The server gives one each ten seconds. */
  silence: 25_000,
  /** Between two times of asking while there is no stream. */
  asking: 30_000,
  /** After which a page that nobody sees lets its stream go: browsers have few connections for one site. */
  hidden: 60_000,
};

/**
 * Holds the stream of what happens open: opens it again with growing pauses, from where it was cut. While
 * there is none, everything is asked for every half minute. Answers what ends it.
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
      // What was read before the stream began may be older than its beginning.
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

/** Aborts once the page has been out of sight for so long. */
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
