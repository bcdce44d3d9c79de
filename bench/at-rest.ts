import { setTimeout as wait } from "node:timers/promises";
import { startProduct, temporaryFolder } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { memoryOf } from "./memory.ts";
import { memoryRow, type Row } from "./report.ts";

/** The settings with which `npm start` starts the product. */
export const small = { NODE_OPTIONS: "--max-semi-space-size=4", MALLOC_ARENA_MAX: "2" };
const pages = ["/", "/cars", "/?lang=zh", "/subscriptions", "/api/cars?q=toyta", "/signin"];

/** The memory of a process after ten minutes without visitors, once a visitor has looked at some pages. */
export async function measureAtRest(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const minutes = isQuick ? 1 : 10;
  const folder = temporaryFolder();
  const kinds: { what: string; allowed: number; env: Record<string, string> }[] = [
    { what: "PostgreSQL", allowed: 350, env: { DATABASE_URL: await fillCars(cluster, 144), DEMO: "off" } },
    { what: "the embedded database", allowed: 600, env: { ...withAdmin, DATA_DIR: folder.path } },
  ];
  const rows: Row[] = [];
  for (const { what, allowed, env } of kinds) {
    const product = await startProduct({ ...env, ...small });
    try {
      for (const page of pages) await (await fetch(product.address + page)).arrayBuffer();
      await wait(minutes * 60_000);
      rows.push(
        memoryRow(`Memory at rest with ${what}, after ${minutes} minutes`, memoryOf(product), allowed),
      );
    } finally {
      await product.stop();
    }
  }
  folder.remove();
  return rows;
}
