// Upgrades an installation under load, as an operator does: the version in FOLDER serves people first, this
// version starts beside it on the same database, both serve for a while, then the older one is stopped. Prints
// what people met during this time. Usage: node test/try-upgrade.ts FOLDER [SECONDS]; FOLDER holds an older
// version with its modules and its built pages.
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { type Product, startProduct, temporaryFolder } from "./product.ts";
import { postgresPrograms, startCluster } from "./throwaway-cluster.ts";

const [folder = "", seconds = "30"] = process.argv.slice(2);
const password = "an upgrade under load";
const workers = 4;

/** How often each action ended in each way. */
const met = new Map<string, number>();
const samples = new Map<string, string>();
function note(what: string, status: number | string, body = ""): void {
  const key = `${what} ${status}`;
  met.set(key, (met.get(key) ?? 0) + 1);
  if (!samples.has(key)) samples.set(key, body.slice(0, 300));
}

/** The processes behind the proxy. If one refuses a connection, the next one is tried. */
const serving: Product[] = [];
const turn = { next: 0 };

async function ask(what: string, path: string, init: RequestInit = {}): Promise<Response | undefined> {
  const first = turn.next++ % serving.length;
  for (const product of [...serving.slice(first), ...serving.slice(0, first)]) {
    try {
      const answer = await fetch(product.address + path, init);
      if (answer.status >= 500) note(what, answer.status, await answer.clone().text());
      else note(what, answer.status < 400 ? "done" : answer.status, await answer.clone().text());
      return answer;
    } catch (error) {
      const isRefused =
        error instanceof TypeError &&
        typeof error.cause === "object" &&
        error.cause !== null &&
        "code" in error.cause &&
        error.cause.code === "ECONNREFUSED";
      // Only a refused connection is tried again: a request that was already running may have been done.
      if (isRefused) continue;
      note(what, "cut off", String(error));
      return undefined;
    }
  }
  note(what, "nobody answers");
  return undefined;
}

const json = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const over = new AbortController();

/** One person after another looks around, asks for a price and orders. */
async function walk(worker: number, cars: readonly { id: string }[]): Promise<void> {
  for (let round = 0; !over.signal.aborted; round++) {
    const car = cars[(worker + round * workers) % cars.length];
    if (!car) return;
    const pickupDate = addDays(dateInLosAngeles(Date.now()), 3 + ((worker * 97 + round * 13) % 300));
    const wanted = { carId: car.id, pickupDate, returnDate: returnDateFor(pickupDate, 1) };
    await ask("home page", "/");
    await ask("list with dates", `/api/cars?pickupDate=${pickupDate}&returnDate=${wanted.returnDate}`);
    await ask("car's page", `/cars/${car.id}`);
    const quote = await ask("quote", "/api/quotes", json(wanted));
    if (!quote?.ok) continue;
    const { total } = (await quote.json()) as { total: string };
    const id = crypto.randomUUID();
    await ask(
      "order",
      "/api/bookings",
      json({
        ...wanted,
        id,
        totalPrice: total,
        pickupLocation: "Millbrae",
        customerName: "Upgrade",
        customerEmail: `upgrade-${worker}-${round}@example.com`,
        customerPhone: "+1 650 555 0100",
      }),
    );
  }
}

/** An administrator reads the back office's lists all the time. */
async function administer(): Promise<void> {
  const answer = await ask("sign in", "/api/auth/login", json({ email: "admin@longbay.example", password }));
  const cookie = answer?.headers.get("set-cookie")?.split(";")[0] ?? "";
  const headers = { cookie };
  for (; !over.signal.aborted; await wait(50))
    for (const path of ["/api/admin/orders", "/api/admin/cars", "/api/admin/user", "/api/admin/finance"])
      await ask(`desk ${path}`, path, { headers });
}

const programs = postgresPrograms();
if (!programs) throw new Error("PostgreSQL's server programs, 15 or newer, are not on this machine");
const cluster = await startCluster(programs);
const data = temporaryFolder();
const env = {
  DATABASE_URL: cluster.url("postgres"),
  DATA_DIR: data.path,
  DEMO: "on",
  DEMO_PASSWORD: password,
  ADMIN_SECOND_FACTOR: "off",
  HOST: "127.0.0.1",
  PUBLIC_URL: "http://127.0.0.1:8080",
  SMTP_URL: "",
};
let hasFailed = false;
try {
  const older = await startProduct(env, { folder: resolve(folder) });
  serving.push(older);
  const list = (await (await fetch(`${older.address}/api/cars?limit=100`)).json()) as { id: string }[];
  const walks = [...Array.from({ length: workers }, (_, worker) => walk(worker, list)), administer()];
  const third = (Number(seconds) * 1000) / 3;
  await wait(third);
  const newer = await startProduct(env);
  serving.push(newer);
  await wait(third);
  serving.splice(0, serving.length, newer, older);
  const code = await older.stop();
  serving.splice(0, serving.length, newer);
  await wait(third);
  over.abort();
  await Promise.all(walks);
  await newer.stop();
  for (const [key, count] of [...met].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const isBad = / (5\d\d|cut off|nobody answers|401|403|404)$/.test(key);
    hasFailed ||= isBad;
    console.log(
      `${isBad ? "✗" : " "} ${key}: ${count}${isBad || / 4\d\d$/.test(key) ? ` ${samples.get(key)}` : ""}`,
    );
  }
  console.log(`The older version ended with ${code}.`);
  for (const [name, product] of [
    ["older", older],
    ["newer", newer],
  ] as const)
    for (const line of product
      .output()
      .split("\n")
      .filter((text) => /"level":(50|60)/.test(text))
      .slice(0, 10))
      console.log(`${name}: ${line.slice(0, 300)}`);
} finally {
  await cluster.stop();
  data.remove();
}
process.exitCode = hasFailed ? 1 : 0;
