import type { Readable } from "node:stream";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Db as BossDatabase } from "pg-boss";
import type { Config } from "#server/config.ts";
import { keepPrivate } from "./private-folder.ts";

/** Drizzle over either driver, or in a transaction. Only `Database.transaction` begins a transaction. */
export type Db = Omit<PgDatabase<PgQueryResultHKT>, "transaction">;

export type Database = {
  kind: "embedded" | "server";
  /** The folder of the embedded database's files; undefined for a database in memory, and for a server. */
  folder: string | undefined;
  db: Db;
  /**
   * Bare SQL with parameters, for what Drizzle would only obscure. Not inside a transaction. A named
   * statement is planned once by each connection.
   */
  rows: <Row>(text: string, parameters?: unknown[], name?: string) => Promise<Row[]>;
  /**
   * Runs `work` in one transaction. Using the outer `db` inside would hang the embedded database forever, so it
   * throws.
   */
  transaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  /**
   * The rows of a query as CSV with a header, streamed by PostgreSQL itself. The query can't have parameters:
   * write its values as literals.
   */
  copyOut: (query: string) => Promise<Readable>;
  /**
   * A session of its own for long work, without time limits, one at a time on the embedded database. Never
   * inside a transaction.
   */
  session: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
  /**
   * Calls `heard` for every NOTIFY on a channel. Calls `turned` with false when the connection is lost, and with
   * true when it is back: some notifications may have been missed.
   */
  listen: (
    channel: string,
    heard: (payload: string) => void,
    turned: (isListening: boolean) => void,
  ) => Promise<void>;
  /**
   * Copies the files of the embedded database into a folder, as they are between two transactions; undefined for a
   * database without files of ours. Other queries wait meanwhile.
   */
  copyFiles: ((to: string) => Promise<void>) | undefined;
  /** How many connections of this process are busy or idle, and how many calls wait for a connection. */
  connections: () => Record<"busy" | "idle" | "waiting", number>;
  /** The database as pg-boss uses it outside of our transactions. */
  bossDatabase: () => BossDatabase;
  close: () => Promise<void>;
};

/** Bare SQL in one session, for bulk: temporary tables live in it, and rows go in by COPY. */
export type Session = {
  query: <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>;
  /** Lines of COPY's text format, into these columns of a table. */
  copyIn: (table: string, columns: readonly string[], lines: AsyncIterable<string>) => Promise<void>;
  /** `tx` is the same transaction, for what is written by tables rather than by bare SQL. */
  transaction: <T>(work: (query: Session["query"], tx: Db) => Promise<T>) => Promise<T>;
};

/** Opens the database that the configuration names, and migrates it to the newest version. */
export async function openDatabase(config: Pick<Config, "databaseUrl" | "dataDir">): Promise<Database> {
  await keepPrivate(config.dataDir);
  if (config.databaseUrl) return (await import("./open-server.ts")).openServer(config.databaseUrl);
  return (await import("./open-embedded.ts")).openEmbedded(config.dataDir);
}
