import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type Product, startProduct, temporaryFolder } from "../test/product.ts";
import { importCsv, withAdmin } from "./admin.ts";
import { besideIdle, healthDuring } from "./health.ts";
import { writeCars } from "./import.ts";
import type { Row } from "./report.ts";

const importedRows = 10_000;

/**
 * The longest time for which the embedded database makes callers wait: during the first two minutes of a first
 * start, in which the demonstration gets its year of orders, and during an import.
 */
export async function measureTurns(isQuick: boolean): Promise<Row[]> {
  const folder = temporaryFolder();
  const product = await startProduct({
    ...withAdmin,
    DEMO_ORDERS: "on",
    ADMIN_SECOND_FACTOR: "off",
    DATA_DIR: folder.path,
  });
  try {
    const seconds = isQuick ? 20 : 120;
    const first = await healthDuring(product, () => wait(seconds * 1000));
    await importCars(product, folder.path, 10);
    const idle = await healthDuring(product, () => wait((seconds / 2) * 1000));
    const importing = await healthDuring(product, () => importCars(product, folder.path, importedRows));
    const row = (what: string, times: number[]) => besideIdle(what, times, idle);
    return [
      row(`through the first ${seconds} seconds of a first start`, first),
      row(`through an import of ${importedRows.toLocaleString("en-US")} cars`, importing),
    ];
  } finally {
    await product.stop();
    folder.remove();
  }
}

async function importCars(product: Product, folder: string, count: number): Promise<void> {
  const file = `${folder}/cars-${count}.csv`;
  await writeCars(file, count);
  await importCsv(product, readFileSync(file));
}
