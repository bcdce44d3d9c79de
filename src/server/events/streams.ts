import { type EventReader, mayRead } from "#domain/events/events.ts";
import { Refusal } from "#contract/errors.ts";
import { eventChannel } from "./announce.ts";
import type { Database } from "#server/db/open-database.ts";
import { keepWatch, staleAmong, type WatchedStream } from "./keep-watch.ts";
import { isAhead, type Position, writePosition } from "./positions.ts";
import { type EventRow, findPosition, readBetween, readSince } from "./queries.ts";
import type { Services } from "#server/services.ts";

/** What a stream writes to; `write` returns false when the reader does not keep up. */
export type EventSink = { write: (text: string) => boolean; end: () => void };

/** Somebody's open stream. */
type Stream = WatchedStream & {
  outlet: EventSink;
  /** Texts to send after the missed events; undefined once those are sent. */
  held: string[] | undefined;
};

export type EventStreams = {
  /** Opens a stream that begins after `last`. Undefined if the account has too many. The result ends it. */
  open: (
    whose: Omit<WatchedStream, "end">,
    last: Position | undefined,
    outlet: EventSink,
  ) => Promise<(() => void) | undefined>;
  count: () => number;
  close: () => void;
};

/** The most streams of one account in one process: further pages poll every half minute. */
export const mostOfAnAccount = 5;
/** Milliseconds between two signs of life; `http/connections.ts` ends a connection after fifteen quiet seconds. */
const heartbeat = 10_000;
/** Milliseconds in which announcements gather before they are read. */
const gathering = 15;
/** Seconds after which a position can no longer be used: the events after it may be deleted. */
const longestGap = 20 * 3600;
const mostMissed = 500;

type StreamServices = Pick<Services, "database" | "signIn" | "log">;

/**
 * The streams of this process. Events are read once for all of them, in the order in which transactions became
 * visible, and each is given those that its reader may read.
 */
export async function openStreams(services: StreamServices): Promise<EventStreams> {
  const { database, log } = services;
  const streams = new Set<Stream>();
  const ofAccount = new Map<string, number>();
  let position = await findPosition(database);
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isClosed = false;

  function drop(stream: Stream): void {
    if (!streams.delete(stream)) return;
    const left = (ofAccount.get(stream.account.id) ?? 1) - 1;
    if (left > 0) ofAccount.set(stream.account.id, left);
    else ofAccount.delete(stream.account.id);
    stream.outlet.end();
  }

  function send(stream: Stream, text: string): void {
    if (stream.held) stream.held.push(text);
    else if (!stream.outlet.write(text)) drop(stream);
  }

  async function read(): Promise<void> {
    if (isClosed) return;
    // Without a stream only the position moves on.
    if (streams.size === 0) return void (position = await findPosition(database));
    const { events, ...after } = await readSince(database, position);
    const cursors = [...streams].flatMap((stream) => {
      const theirs = events.filter((event) => mayRead(stream.account, event));
      return theirs.length > 0 ? [{ stream, theirs }] : [];
    });
    // Checked after the events were read, so that a right that ended before one of them counts.
    const readers = cursors.map(({ stream }) => stream);
    const stale = new Set(await staleAmong(services, readers, false));
    for (const stream of stale) drop(stream);
    position = after;
    for (const { stream, theirs } of cursors) if (!stale.has(stream)) send(stream, frame(after, theirs));
  }

  /** Reads what became visible before this call, and maybe more. */
  function catchUp(): Promise<void> {
    if (!reading) return (reading = read().finally(() => (reading = undefined)));
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return catchUp();
      });
    return next;
  }

  const { soon, stop } = gathered(() =>
    catchUp().catch((error: unknown) => log.warn({ err: error }, "events could not be read")),
  );
  await database.listen(eventChannel, soon, (isListening) => {
    if (isListening) soon();
  });

  const beating = setInterval(() => {
    soon();
    for (const stream of streams) send(stream, `id: ${writePosition(position)}\n\n`);
  }, heartbeat).unref();
  const watch = keepWatch(services, streams);

  return {
    async open(whose, last, outlet) {
      const { id } = whose.account;
      const opened = ofAccount.get(id) ?? 0;
      if (opened >= mostOfAnAccount || isClosed) return undefined;
      ofAccount.set(id, opened + 1);
      const stream: Stream = { ...whose, outlet, held: [], end: () => drop(stream) };
      streams.add(stream);
      try {
        await catchUp();
        const begin = position;
        // The events up to here are read from the table.
        stream.held = [];
        const before = await missed(database, stream.account, { last, begin });
        // Later events are held back until this reader's rights are checked.
        const [stale] = await staleAmong(services, [stream], false);
        const held: string[] = stream.held;
        stream.held = undefined;
        if (stale) throw new Refusal("unauthenticated", "Not authenticated");
        for (const text of [`retry: 2000\n${before}`, ...held]) send(stream, text);
      } catch (error) {
        drop(stream);
        throw error;
      }
      return () => drop(stream);
    },
    count: () => streams.size,
    close() {
      isClosed = true;
      clearInterval(beating);
      stop();
      watch.stop();
      for (const stream of streams) drop(stream);
    },
  };
}

/** Runs once for all calls of `soon` within a short time. */
function gathered(run: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  return {
    soon: (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void run();
      }, gathering);
    },
    stop: () => clearTimeout(timer),
  };
}

/** The events since `last` that a reader may read, as one message; an order to reload everything if too many. */
async function missed(
  database: Database,
  reader: EventReader,
  { last, begin }: { last: Position | undefined; begin: Position },
): Promise<string> {
  if (!last) return frame(begin, []);
  const isLost = isAhead(last, begin) || begin.at - last.at > longestGap;
  const found = isLost
    ? undefined
    : await readBetween(database, last, begin, { accountId: reader.id, most: mostMissed });
  // A reader that has missed too many events must reload everything.
  if (!found || found.length === mostMissed) return `event: reset\n${frame(begin, [])}`;
  return frame(
    begin,
    found.filter((event) => mayRead(reader, event)),
  );
}

/** The events of one reading as one message: a reader that is cut off has all of them, or none. */
const frame = (position: Position, events: readonly EventRow[]): string =>
  `id: ${writePosition(position)}\ndata: ${JSON.stringify(events.map(({ id, kind, about }) => ({ id, kind, ...about })))}\n\n`;
