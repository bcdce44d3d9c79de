import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { from } from "pg-copy-streams";
import { embeddedExtensions } from "./open-embedded.ts";
import { plainFormats } from "./snapshot.ts";

/** One connection to a database that is being filled, in one transaction: it is full in the end, or as it was. */
export type RestoreTarget = {
  rows: <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>;
  /** Whole rows of COPY's text format. The names are quoted already. */
  copyIn: (table: string, columns: string, piece: Buffer) => Promise<void>;
  commit: () => Promise<void>;
  /** Takes back everything that was not committed. */
  close: () => Promise<void>;
};

export async function serverTarget(connectionString: string): Promise<RestoreTarget> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A connection that is lost fails the statement under way; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  await client.query(plainFormats);
  await client.query(
    "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
  );
  await client.query("begin");
  return {
    rows: async <Row>(text: string, parameters?: unknown[]) =>
      (await client.query(text, parameters)).rows as Row[],
    async copyIn(table, columns, piece) {
      await pipeline(Readable.from([piece]), client.query(from(`copy ${table} (${columns}) from stdin`)));
    },
    commit: async () => void (await client.query("commit")),
    close: () => client.end(),
  };
}

export async function folderTarget(folder: string): Promise<RestoreTarget> {
  const lite = await PGlite.create({ dataDir: folder, extensions: embeddedExtensions });
  await lite.exec(plainFormats);
  await lite.exec("begin");
  return {
    rows: async <Row>(text: string, parameters?: unknown[]) => (await lite.query<Row>(text, parameters)).rows,
    async copyIn(table, columns, piece) {
      await lite.query(`copy ${table} (${columns}) from '/dev/blob'`, [], {
        blob: new Blob([new Uint8Array(piece)]),
      });
    },
    commit: async () => void (await lite.exec("commit")),
    close: () => lite.close(),
  };
}
