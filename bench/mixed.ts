import { setTimeout as wait } from "node:timers/promises";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { type Product, startProduct, temporaryFolder } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { small } from "./at-rest.ts";
import { fillCars } from "./fill.ts";
import { memoryOf } from "./memory.ts";
import type { Row } from "./report.ts";

/** Memory after the hour beside that after its first ten minutes. */
const allowed = 1.15;

/**
 * The memory of a process after an hour of mixed work beside that after the first ten minutes: visitors read pages and
 * lists with dates of all kinds, search and order; administrators read lists and export them.
 */
export async function measureMixed(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const minutes = isQuick ? 2 : 60;
  const folder = temporaryFolder();
  const kinds: { what: string; env: Record<string, string> }[] = [
    { what: "PostgreSQL", env: { DATABASE_URL: await fillCars(cluster, 144) } },
    { what: "the embedded database", env: { DATA_DIR: folder.path } },
  ];
  try {
    return await Promise.all(
      kinds.map(async ({ what, env }) => {
        const product = await startProduct({ ...withAdmin, ADMIN_SECOND_FACTOR: "off", ...env, ...small });
        try {
          await workFor(product, minutes / 6);
          const early = memoryOf(product);
          await workFor(product, (minutes * 5) / 6);
          return flatRow(
            `${what}, after ${minutes} minutes beside after ${Math.ceil(minutes / 6)}`,
            memoryOf(product),
            early,
          );
        } finally {
          await product.stop();
        }
      }),
    );
  } finally {
    folder.remove();
  }
}

const flatRow = (what: string, late: number, early: number): Row => ({
  what: `Memory in mixed work with ${what}`,
  ours: `${late.toFixed(0)} MB`,
  bare: `${early.toFixed(0)} MB`,
  ratio: late / early,
  aim: allowed,
  isAtLeast: false,
});

type Car = { id: string };

/** Five calls a second by visitors, an order every few seconds, an administrator's look every half a minute. */
async function workFor(product: Product, minutes: number): Promise<void> {
  const cars = (await (await fetch(`${product.address}/api/cars?limit=100`)).json()) as Car[];
  const until = performance.now() + minutes * 60_000;
  let [turn, token] = [0, await signIn(product)];
  while (performance.now() < until) {
    const days = someDays(turn);
    const carId = cars[turn % cars.length]?.id;
    const query = new URLSearchParams(days).toString();
    for (const path of [
      `/api/cars?${query}`,
      `/cars?${query}&lang=${turn % 2 ? "zh" : "en"}`,
      `/cars/${carId}`,
      `/api/cars?q=${turn % 3 ? "tesla" : "hnda"}&minPrice=${turn % 1000}`,
      `/api/cars/${carId}/similar?${query}`,
    ])
      await read(product, path);
    if (turn % 4 === 0) await order(product, { carId, ...days });
    if (turn % 30 === 0) {
      token = turn % 900 ? token : await signIn(product);
      for (const path of ["/api/admin/orders", "/api/admin/dashboard/stats", "/api/admin/orders/export.csv"])
        await read(product, path, token);
    }
    turn++;
    await wait(1000);
  }
}

/** A rental of a month to three that begins within a year, another one in each turn. */
function someDays(turn: number): { pickupDate: string; returnDate: string } {
  const pickupDate = addDays(dateInLosAngeles(Date.now()), 3 + ((turn * 37) % 330));
  return { pickupDate, returnDate: addDays(pickupDate, 30 + ((turn * 7) % 60)) };
}

async function read({ address }: Product, path: string, token?: string): Promise<void> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(address + path, { headers });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${path} was answered ${answer.status}`);
}

async function order({ address }: Product, wanted: Record<string, string | undefined>): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(address + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const quote = await post("/api/quotes", wanted);
  if (!quote.ok) return void (await quote.arrayBuffer());
  const { total } = (await quote.json()) as { total: string };
  const answer = await post("/api/bookings", {
    ...wanted,
    id: crypto.randomUUID(),
    customerName: "Wei Lin",
    customerEmail: `${crypto.randomUUID()}@example.com`,
    customerPhone: "+1 650 555 0134",
    pickupLocation: "123 Castro Street, Mountain View",
    totalPrice: total,
  });
  await answer.arrayBuffer();
  // Another order may have the car by now.
  if (!answer.ok && answer.status !== 409) throw new Error(`An order was answered ${answer.status}`);
}
