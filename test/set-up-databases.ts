import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { pino } from "pino";
import { readConfig } from "#server/config.ts";
import { migrationsFolder, openDatabase } from "#server/db/open-database.ts";
import { embeddedExtensions, overEmbedded } from "#server/db/open-embedded.ts";
import { openOutbox } from "#server/mail/outbox.ts";
import { type Cluster, postgresPrograms, startCluster } from "./throwaway-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A file that an embedded database is loaded from, already migrated. */
    embeddedDump: string;
    /** The same database as a folder, for a test that starts a separate process. */
    embeddedFolder: string;
    /**
     * The server whose database `longbay_template` is migrated; empty where this machine has no PostgreSQL.
     */
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

/** Kept between runs, under the digest of the migrations and of how it is made. */
async function embeddedDump(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of readdirSync(migrationsFolder).sort())
    if (name.endsWith(".sql")) hash.update(readFileSync(join(migrationsFolder, name)));
  // It says when each was made, by which a database knows the ones that it has.
  hash.update(readFileSync(join(migrationsFolder, "meta/_journal.json")));
  hash.update(readFileSync("package-lock.json")).update(readFileSync(import.meta.filename));
  const folder = join(tmpdir(), "longbay-test-databases");
  const file = join(folder, `${hash.digest("hex").slice(0, 16)}.tar`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Every test file unpacks a copy: half of it would be an empty log and two databases that nobody opens.
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
