import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pLimit from "p-limit";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import { hour, minute, secondsIn } from "#domain/durations.ts";
import { Refusal } from "#contract/errors.ts";
import { keepListening } from "./keep-listening.ts";
import { inPieces } from "./in-pieces.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import type { Database, Db, Session } from "./open-database.ts";
import { drizzleOptions, insideTransaction, refuseInsideTransaction } from "./transactions.ts";
import { sqlState } from "./retries.ts";

/** Any fixed number: the processes of one installation agree on it by being the same program. */
const migrationLock = 7_205_759;

const connections = 12;
/**
 * Transactions wait for each other's locks, so some connections are left for requests that only read: pages stay
 * up while many people order the same cars.
 */
const mostTransactions = 8;
/** If more transactions than this waited, their answers would come too late to be of use. */
const mostWaiting = 1000;

/** A PostgreSQL server, 15 or newer, shared by as many processes as wanted. */
export async function openServer(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    // A connection keeps each plan that it made: a new one begins without any.
    maxLifetimeSeconds: secondsIn(hour),
    statement_timeout: 10_000,
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 15_000,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its type doesn't say so
    onConnect: withoutCompiler,
  });
  // A connection lost while idle is replaced by the next query; without a listener it would end the process.
  pool.on("error", () => {});
  await migrateAlone(connectionString);
  const query = pool.query.bind(pool);
  pool.query = ((...parameters: Parameters<typeof query>) => {
    refuseInsideTransaction();
    return query(...parameters);
  }) as typeof pool.query;
  const drizzled = drizzle(pool, drizzleOptions);
  const db = drizzled as unknown as Db;
  const turns = pLimit(mostTransactions);
  const listening = keepListening(connectionString);

  return {
    kind: "server",
    folder: undefined,
    db,
    rows: async (text, parameters, name) =>
      (await pool.query({ text, values: parameters ?? [], ...(name && { name }) })).rows,
    transaction: (work) => {
      refuseInsideTransaction();
      if (turns.pendingCount >= mostWaiting)
        return Promise.reject(
          new Refusal(
            "unavailable",
            "Too many orders are being placed at once. Please try again in a moment.",
          ),
        );
      return turns(() => drizzled.transaction((tx) => insideTransaction(() => work(tx as unknown as Db))));
    },
    copyOut: (query) => copyOut(connectionString, query),
    session: (work) => {
      refuseInsideTransaction();
      return ownSession(connectionString, work);
    },
    listen: listening.listen,
    copyFiles: undefined,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    bossDatabase: () => ({ executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }),
    async close() {
      await listening.close();
      await pool.end();
    },
  };
}

/** Compiling a query takes a tenth of a second, more than any of our queries gains by it. */
const withoutCompiler = (client: pg.ClientBase): Promise<unknown> => client.query("set jit = off");

/**
 * Runs on a connection of its own, without a time limit: a million rows take longer than any answer may, and a
 * slow reader holds up nobody.
 */
async function copyOut(connectionString: string, query: string): Promise<Readable> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  const rows = client.query(to(`copy (${query}) to stdout with (format csv, header)`));
  const end = () => void client.end().catch(() => undefined);
  rows.once("close", end).once("error", end);
  return rows;
}

const pieceSize = 64 * 1024;

async function ownSession<T>(connectionString: string, work: (session: Session) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000, keepAlive: true });
  // A connection that is lost fails the statement under way; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  const query = async <Row>(text: string, parameters?: unknown[]) =>
    (await client.query(text, parameters)).rows as Row[];
  const tx = drizzle(client, drizzleOptions) as unknown as Db;
  try {
    return await work({
      query,
      async copyIn(table, columns, lines) {
        await pipeline(
          Readable.from(inPieces(lines, pieceSize)),
          client.query(from(`copy ${table} (${columns.join(", ")}) from stdin`)),
        );
      },
      async transaction(work) {
        await query("begin");
        try {
          const result = await work(query, tx);
          await query("commit");
          return result;
        } catch (error) {
          await query("rollback").catch(() => undefined);
          throw error;
        }
      },
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Milliseconds that a migration waits for a table: less than PostgreSQL waits before it ends a deadlock. */
const waitForTable = 400;
/** Milliseconds after which an upgrade gives up on tables that other processes use without a pause. */
const longestUpgrade = 5 * minute;

/** Whether another process had a table: there was a deadlock, or the wait for a lock was over. */
const isBlocked = (error: unknown): boolean => ["40P01", "55P03"].includes(sqlState(error) ?? "");

/**
 * Migrates under an advisory lock, so that processes that start together do not race. An older version may serve
 * people on the same tables meanwhile: a migration that meets one of its transactions releases everything and
 * tries again, so that no request there fails or waits for long.
 */
async function migrateAlone(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  const givesUpAt = performance.now() + longestUpgrade;
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(`set lock_timeout = ${waitForTable}`);
    for (;;) {
      try {
        return await migrate(drizzle(client), { migrationsFolder });
      } catch (error) {
        if (!isBlocked(error) || performance.now() > givesUpAt) throw error;
        await wait(Math.random() * waitForTable);
      }
    }
  } finally {
    await client.end();
  }
}
