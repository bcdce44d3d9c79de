import type { Readable } from "node:stream";
import { AsyncLocalStorage } from "node:async_hooks";
import { resolve } from "node:path";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Db as BossDatabase } from "pg-boss";
import type { Config } from "#server/config.ts";
import { keepPrivate } from "./private-folder.ts";
import * as accountSchema from "./account-schema.ts";
import * as calendarSchema from "./calendar-schema.ts";
import * as wizardSchema from "./wizard-schema.ts";
import * as adminSchema from "./admin-schema.ts";
import * as conversationsSchema from "./conversations-schema.ts";
import * as eventsSchema from "./events-schema.ts";
import * as factorSchema from "./factor-schema.ts";
import * as importSchema from "./import-schema.ts";
import * as mailSchema from "./mail-schema.ts";
import * as changesSchema from "./changes-schema.ts";
import * as conditionSchema from "./condition-schema.ts";
import * as reviewsSchema from "./reviews-schema.ts";
import * as papersSchema from "./papers-schema.ts";
import * as paymentsSchema from "./payments-schema.ts";
import * as providersSchema from "./providers-schema.ts";
import * as catalogueSchema from "./schema.ts";
import * as sharedSchema from "./shared-schema.ts";

const schema = {
  ...catalogueSchema,
  ...sharedSchema,
  ...accountSchema,
  ...factorSchema,
  ...importSchema,
  ...mailSchema,
  ...adminSchema,
  ...calendarSchema,
  ...wizardSchema,
  ...papersSchema,
  ...reviewsSchema,
  ...conditionSchema,
  ...changesSchema,
  ...paymentsSchema,
  ...providersSchema,
  ...eventsSchema,
  ...conversationsSchema,
};

/** Drizzle over either driver; a transaction has the same type. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export type Database = {
  kind: "embedded" | "server";
  db: Db;
  /**
   * Bare SQL with parameters, for what Drizzle would only obscure. Not inside a transaction. A named
   * statement is planned once by each connection.
   */
  rows: <Row>(text: string, parameters?: unknown[], name?: string) => Promise<Row[]>;
  /**
   * Runs `work` in one transaction. Using the outer `db` inside would hang the embedded database for ever, so
   * it throws.
   */
  transaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  /**
   * The rows of a query as CSV with a header, streamed by PostgreSQL itself. The text holds no parameters:
   * build it of literals.
   */
  copyOut: (query: string) => Promise<Readable>;
  /**
   * A session of its own for long work, without time limits, one at a time on the embedded database. Never
   * inside a transaction.
   */
  session: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
  /**
   * Calls `heard` for every NOTIFY on a channel; `turned` with false when nothing is heard any more, and with
   * true when it is again: some may have been missed.
   */
  listen: (
    channel: string,
    heard: (payload: string) => void,
    turned: (isListening: boolean) => void,
  ) => Promise<void>;
  /** What pg-boss works with outside of our transactions. */
  bossDatabase: () => BossDatabase;
  close: () => Promise<void>;
};

/** Bare SQL in one session, for bulk: temporary tables live in it, and rows go in by COPY. */
export type Session = {
  query: <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>;
  /** Lines of COPY's text format, into these columns of a table. */
  copyIn: (table: string, columns: readonly string[], lines: AsyncIterable<string>) => Promise<void>;
  transaction: <T>(work: (query: Session["query"]) => Promise<T>) => Promise<T>;
};

/** Joins lines to pieces that are worth sending. */
export async function* inPieces(lines: AsyncIterable<string>, size: number): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += line;
    if (piece.length < size) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}

export const migrationsFolder = resolve(import.meta.dirname, "migrations");
export const drizzleOptions = { schema, casing: "snake_case" } as const;

const inTransaction = new AsyncLocalStorage<true>();

/** Refuses a query of the outer connection while a transaction of this call runs. */
export function refuseInsideTransaction(): void {
  if (inTransaction.getStore()) throw new Error("A transaction is open here: use its tx, not db");
}

export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> => inTransaction.run(true, work);

/** Opens what the configuration names and brings it to the newest migration. */
export async function openDatabase(config: Pick<Config, "databaseUrl" | "dataDir">): Promise<Database> {
  await keepPrivate(config.dataDir);
  if (config.databaseUrl) return (await import("./open-server.ts")).openServer(config.databaseUrl);
  return (await import("./open-embedded.ts")).openEmbedded(config.dataDir);
}
