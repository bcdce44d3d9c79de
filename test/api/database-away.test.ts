import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { databaseKind } from "../app.ts";
import { type Product, startProduct } from "../product.ts";
import { type Cluster, postgresPrograms, startCluster } from "../throwaway-cluster.ts";

let cluster: Cluster;
let product: Product;

// The embedded database is part of the process, so it can't be away.
const onServer = databaseKind === "postgres";

beforeAll(async () => {
  const programs = postgresPrograms();
  if (!onServer || !programs) return;
  cluster = await startCluster(programs, { fsync: "off" });
  const client = new pg.Client({ connectionString: cluster.url("postgres") });
  await client.connect();
  await client.query("create database longbay");
  await client.end();
  product = await startProduct({ DATABASE_URL: cluster.url("longbay"), DEMO: "on" });
});
afterAll(async () => {
  await product?.stop();
  await cluster?.stop();
});

const status = async (path: string) => (await fetch(product.address + path)).status;

it.runIf(onServer)("the product answers 503 while the database is away, and recovers by itself", async () => {
  expect(await Promise.all(["/api/cars", "/cars", "/readyz"].map(status))).toEqual([200, 200, 200]);
  await cluster.halt();
  // Cached answers may live until the product notices the loss; after that nothing is cached.
  await vi.waitFor(async () => expect(await status("/api/cars?sort=name")).toBe(503), { timeout: 10_000 });
  expect(await Promise.all(["/readyz", "/healthz", "/cars?q=tesla"].map(status))).toEqual([503, 200, 503]);
  const page = await (await fetch(`${product.address}/cars?q=honda`)).text();
  expect(page).not.toMatch(/ECONNREFUSED|select |at async|node_modules/);
  await cluster.resume();
  await vi.waitFor(
    async () =>
      expect(await Promise.all(["/api/cars?sort=name", "/readyz", "/cars?q=tesla"].map(status))).toEqual([
        200, 200, 200,
      ]),
    {
      timeout: 20_000,
    },
  );
});
