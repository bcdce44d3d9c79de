import type { FastifyInstance } from "fastify";
import { createParser } from "eventsource-parser";

export type HeardEvent = { id: number; kind: string; orderId?: string; conversationId?: string };

/** Listens over a real connection, as a browser does. */
export async function listenTo(
  address: string,
  token: string,
  lastEventId = "",
): Promise<{
  status: number;
  events: HeardEvent[];
  resets: () => number;
  lastEventId: () => string;
  ended: Promise<void>;
  cut: () => void;
}> {
  const cutting = new AbortController();
  const response = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { "last-event-id": lastEventId }) },
    signal: cutting.signal,
  });
  const events: HeardEvent[] = [];
  let last = lastEventId;
  let resets = 0;
  const parser = createParser({
    onId: (id) => (last = id),
    onEvent({ event, data }) {
      if (event === "reset") resets++;
      events.push(...(JSON.parse(data) as HeardEvent[]));
    },
  });
  const read = async (): Promise<void> => {
    if (!response.ok || !response.body) return void (await response.text());
    const decoder = new TextDecoder();
    for await (const piece of response.body) parser.feed(decoder.decode(piece, { stream: true }));
  };
  const ended = read().catch(() => undefined);
  return {
    status: response.status,
    events,
    resets: () => resets,
    lastEventId: () => last,
    ended,
    cut: () => cutting.abort(),
  };
}

/** Makes an application listen, and returns its address. */
export const addressOf = (app: FastifyInstance): Promise<string> =>
  app.listen({ port: 0, host: "127.0.0.1" });
