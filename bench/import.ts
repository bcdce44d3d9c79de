import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import { watchCarFacts } from "#server/cars/facts.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { importCars } from "#server/imports/import-cars.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { noOutbox, once } from "./fill.ts";
import { median, memoryRow, type Row } from "./report.ts";

const columns =
  "name, brand, model, year, category, body_style, monthly_price, city, state, zip_code, trim, transmission, carplay, min_rent_days, plate_number, insurance, colour, features, description";
const allowedMegabytes = 300;

/**
 * Imports a file of very many cars, one row in a hundred bad, into an empty fleet; beside PostgreSQL's own COPY of
 * the good rows into the same table; and measures the memory of the import.
 */
export async function measureImport(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const rows = isQuick ? 5000 : 100_000;
  const folder = await mkdtemp(join(tmpdir(), "longbay-bench-"));
  try {
    const file = join(folder, "cars.csv");
    await writeCars(file, rows);
    const ours: number[] = [];
    const bare: number[] = [];
    let megabytes = 0;
    for (let round = 0; round < (isQuick ? 1 : 3); round++) {
      const imported = await timedImport(cluster, file, rows);
      ours.push(imported.seconds);
      megabytes = Math.max(megabytes, imported.megabytes);
      bare.push(await timedCopy(cluster, imported.url, join(folder, "bare.copy")));
    }
    const [mine, theirs] = [median(ours), median(bare)];
    return [
      {
        what: `CSV import of ${rows.toLocaleString("en-US")} rows, checked`,
        ours: seconds(mine),
        bare: `COPY: ${seconds(theirs)}`,
        ratio: theirs / mine,
        aim: 0.7,
        isAtLeast: true,
      },
      memoryRow("memory over idle while importing", megabytes, allowedMegabytes),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const seconds = (value: number): string => `${value.toFixed(2)} s`;

/** Writes a file of `count` cars, one row in a hundred bad. */
export async function writeCars(path: string, count: number): Promise<void> {
  const brands = ["Toyota,Corolla", "Ford,Escape", "Kia,Niro", "Tesla,Model 3", "Honda,Civic", "Mazda,CX-5"];
  const cities = [
    "San Francisco",
    "San Mateo",
    "Palo Alto",
    "Mountain View",
    "Sunnyvale",
    "Cupertino",
    "San Jose",
    "Fremont",
  ];
  async function* lines() {
    yield "name,brand,model,year,category,monthlyPrice,city,state,zipCode,trim,transmission,carplay,minRentDays,plateNumber,insurance,colour,features,description\n";
    for (let n = 0; n < count; n++) {
      const car = brands[n % brands.length] ?? "";
      const year = n % 100 === 99 ? 1885 : 2015 + (n % 11);
      yield `${car.replace(",", " ")} LE ${n},${car},${year},SUV,${500 + (n % 900)}.00,${cities[n % cities.length]},CA,94043,LE,automatic,true,30,B${n}X,Progressive,Silver,5 seats|Backup camera,"Easy to park, quiet on the freeway, number ${n}"\n`;
    }
  }
  await pipeline(lines, createWriteStream(path));
}

async function freshDatabase(cluster: Cluster): Promise<string> {
  const name = `bench_import_${Date.now()}_${Math.random().toString(36).slice(2, 8)}`;
  await once(cluster.url("postgres"), `create database ${name}`);
  await (await openDatabase(readConfig({ DATABASE_URL: cluster.url(name) }))).close();
  return cluster.url(name);
}

async function timedImport(cluster: Cluster, file: string, rows: number) {
  const url = await freshDatabase(cluster);
  const config = readConfig({ DATABASE_URL: url });
  const database = await openDatabase(config);
  const carFacts = await watchCarFacts(database);
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let most = idle;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  const begun = performance.now();
  const services = { database, carFacts, now: Date.now, config, outbox: noOutbox };
  const report = await importCars(services, file, { actor: "benchmark", fileName: "cars.csv" });
  const spent = (performance.now() - begun) / 1000;
  clearInterval(watching);
  await database.close();
  const bad = Math.floor(rows / 100);
  if (report.added !== rows - bad || report.errorDetails.length !== bad)
    throw new Error(`The import added ${report.added} and refused ${report.errors}`);
  return { url, seconds: spent, megabytes: (most - idle) / 2 ** 20 };
}

/**
 * Copies the rows that our import wrote, by COPY, into the same table with the same indexes and triggers in
 * another database.
 */
async function timedCopy(cluster: Cluster, filled: string, path: string): Promise<number> {
  await withClient(filled, (client) =>
    pipeline(client.query(to(`copy cars (${columns}) to stdout`)), createWriteStream(path)),
  );
  return withClient(await freshDatabase(cluster), async (client) => {
    const begun = performance.now();
    await pipeline(createReadStream(path), client.query(from(`copy cars (${columns}) from stdin`)));
    return (performance.now() - begun) / 1000;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
