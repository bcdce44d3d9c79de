// npm run bench: measures catalogue and ordering on PostgreSQL, beside the simplest programs that do the same.
//   npm run bench -- --write       also replaces the tables in docs/performance.md
//   npm run bench -- --quick       1,000 cars only, short runs: to see that it works
//   npm run bench -- --only=zip,sign-in      only some parts; with --write the other parts keep their figures
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { postgresPrograms, startCluster } from "../test/throwaway-cluster.ts";
import { measureAttack } from "./attack.ts";
import { measureAtRest } from "./at-rest.ts";
import { measureCars } from "./cars.ts";
import { measureDashboards } from "./dashboards.ts";
import { measureDocuments } from "./documents.ts";
import { measureFeeds } from "./feeds.ts";
import { measureHostMoney } from "./host-money.ts";
import { measureHosts } from "./hosts.ts";
import { measureMixed } from "./mixed.ts";
import { measureOrderLists } from "./order-lists.ts";
import { measureImport } from "./import.ts";
import { measureLedger } from "./ledger.ts";
import { measureMessages } from "./messages.ts";
import { measureOrders } from "./orders.ts";
import type { Row } from "./report.ts";
import { table } from "./report.ts";
import { measureSignIn } from "./sign-in.ts";
import { measureStreams } from "./streams.ts";
import { measureTurns } from "./turns.ts";
import { measureZip } from "./zip.ts";

const isQuick = process.argv.includes("--quick");
const sizes = isQuick ? [1000] : [1000, 100_000];
/** Parts that need half an hour to fill, or an hour, so they only run if they are named. */
const longParts = new Set(["million", "mixed"]);
const page = "docs/performance.md";
const [begin, end] = ["<!-- bench: begin -->", "<!-- bench: end -->"];

const programs = postgresPrograms();
if (!programs) {
  process.stderr.write("The benchmark compares with PostgreSQL, whose programs are not on this machine.\n");
  process.exit(1);
}

type Section = { title: string; rows: Row[] };
const parts: Record<string, () => Promise<Section[]>> = {
  cars: async () => {
    const measured: Section[] = [];
    for (const size of sizes)
      measured.push({
        title: `${size.toLocaleString("en-US")} cars`,
        rows: await measureCars(cluster, size, isQuick),
      });
    return measured;
  },
  million: async () => [
    { title: "1,000,000 cars, 3,000,000 orders", rows: await measureCars(cluster, 1_000_000, isQuick) },
  ],
  orders: async () => [{ title: "Orders", rows: await measureOrders(cluster, isQuick) }],
  "order-lists": async () => [
    {
      title: isQuick ? "20,000 orders" : "1,000,000 orders",
      rows: await measureOrderLists(cluster, isQuick),
    },
  ],
  dashboards: async () => [
    { title: "A renter's dashboard", rows: await measureDashboards(cluster, isQuick) },
  ],
  hosts: async () => [
    {
      title: isQuick ? "50 hosts of 20 cars, 20,000 orders" : "1,000 hosts of 20 cars, 1,000,000 orders",
      rows: await measureHosts(cluster, isQuick),
    },
  ],
  feeds: async () => [
    { title: "Calendars that cars follow, on PostgreSQL", rows: await measureFeeds(cluster) },
    { title: "Calendars that cars follow, on the embedded database", rows: await measureFeeds() },
  ],
  ledger: async () => [
    {
      title: isQuick ? "20,000 entries of the ledger" : "1,000,000 entries of the ledger",
      rows: await measureLedger(cluster, isQuick),
    },
  ],
  "host-money": async () => [
    {
      title: isQuick ? "Hosts' money, small" : "Hosts' money",
      rows: await measureHostMoney(cluster, isQuick),
    },
  ],
  messages: async () => [
    {
      title: isQuick ? "20,000 messages" : "1,000,000 messages",
      rows: await measureMessages(cluster, isQuick),
    },
  ],
  documents: async () => [{ title: "Documents", rows: await measureDocuments(isQuick) }],
  streams: async () => [{ title: "Screens that are open", rows: await measureStreams(cluster, isQuick) }],
  import: async () => [{ title: "Importing cars", rows: await measureImport(cluster, isQuick) }],
  turns: async () => [{ title: "Turns on the embedded database", rows: await measureTurns(isQuick) }],
  "at-rest": async () => [{ title: "A process at rest", rows: await measureAtRest(cluster, isQuick) }],
  mixed: async () => [{ title: "An hour of mixed work", rows: await measureMixed(cluster, isQuick) }],
  zip: async () => [{ title: "Pictures of many cars", rows: await measureZip(cluster, isQuick) }],
  attack: async () => [{ title: "Under attack", rows: await measureAttack(cluster, isQuick) }],
  "sign-in": async () => [{ title: "Signing in", rows: await measureSignIn(cluster, isQuick) }],
};

const only =
  /--only=(\S+)/.exec(process.argv.join(" "))?.[1]?.split(",") ??
  Object.keys(parts).filter((name) => !longParts.has(name));
const unknown = only.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length) {
  process.stderr.write(
    `There is no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}.\n`,
  );
  process.exit(2);
}

// Durability is on: an order with an answer is on the disk, for us and for the bare insert.
const cluster = await startCluster(programs, { shared_buffers: "256MB", max_connections: "100" });
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const lead = `Measured by \`npm run bench\` on ${machine}. Compare the ratios: every pair ran side by side.`;
try {
  for (const name of only) {
    for (const { title, rows } of (await parts[name]?.()) ?? []) {
      const text = `### ${title}\n\n${new Date().toISOString().slice(0, 10)}\n\n${table(rows)}`;
      process.stdout.write(`${text}\n\n`);
      if (process.argv.includes("--write")) write(title, text);
    }
  }
} finally {
  await cluster.stop();
}

/** Puts a section in the place of its last figures, or after the others. */
function write(title: string, text: string): void {
  const whole = readFileSync(page, "utf8");
  const [before = "", rest = ""] = whole.split(begin);
  const [measured = "", after = ""] = rest.split(end);
  const sections = measured
    .split(/^(?=### )/m)
    .slice(1)
    .map((section) => section.trim());
  const place = sections.findIndex((section) => section.startsWith(`### ${title}\n`));
  sections.splice(place < 0 ? sections.length : place, place < 0 ? 0 : 1, text);
  writeFileSync(page, `${before}${begin}\n\n${[lead, ...sections].join("\n\n")}\n\n${end}${after}`);
}
