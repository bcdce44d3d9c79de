import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

type Ears = { heard: (payload: string) => void; turned: (isListening: boolean) => void };

export type Listener = {
  listen: (channel: string, heard: Ears["heard"], turned: Ears["turned"]) => Promise<void>;
  /** Resolves when nothing is connected anymore. */
  close: () => Promise<void>;
};

/** Milliseconds between two questions whether the database is still there, and for its answer. */
const usualPause = 5000;

/**
 * One connection that listens to every channel of a process. The first channel opens it, and it is opened again
 * whenever it is lost, also by a network or a server that is gone without a word.
 */
export function keepListening(connectionString: string, pause = usualPause): Listener {
  const channels = new Map<string, Ears[]>();
  const closing = new AbortController();
  let connected: pg.Client | undefined;
  let running: Promise<void> | undefined;
  let waiting: (() => void)[] = [];

  const begin = (client: pg.Client, channel: string) =>
    client.query(`listen ${pg.escapeIdentifier(channel)}`);

  const notify = (isListening: boolean) => {
    for (const ears of [...channels.values()].flat()) ears.turned(isListening);
  };

  async function connect(isFirst: boolean): Promise<boolean> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
      query_timeout: pause,
    });
    const lost = Promise.withResolvers<void>();
    client.on("error", () => lost.resolve());
    client.on("end", () => lost.resolve());
    client.on("notification", ({ channel, payload = "" }) => {
      for (const ears of channels.get(channel) ?? []) ears.heard(payload);
    });
    const stop = () => lost.resolve();
    closing.signal.addEventListener("abort", stop, { once: true });
    try {
      await client.connect();
      // Channels that join meanwhile are in the map, so that this loop reaches them too.
      for (const channel of channels.keys()) await begin(client, channel);
      connected = client;
      if (!isFirst) notify(true);
      for (const ready of waiting.splice(0)) ready();
      // `close` may have been called while this was connecting.
      // To listen again changes nothing, and fails where nobody is there.
      const [channel = ""] = channels.keys();
      const asking = setInterval(() => void begin(client, channel).catch(stop), pause);
      if (!closing.signal.aborted) await lost.promise;
      clearInterval(asking);
      connected = undefined;
      notify(false);
      return true;
    } catch {
      await wait(500, undefined, { signal: closing.signal }).catch(() => undefined);
      return false;
    } finally {
      connected = undefined;
      closing.signal.removeEventListener("abort", stop);
      // A dead connection doesn't answer the farewell either.
      await Promise.race([client.end().catch(() => undefined), wait(pause, undefined, { ref: false })]);
    }
  }

  async function run(): Promise<void> {
    let isFirst = true;
    while (!closing.signal.aborted) if (await connect(isFirst)) isFirst = false;
  }

  return {
    async listen(channel, heard, turned) {
      channels.set(channel, [...(channels.get(channel) ?? []), { heard, turned }]);
      running ??= run();
      // If this fails, the connection is lost, and the next connection listens to the channel from its start.
      if (connected && (await begin(connected, channel).catch(() => undefined))) return;
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async close() {
      closing.abort();
      await running;
      for (const ready of waiting.splice(0)) ready();
    },
  };
}
