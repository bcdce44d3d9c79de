import { cpSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { type Database, openDatabase } from "#server/db/open-database.ts";
import { embeddedExtensions, overEmbedded } from "#server/db/open-embedded.ts";
import { type PageRenderer } from "#server/pages/pages.ts";
import type { Services } from "#server/services.ts";
import { startServices } from "#server/start.ts";
import { temporaryFolder } from "./product.ts";

export type TestApp = {
  app: FastifyInstance;
  services: Services;
  databaseUrl: string | undefined;
  close: () => Promise<void>;
};

/** The kind of database that this project's tests run on. */
export const databaseKind = process.env.LONGBAY_TEST_DATABASE === "postgres" ? "postgres" : "embedded";

/**
 * The whole product on a fresh database of its own: the main entry for tests. `env` is the environment, `at` the
 * clock's time, `log` the product's log.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  options: { at?: string; renderer?: PageRenderer; log?: FastifyBaseLogger } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "longbay-test-"));
  const databaseUrl = databaseKind === "postgres" ? await freshServerDatabase() : undefined;
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO: "off",
    RATE_LIMITS: "off",
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...env,
  });
  const database: Database = databaseUrl ? await openDatabase(config) : await freshEmbedded();
  const started = options.at ? Date.parse(options.at) : undefined;
  const services = await startServices(
    config,
    options.log ?? pino({ level: "error" }),
    database,
    started === undefined ? Date.now : () => started,
  );
  // Tests run the jobs that they are about: a job that ran in between would change what other tests look at.
  services.outbox.soon = () => Promise.resolve();
  const app = await buildApp(services, options.renderer);
  return {
    app,
    services,
    databaseUrl,
    async close() {
      await app.close();
      await services.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A data folder for a separate process, with its embedded database already in it: to make the database takes
 * longer than most tests.
 */
export function migratedFolder(): ReturnType<typeof temporaryFolder> {
  const folder = temporaryFolder();
  cpSync(inject("embeddedFolder"), join(folder.path, "database"), { recursive: true });
  return folder;
}

async function freshEmbedded(): Promise<Database> {
  return overEmbedded(
    await PGlite.create({
      dataDir: "memory://",
      extensions: embeddedExtensions,
      loadDataDir: new Blob([readFileSync(inject("embeddedDump"))]),
      // Making room for the usual 128 MB takes longer than most tests.
      startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=8MB"],
    }),
  );
}

let made = 0;

/** A new database on the server: migrated, or empty. */
export async function freshServerDatabase(isEmpty = false): Promise<string> {
  const server = inject("postgresUrl");
  const name = `longbay_${process.pid}_${made++}_${Date.now()}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // Two test files that copy the template at once would each find it in use by the other.
    await client.query("select pg_advisory_lock(1)");
    await client.query(`create database ${name} template ${isEmpty ? "template0" : "longbay_template"}`);
  } finally {
    await client.end();
  }
  return server.replace(/\/postgres$/, `/${name}`);
}
