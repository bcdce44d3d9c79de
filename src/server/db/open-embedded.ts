import { constants, mkdirSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { PGlite } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import pLimit from "p-limit";
import { fromPglite } from "pg-boss";
import { keepPrivate } from "./private-folder.ts";
import { lockDirectory } from "./lock-directory.ts";
import { inPieces } from "./in-pieces.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import type { Database, Db, Session } from "./open-database.ts";
import { drizzleOptions, insideTransaction, refuseInsideTransaction } from "./transactions.ts";
import { takeTurns } from "./take-turns.ts";

export const embeddedExtensions = { btree_gist, pg_trgm };

/** Half of PostgreSQL's usual buffers: all of them stay in this process's memory once they were used. */
const settings = ["-c", "shared_buffers=64MB"];

/**
 * PostgreSQL inside this process, its files under `dataDir`. A second process on the same directory is
 * refused.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const lock = await lockDirectory(dataDir);
  try {
    const folder = join(dataDir, "database");
    const lite = await PGlite.create({
      dataDir: folder,
      extensions: embeddedExtensions,
      relaxedDurability: false,
      startParams: [...PGlite.defaultStartParams, ...settings],
    });
    // A new database is unpacked with modes of its own.
    await keepPrivate(dataDir);
    return await overEmbedded(lite, { folder, afterClose: () => lock.release() });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** `openEmbedded` over an instance that is already open, such as a test's, loaded from a dump. */
export async function overEmbedded(
  lite: PGlite,
  { folder, afterClose }: { folder?: string; afterClose?: () => void } = {},
): Promise<Database> {
  forgetRowArrays(lite);
  takeTurns(lite);
  await migrate(drizzle(lite), { migrationsFolder });
  lite.query = outsideTransactions(lite.query.bind(lite)) as typeof lite.query;
  lite.exec = outsideTransactions(lite.exec.bind(lite));
  lite.transaction = outsideTransactions(lite.transaction.bind(lite));
  const sessions = pLimit(1);
  const drizzled = drizzle(lite, drizzleOptions);
  const db = drizzled as unknown as Db;

  return {
    kind: "embedded",
    folder,
    db,
    rows: async <Row>(text: string, parameters?: unknown[]) => (await lite.query<Row>(text, parameters)).rows,
    transaction: (work) => drizzled.transaction((tx) => insideTransaction(() => work(tx as unknown as Db))),
    // The database has one session in this process, so the whole copy is in memory.
    async copyOut(query) {
      const { blob } = await lite.query(`copy (${query}) to '/dev/blob' with (format csv, header)`);
      return Readable.from(blob ? [Buffer.from(await blob.arrayBuffer())] : []);
    },
    session: (work) => sessions(() => work(sessionOver(lite))),
    listen: async (channel, heard) => {
      await lite.listen(channel, heard);
    },
    // The transaction changes nothing: it keeps others from beginning one. What isn't in the tables yet is in the log,
    // which is copied too.
    copyFiles:
      folder === undefined ? undefined : (to) => lite.transaction(() => copyDatabaseFiles(folder, to)),
    connections: () => ({ busy: 1, idle: 0, waiting: 0 }),
    bossDatabase: () => fromPglite(lite),
    async close() {
      await lite.close();
      afterClose?.();
    },
  };
}

/** Copies the files of an embedded database. It is instant where the file system lets copies share blocks. */
export async function copyDatabaseFiles(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** PostgreSQL gives its own types lower numbers than this, and the types that every table brings higher ones. */
const firstOfTables = 10_000;

/**
 * For each query PGlite copies all its parsers. Three quarters of them are for arrays of whole rows, which no
 * query asks for.
 */
function forgetRowArrays({ parsers }: PGlite): void {
  for (const type of Object.keys(parsers)) if (Number(type) >= firstOfTables) delete parsers[type];
}

const pieceSize = 128 * 1024;

/** Lends out the database's only session: between two statements other queries have their turn. */
const sessionOver = (lite: PGlite): Session => ({
  query: async <Row>(text: string, parameters?: unknown[]) => (await lite.query<Row>(text, parameters)).rows,
  async copyIn(table, columns, lines) {
    for await (const piece of inPieces(lines, pieceSize)) {
      await lite.query(`copy ${table} (${columns.join(", ")}) from '/dev/blob'`, [], {
        blob: new Blob([piece]),
      });
    }
  },
  transaction: (work) =>
    lite.transaction((tx) =>
      insideTransaction(() =>
        work(
          async <Row>(text: string, parameters?: unknown[]) => (await tx.query<Row>(text, parameters)).rows,
          drizzle({ client: tx as unknown as PGlite, ...drizzleOptions }) as unknown as Db,
        ),
      ),
    ),
});

/**
 * The database has one connection: a query that a transaction's own work sends outside of the transaction would wait
 * for the end of that work, forever.
 */
const outsideTransactions =
  <Parameters extends unknown[], Result>(call: (...parameters: Parameters) => Result) =>
  (...parameters: Parameters): Result => {
    refuseInsideTransaction();
    return call(...parameters);
  };
