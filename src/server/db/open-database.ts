import type { Readable } from "node:stream";
import { AsyncLocalStorage } from "node:async_hooks";
import { resolve } from "node:path";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Db as BossDatabase } from "pg-boss";
import type { Config } from "#server/config.ts";
import { keepPrivate } from "./private-folder.ts";

/** Drizzle over either driver, or in a transaction, which `Database.transaction` alone begins. */
export type Db = Omit<PgDatabase<PgQueryResultHKT>, "transaction">;

export type Database = {
  kind: "embedded" | "server";
  /** Where the embedded database keeps its files; undefined for one in memory, and a server's. */
  folder: string | undefined;
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
  /**
   * Copies the files of the embedded database into a folder, as they are between two transactions; undefined where there
   * are none of ours. Others wait meanwhile.
   */
  copyFiles: ((to: string) => Promise<void>) | undefined;
  /** Connections of this process by what they are at, and how many calls wait for one. */
  connections: () => Record<"busy" | "idle" | "waiting", number>;
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
export const drizzleOptions = { casing: "snake_case" } as const;

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
