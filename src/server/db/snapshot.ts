import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { to } from "pg-copy-streams";
import { embeddedExtensions } from "./open-embedded.ts";

/** What a database held at one moment, read at leisure while others go on writing. */
export type Snapshot = {
  rows: <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>;
  /** A table's rows in COPY's text format, as they come. The names are quoted already. */
  copyTable: (table: string, columns: string) => AsyncIterable<Buffer>;
  /** A query's rows in COPY's text format; on the embedded database its whole answer has to fit into memory. */
  copyQuery: (query: string) => AsyncIterable<Buffer>;
  close: () => Promise<void>;
};

/** How values are written and read again, whatever the server's settings say. */
export const plainFormats = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 3; set timezone = 'UTC'; set client_encoding = 'UTF8'; set standard_conforming_strings = on`;

/** The snapshot of a server: one transaction that sees everything committed before it, and blocks nobody. */
export async function serverSnapshot(connectionString: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A connection that is lost fails the statement under way; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(plainFormats);
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    await client.query("begin isolation level repeatable read read only");
    // The snapshot is taken by the first query, and not by the beginning.
    await client.query("select 1");
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const copyQuery = (query: string): AsyncIterable<Buffer> => client.query(to(`copy (${query}) to stdout`));
  return {
    rows: async <Row>(text: string, parameters?: unknown[]) =>
      (await client.query(text, parameters)).rows as Row[],
    copyQuery,
    copyTable: (table, columns) => copyQuery(`select ${columns} from ${table}`),
    close: () => client.end(),
  };
}

/** Blocks of a table that are read at once: a quarter of a megabyte, without the values stored out of line. */
const blocksAtOnce = 32;

/** The snapshot of a copy of an embedded database's files, which no other process has open. */
export async function folderSnapshot(folder: string): Promise<Snapshot> {
  const lite = await PGlite.create({ dataDir: folder, extensions: embeddedExtensions });
  await lite.exec(plainFormats);
  const rows = async <Row>(text: string, parameters?: unknown[]) =>
    (await lite.query<Row>(text, parameters)).rows;
  async function* copyQuery(query: string): AsyncGenerator<Buffer> {
    const { blob } = await lite.query(`copy (${query}) to '/dev/blob'`);
    if (blob?.size) yield Buffer.from(await blob.arrayBuffer());
  }
  return {
    rows,
    copyQuery,
    // This database holds a whole answer in memory, so a table is read in ranges of its blocks.
    async *copyTable(table, columns) {
      const [size] = await rows<{ blocks: number }>(
        "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks",
        [table],
      );
      for (let from = 0; from < (size?.blocks ?? 0); from += blocksAtOnce)
        yield* copyQuery(
          `select ${columns} from ${table} where ctid >= '(${from},0)' and ctid < '(${from + blocksAtOnce},0)'`,
        );
    },
    close: () => lite.close(),
  };
}
