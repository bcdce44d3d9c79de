// npm run bench: what the catalogue and ordering cost on PostgreSQL, beside the barest programs that do the same.
//   npm run bench -- --write       also replaces the tables in docs/performance.md
//   npm run bench -- --quick       1,000 cars only, short runs: to see that it works
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { postgresPrograms, startCluster } from "../test/throwaway-cluster.ts";
import { measureCatalogue } from "./catalogue.ts";
import { measureDesk } from "./desk.ts";
import { measureImport } from "./import.ts";
import { measureOrders } from "./orders.ts";
import type { Row } from "./report.ts";
import { table } from "./report.ts";
import { measureSignIn } from "./sign-in.ts";
import { measureZip } from "./zip.ts";

const isQuick = process.argv.includes("--quick");
const sizes = isQuick ? [1000] : [1000, 100_000];
const page = "docs/performance.md";
const [begin, end] = ["<!-- bench: begin -->", "<!-- bench: end -->"];

const programs = postgresPrograms();
if (!programs) {
  process.stderr.write("The benchmark compares with PostgreSQL, whose programs are not on this machine.\n");
  process.exit(1);
}

// Durability is on: an order that is answered is on the disk, for us and for the bare insert alike.
const cluster = await startCluster(programs, { shared_buffers: "256MB", max_connections: "100" });
const sections: string[] = [];
try {
  for (const size of sizes) {
    const rows = await measureCatalogue(cluster, size, isQuick);
    sections.push(section(`${size.toLocaleString("en-US")} cars`, rows));
  }
  sections.push(section("Orders", await measureOrders(cluster, isQuick)));
  sections.push(section(isQuick ? "20,000 orders" : "1,000,000 orders", await measureDesk(cluster, isQuick)));
  sections.push(section("Importing cars", await measureImport(cluster, isQuick)));
  sections.push(section("Pictures of many cars", await measureZip(cluster, isQuick)));
  sections.push(section("Signing in", await measureSignIn(cluster, isQuick)));
} finally {
  await cluster.stop();
}

const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; ${new Date().toISOString().slice(0, 10)}`;
const report = [`Measured by \`npm run bench\` on ${machine}. Compare the ratios: every pair ran side by side.`, ...sections].join("\n\n");
process.stdout.write(`${report}\n`);
if (process.argv.includes("--write")) {
  const text = readFileSync(page, "utf8");
  const [before = ""] = text.split(begin);
  const after = text.split(end)[1] ?? "";
  writeFileSync(page, `${before}${begin}\n\n${report}\n\n${end}${after}`);
}

function section(title: string, rows: Row[]): string {
  return `### ${title}\n\n${table(rows)}`;
}
