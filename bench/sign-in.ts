import { performance } from "node:perf_hooks";
import { startProduct, type Product } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { fillCars } from "./fill.ts";
import { median, milliseconds, type Row } from "./report.ts";

const password = "correct horse battery";

/** Measures whether the time of a sign-in reveals an account, and how a flood of sign-ins affects other calls. */
export async function measureSignIn(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const databaseUrl = await fillCars(cluster, 1000);
  const product = await startProduct({ DATABASE_URL: databaseUrl, DEMO: "on", DEMO_PASSWORD: password });
  try {
    return [...(await knownAndUnknown(product, isQuick ? 20 : 200)), await whileHashing(product)];
  } finally {
    await product.stop();
  }
}

const post = async (product: Product, path: string, body: object): Promise<number> => {
  const began = performance.now();
  const response = await fetch(product.address + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return performance.now() - began;
};

/**
 * Times pairs of the same call, for an address with an account and one without, in turn, so noise affects both.
 */
async function knownAndUnknown(product: Product, pairs: number): Promise<Row[]> {
  const calls: [string, string, object][] = [
    ["Sign-in with a wrong password", "/auth/v1/token?grant_type=password", { password: "not this one" }],
    ["Sign-up", "/auth/v1/signup", { password }],
    ["New password", "/auth/v1/recover", {}],
    ["Email again", "/auth/v1/resend", { type: "signup" }],
  ];
  const rows: Row[] = [];
  for (const [what, path, body] of calls) {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs; pair++) {
      const asked: [number[], string][] = [
        [known, "customer@longbay.example"],
        [unknown, `nobody-${pair}@example.com`],
      ];
      for (const [times, email] of pair % 2 ? asked.toReversed() : asked)
        times.push(await post(product, path, { ...body, email }));
    }
    const [ours, bare] = [median(known), median(unknown)];
    const ratio = Math.max(ours, bare) / Math.min(ours, bare);
    rows.push({
      what: `${what}: known address beside unknown`,
      ours: milliseconds(ours),
      bare: milliseconds(bare),
      ratio,
      aim: 1.1,
      isAtLeast: false,
    });
  }
  return rows;
}

/** The 99th of a hundred health checks while a hundred sign-ins hash, beside the limit of 200 ms. */
async function whileHashing(product: Product): Promise<Row> {
  const hashing = new AbortController();
  const flood = Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      post(product, "/auth/v1/token?grant_type=password", { email: `flood-${at}@example.com`, password }),
    ),
  ).then(() => hashing.abort());
  const times: number[] = [];
  while (!hashing.signal.aborted) {
    const began = performance.now();
    await (await fetch(`${product.address}/healthz`)).arrayBuffer();
    times.push(performance.now() - began);
  }
  await flood;
  const worst = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  const allowed = 200;
  return {
    what: "Health, 99th percentile, while 100 sign-ins hash, beside 200 ms",
    ours: milliseconds(worst),
    bare: milliseconds(allowed),
    ratio: worst / allowed,
    aim: 1,
    isAtLeast: false,
  };
}
