import { get, type IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Product, startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { fillCars } from "./fill.ts";
import { memoryOf } from "./memory.ts";
import { milliseconds, type Row } from "./report.ts";

const ofEach = 10;

/** Measures many open streams of one process: their memory, and whether they delay other calls. */
export async function measureStreams(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const wanted = isQuick ? 100 : 2000;
  const databaseUrl = await fillCars(cluster, 1000);
  const product = await startProduct({ DATABASE_URL: databaseUrl, AUTH_AUTOCONFIRM: "on" });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const open: IncomingMessage[] = [];
  try {
    const tokens: string[] = [];
    for (let at = 0; at < wanted / ofEach; at++) tokens.push(await newToken(product, at));
    await carsAsked(product, 300);
    const idle = await carsAsked(product, 300);
    const before = memoryOf(product);
    for (const token of tokens)
      open.push(...(await Promise.all(Array.from({ length: ofEach }, () => listen(product, token)))));
    await wait(3000);
    const busy = await carsAsked(product, 300);
    const after = memoryOf(product);
    const began = performance.now();
    const heard = Promise.all(open.map(nextData));
    await client.query(
      `with told as (insert into events (kind, "to", about) select 'order', array_agg(id), '{}' from accounts returning id)
       select pg_notify('events', '') from told`,
    );
    await heard;
    const elapsed = performance.now() - began;
    return [
      {
        what: `${wanted} open streams over none, beside 200 MB`,
        ours: `${Math.round(after - before)} MB`,
        bare: "200 MB",
        ratio: Math.max(0, after - before) / 200,
        aim: 1,
        isAtLeast: false,
      },
      {
        what: "The list of cars beside them, 95th percentile, beside that without",
        ours: milliseconds(busy),
        bare: milliseconds(idle),
        ratio: busy / idle,
        aim: 2,
        isAtLeast: false,
      },
      {
        what: "An event for all of them, until the last has it, beside 1 s",
        ours: milliseconds(elapsed),
        bare: milliseconds(1000),
        ratio: elapsed / 1000,
        aim: 1,
        isAtLeast: false,
      },
    ];
  } finally {
    for (const stream of open) stream.destroy();
    await client.end();
    await product.stop();
  }
}

async function newToken({ address }: Product, at: number): Promise<string> {
  const answer = await fetch(`${address}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: "longbay", "content-type": "application/json" },
    body: JSON.stringify({ email: `stream${at}@mail.example`, password: "harbor fog 4", data: {} }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`nobody was signed up: ${answer.status}`);
  return token;
}

const listen = ({ address }: Product, token: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(
      `${address}/api/events`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`));
        response.once("data", () => resolve(response));
        response.resume();
      },
    ).once("error", reject);
  });

const nextData = (stream: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const hear = (piece: Buffer) => {
      if (!piece.includes('"kind"')) return;
      stream.off("data", hear);
      resolve();
    };
    stream.on("data", hear);
  });

async function carsAsked({ address }: Product, times: number): Promise<number> {
  const taken: number[] = [];
  for (let asked = 0; asked < times; asked++) {
    const began = performance.now();
    await (await fetch(`${address}/api/cars?limit=20`)).arrayBuffer();
    taken.push(performance.now() - began);
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(times * 0.95)] ?? 0;
}
