import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { databaseKind, freshServerDatabase } from "#test/app.ts";
import { keepListening } from "./keep-listening.ts";

const pause = 100;
const soon = { timeout: 20_000, interval: 20 };

/** A network to a database, in which later every connection goes silent without a word. */
async function networkTo(connectionString: string) {
  const target = new URL(connectionString);
  const { port, hostname } = target;
  const sockets: Socket[] = [];
  let isSilent = false;
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    sockets.push(socket, onward);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      from.on("data", (piece) => void (isSilent || to.write(piece)));
      from.on("error", () => undefined);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: target.href,
    setSilent: (silent: boolean) => void (isSilent = silent),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it.runIf(databaseKind === "postgres")(
  "a listener notices that its connection is dead though nobody closed it, and hears again on another",
  async () => {
    const connectionString = await freshServerDatabase();
    const network = await networkTo(connectionString);
    const listening = keepListening(network.url, pause);
    const heard: string[] = [];
    const turns: boolean[] = [];
    await listening.listen(
      "news",
      (payload) => heard.push(payload),
      (isListening) => turns.push(isListening),
    );
    network.setSilent(true);
    await vi.waitFor(() => expect(turns).toContain(false), soon);
    network.setSilent(false);
    await vi.waitFor(() => expect(turns).toEqual([false, true]), soon);
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query("notify news, 'again'");
    await vi.waitFor(() => expect(heard).toEqual(["again"]), soon);
    await client.end();
    await listening.close();
    network.close();
  },
);
