import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import pg from "pg";
import { type CarFilters } from "#server/cars/filters.ts";
import { findCar, findCars, findSimilarCars } from "#server/cars/queries.ts";
import type { CarCounts } from "#domain/cars/car-counts.ts";
import { type Vocabulary, vocabularyOf } from "#domain/cars/search-meaning.ts";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import type { CarSort } from "#domain/cars/cars.ts";
import type { Database } from "#server/db/open-database.ts";
import { type Product, startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { fillCars, fillHeldDays } from "./fill.ts";
import { median, milliseconds, perSecond, type Row } from "./report.ts";

const connections = 10;
const rounds = 5;

/**
 * Measures the catalogue with `size` cars: hot answers beside a bare route with the same bytes, cold answers
 * beside the same SQL without the product.
 */
export async function measureCars(cluster: Cluster, size: number, isQuick: boolean): Promise<Row[]> {
  const databaseUrl = await fillCars(cluster, size);
  await fillHeldDays(databaseUrl);
  const product = await startProduct({ DATABASE_URL: databaseUrl, DEMO: "off" });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on("error", () => {});
  try {
    const seconds = isQuick ? 1 : 3;
    return [...(await cachedRows(product, seconds)), ...(await coldRows(product, pool, isQuick ? 100 : 400))];
  } finally {
    await pool.end();
    await product.stop();
  }
}

async function cachedRows(product: Product, seconds: number): Promise<Row[]> {
  const [car] = (await (await fetch(`${product.address}/api/cars?limit=1`)).json()) as { id: string }[];
  const pages = [
    { what: "List, hot", path: "/api/cars", file: "list.json" },
    { what: "Search, hot", path: "/api/cars?q=toyta&sort=newest", file: "search.json" },
    { what: "Detail, hot", path: `/api/cars/${car?.id}`, file: "detail.json" },
    { what: "List with dates, hot", path: `/api/cars?${datesQuery(0)}`, file: "dated.json", aim: 0.3 },
    { what: "Page /cars, hot", path: "/cars", file: "static/cars.html" },
  ];
  const folder = mkdtempSync(join(tmpdir(), "longbay-bench-"));
  for (const { path, file } of pages)
    writeFileSync(
      join(folder, file.replace("static/", "")),
      Buffer.from(await (await fetch(product.address + path)).arrayBuffer()),
    );
  const bare = await startBare(folder);
  try {
    const rows: Row[] = [];
    for (const { what, path, file, aim = 0.5 } of pages) {
      const ours: number[] = [];
      const theirs: number[] = [];
      // The two take turns, so that other work of the machine affects both.
      for (let round = 0; round < rounds; round++) {
        ours.push(await requestsPerSecond(product.address + path, seconds));
        theirs.push(await requestsPerSecond(`${bare.address}/${file}`, seconds));
      }
      const ratio = median(ours.map((value, round) => value / (theirs[round] ?? 1)));
      rows.push({
        what,
        ours: perSecond(median(ours)),
        bare: perSecond(median(theirs)),
        ratio,
        aim,
        isAtLeast: true,
      });
    }
    return rows;
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} answers were not 200, ${result.errors} failed`);
  return result.requests.average;
}

async function startBare(folder: string): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const child = spawn(process.execPath, ["bench/bare-server.ts", folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const address = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /ready at (\S+)/.exec(chunk.toString())?.[1];
      if (found) resolve(found);
    });
  });
  return {
    address,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** A month that begins in the next half year: 150 days and as many lengths, so that no two are alike. */
const datesOf = (index: number): { pickupDate: string; returnDate: string } => {
  const pickupDate = addDays(dateInLosAngeles(Date.now()), 5 + (index % 150));
  return { pickupDate, returnDate: addDays(pickupDate, 31 + Math.floor(index / 150)) };
};
const datesQuery = (index: number): string => new URLSearchParams(datesOf(index)).toString();

const kinds = { list: "List, cold", search: "Search, cold", dates: "List with dates, cold" };
type Kind = keyof typeof kinds;
type Question = { path: string; filters: CarFilters; sort: CarSort };

/** Queries that were never sent before: each has another price bound. */
function questions(count: number, kind: Kind): Question[] {
  const brands = ["Toyota", "Honda", "Tesla", "Ford", "BMW"];
  const cities = ["San Jose", "Fremont", "San Francisco", "Palo Alto"];
  const typed = ["toyta camry", "tesla", "hnda civic", "model 3", "mustang"];
  const sorts: CarSort[] = ["recommended", "price-low", "price-high", "name", "newest"];
  return Array.from({ length: count }, (_, index) => {
    const sort = sorts[index % sorts.length] ?? "newest";
    if (kind === "dates")
      return { path: `/api/cars?${datesQuery(index + 1)}&sort=${sort}`, filters: datesOf(index + 1), sort };
    if (kind === "search") {
      const filters = { q: `${typed[index % typed.length]}`, maxPrice: 90_000 + index * 100 };
      return {
        path: `/api/cars?q=${encodeURIComponent(filters.q)}&sort=${sort}&maxPrice=${(filters.maxPrice / 100).toFixed(2)}`,
        filters,
        sort,
      };
    }
    const make = brands[index % brands.length];
    const location = cities[index % cities.length];
    const minPrice = 50_000 + index * 37;
    return {
      path: `/api/cars/search?make=${make}&location=${encodeURIComponent(location ?? "")}&minPrice=${(minPrice / 100).toFixed(2)}&sort=${sort}`,
      filters: { brand: make, location, minPrice },
      sort,
    };
  });
}

async function coldRows(product: Product, pool: pg.Pool, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of Object.keys(kinds) as Kind[]) {
    const asked = questions(count, kind);
    const recorded = await Promise.all(
      asked.map(({ filters, sort }) =>
        statementsOf(pool, (database, known) =>
          findCars({ database, today: dateInLosAngeles(Date.now()), ...known }, { filters, sort }),
        ),
      ),
    );
    rows.push(
      await compareCold(
        kinds[kind],
        asked.map((question) => product.address + question.path),
        recorded,
        pool,
        kind === "dates" ? 1.3 : 1.5,
      ),
    );
  }
  const ids = (
    await pool.query<{ id: string }>("select id from cars order by md5(id::text) limit $1", [count])
  ).rows.map((row) => row.id);
  const today = dateInLosAngeles(Date.now());
  const details = await Promise.all(ids.map((id) => statementsOf(pool, (database) => findCar(database, id))));
  const similar = await Promise.all(
    ids.map((id) =>
      statementsOf(pool, async (database, known) => {
        const car = await findCar(database, id);
        if (car) await findSimilarCars({ database, today, ...known }, car, {}, 16);
      }),
    ),
  );
  rows.push(
    await compareCold(
      "Detail, cold",
      ids.map((id) => `${product.address}/api/cars/${id}`),
      details,
      pool,
    ),
    await compareCold(
      "Similar cars, cold",
      ids.map((id) => `${product.address}/api/cars/${id}/similar`),
      similar,
      pool,
    ),
  );
  return rows;
}

type Statement = { text: string; parameters: unknown[]; name?: string | undefined };
/** The facts that a process keeps about the catalogue, without a query. */
type KnownCars = { counts: () => Promise<CarCounts[]>; words: () => Promise<Vocabulary> };

/** The statements that one of our queries runs, recorded while it runs. */
async function statementsOf(
  pool: pg.Pool,
  ask: (database: Database, known: KnownCars) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const rows = async (text: string, parameters: unknown[] = [], name?: string) => {
    statements.push({ text, parameters, name });
    return (await pool.query(text, parameters)).rows;
  };
  const counts = async () =>
    (
      await pool.query<CarCounts>(
        `select category, brand, city, state, count(*)::int as count, min(monthly_price) as "lowestPrice" from cars group by 1, 2, 3, 4`,
      )
    ).rows;
  const words = async () =>
    vocabularyOf(
      (await pool.query<{ word: string }>("select word from search_words")).rows.map(({ word }) => word),
    );
  await ask({ rows } as unknown as Database, { counts, words });
  return statements;
}

async function compareCold(
  what: string,
  urls: string[],
  recorded: Statement[][],
  pool: pg.Pool,
  aim = 1.5,
): Promise<Row> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (const [index, url] of urls.entries()) {
    const statements = recorded[index] ?? [];
    bare.push(await timed(() => runBare(pool, statements)));
    ours.push(await timed(() => get(url)));
  }
  // The first half warms both up: visitors don't meet a server that has just started.
  const [late, lateBare] = [ours.slice(ours.length / 2), bare.slice(bare.length / 2)];
  const ratio = median(late.map((value, index) => value / (lateBare[index] ?? 1)));
  return {
    what,
    ours: milliseconds(median(late)),
    bare: milliseconds(median(lateBare)),
    ratio,
    aim,
    isAtLeast: false,
  };
}

/** Runs the statements as the product does: a page beside its count, prepared where the product prepares. */
const runBare = (pool: pg.Pool, statements: Statement[]): Promise<unknown> =>
  Promise.all(
    statements.map(({ text, parameters, name }) =>
      pool.query({ text, values: parameters, ...(name && { name }) }),
    ),
  );

const agent = new Agent({ keepAlive: true });

/** The simplest client: the time of a heavier one would be part of the measurement. */
function get(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => {
      answer.resume();
      answer.on("end", () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode}`)),
      );
    })
      .on("error", reject)
      .end();
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
