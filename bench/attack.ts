import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { startProduct, type Product } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { fillCars } from "./fill.ts";
import { healthDuring } from "./health.ts";
import { memoryOf } from "./memory.ts";
import { memoryRow, milliseconds, type Row } from "./report.ts";

const allowed = { health: 200, memory: 500 };

/**
 * Measures the product during attacks, with its limits as shipped: how soon `/healthz` answers a process that
 * calls it every 20 ms, and the memory above idle.
 */
export async function measureAttack(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const seconds = isQuick ? 3 : 15;
  const product = await startProduct({
    DATABASE_URL: await fillCars(cluster, 1000),
    DEMO: "off",
    RATE_LIMITS: "on",
  });
  try {
    const rows: Row[] = [];
    const calm = await underAttack(product, () => wait(seconds * 1000));
    rows.push(healthRow("nobody attacks", calm.health));
    for (const [name, attack] of Object.entries(attacks)) {
      const { health, memory } = await underAttack(product, (ended) => attack(product, ended), seconds);
      rows.push(
        healthRow(name, health),
        memoryRow(`Memory over idle, while ${name}, beside 500 MB`, memory, allowed.memory),
      );
    }
    return rows;
  } finally {
    await product.stop();
  }
}

const healthRow = (name: string, time: number): Row => ({
  what: `Health, 99th percentile, while ${name}, beside 200 ms`,
  ours: milliseconds(time),
  bare: milliseconds(allowed.health),
  ratio: time / allowed.health,
  aim: 1,
  isAtLeast: false,
});

/** Connections that request hundreds of answers at once, and read none of them. */
const readNothing =
  (connections: number, path: string, each: number) => (product: Product, ended: AbortSignal) =>
    Promise.all(
      Array.from({ length: connections }, async () => {
        const { port, hostname } = new URL(product.address);
        while (!ended.aborted) {
          const socket = connect(Number(port), hostname)
            .on("error", () => {})
            .pause();
          socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(each));
          // A connection that the product closes is opened again.
          await Promise.race([once(socket, "close").catch(() => undefined), aborted(ended)]);
          socket.destroy();
          await wait(20);
        }
      }),
    );

const bodySize = 250_000;
const fill = (piece: string) => piece.repeat(Math.ceil(bodySize / piece.length)).slice(0, bodySize);
/** Bodies that once took time with the square of their length, or that give a parser the most work. */
const bodies = [
  ...[
    `a${fill(" ").slice(2)}b`,
    fill("4 "),
    fill("["),
    fill("a.@"),
    fill("<script"),
    fill("\u0315\u0300").slice(0, bodySize / 3),
  ].map((message) => JSON.stringify({ name: "A", email: "a@example.com", subject: "B", message })),
  `{"name":${"[".repeat(bodySize / 2)}${"]".repeat(bodySize / 2 - 10)}}`,
  `${'{"a":'.repeat(bodySize / 6)}1${"}".repeat(bodySize / 6)}`,
];
const paths = [
  "/api/contact",
  "/api/bookings",
  "/api/quotes",
  "/auth/v1/token?grant_type=password",
  "/auth/v1/signup",
];

/** Twenty senders, one body after the other. */
const sendBodies = (product: Product, ended: AbortSignal) =>
  Promise.all(
    Array.from({ length: 20 }, async (_, sender) => {
      for (let at = sender; !ended.aborted; at++) {
        const path = paths[at % paths.length] ?? "";
        const sent = fetch(product.address + path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: bodies[Math.floor(at / paths.length) % bodies.length] ?? "",
          signal: ended,
        });
        await sent.then((answer) => answer.arrayBuffer()).catch(() => undefined);
      }
    }),
  );

const attacks: Record<string, (product: Product, ended: AbortSignal) => Promise<unknown>> = {
  "27 connections ask for 800 answers and read none": readNothing(27, "/api/cars", 800),
  "40 connections ask for 60 descriptions of the API and read none": readNothing(40, "/api/openapi.json", 60),
  "20 senders send the worst bodies of 250 kB": sendBodies,
};

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, "abort");

/** The 99th percentile of health in milliseconds, and the megabytes above idle, during an attack. */
async function underAttack(
  product: Product,
  attack: (ended: AbortSignal) => Promise<unknown>,
  seconds?: number,
): Promise<{ health: number; memory: number }> {
  const idle = memoryOf(product);
  let most = idle;
  const watching = setInterval(() => (most = Math.max(most, memoryOf(product))), 100);
  const times = await healthDuring(product, () =>
    attack(seconds ? AbortSignal.timeout(seconds * 1000) : new AbortController().signal),
  ).finally(() => clearInterval(watching));
  return { health: times[Math.ceil(times.length * 0.99) - 1] ?? Infinity, memory: most - idle };
}
