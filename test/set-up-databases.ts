import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { pino } from "pino";
import { readConfig } from "#server/config.ts";
import { migrationsFolder } from "#server/db/migrations-folder.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { embeddedExtensions, overEmbedded } from "#server/db/open-embedded.ts";
import { openOutbox } from "#server/mail/outbox.ts";
import { type Cluster, postgresPrograms, startCluster } from "./throwaway-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The file from which a migrated embedded database is loaded. */
    embeddedDump: string;
    /** The same database as a folder, for a test that starts a separate process. */
    embeddedFolder: string;
    /** The server with the migrated database `longbay_template`; empty if this machine has no PostgreSQL. */
    postgresUrl: string;
  }
}

const log = pino({ level: "error" });

/** Makes both kinds of database once, so that each test file only copies one. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dump = await embeddedDump();
  project.provide("embeddedDump", dump);
  project.provide("embeddedFolder", await embeddedFolder(dump));
  const programs = postgresPrograms();
  const cluster = programs ? await postgresTemplate(programs) : undefined;
  if (!cluster)
    process.stderr.write(
      "PostgreSQL's programs are not on this machine: the API is tested on the embedded database only.\n",
    );
  project.provide("postgresUrl", cluster?.url("postgres") ?? "");
  return async () => cluster?.stop();
}

/** The file is kept between runs; its name is a digest of the migrations and of this code. */
async function embeddedDump(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrationsFolder).sort())
    if (name.endsWith(".sql")) hash.update(readFileSync(join(migrationsFolder, name)));
  // The journal has the time of each migration, by which a database knows the migrations that it has.
  hash.update(readFileSync(join(migrationsFolder, "meta/_journal.json")));
  hash.update(readFileSync("package-lock.json")).update(readFileSync(import.meta.filename));
  const folder = join(tmpdir(), "longbay-test-databases");
  const file = join(folder, `${hash.digest("hex").slice(0, 16)}.tar`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Every test file unpacks a copy: these settings leave out half of it, an empty log and two unused databases.
  const lite = await PGlite.create({
    dataDir: "memory://",
    extensions: embeddedExtensions,
    initDbStartParams: ["--wal-segsize=1"],
    postgresqlconf: ["min_wal_size = 2MB", "max_wal_size = 64MB", "wal_recycle = off"],
  });
  const database = await overEmbedded(lite);
  const outbox = await openOutbox(database, readConfig({}), log);
  await outbox.close();
  await lite.exec("update pg_database set datistemplate = false");
  for (const template of ["template0", "template1"]) await lite.exec(`drop database ${template}`);
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await (await lite.dumpDataDir("none")).arrayBuffer()));
  renameSync(`${file}.${process.pid}`, file);
  await database.close();
  return file;
}

async function embeddedFolder(dump: string): Promise<string> {
  const folder = dump.replace(/\.tar$/, "");
  if (existsSync(folder)) return folder;
  const made = `${folder}.${process.pid}`;
  const loadDataDir = new Blob([readFileSync(dump)]);
  await (await PGlite.create({ dataDir: made, extensions: embeddedExtensions, loadDataDir })).close();
  renameSync(made, folder);
  return folder;
}

async function postgresTemplate(programs: string): Promise<Cluster> {
  const cluster = await startCluster(programs, {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "200",
  });
  const client = new pg.Client({ connectionString: cluster.url("postgres") });
  await client.connect();
  await client.query("create database longbay_template");
  await client.end();
  const config = readConfig({ DATABASE_URL: cluster.url("longbay_template") });
  const database = await openDatabase(config);
  const outbox = await openOutbox(database, config, log);
  await outbox.close();
  await database.close();
  return cluster;
}
