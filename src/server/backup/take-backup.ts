import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { brand } from "#domain/brand.ts";
import { hour } from "#domain/durations.ts";
import type { Config } from "#server/config.ts";
import type { Snapshot } from "#server/db/snapshot.ts";
import { deliveryColumns, waitingDeliveries } from "#server/mail/deliveries.ts";
import { type Entry, headName, sealOf, writeArchive } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";
import { type BackupEnd, type BackupHead, backupFormat, deliveriesTable, productName } from "./facts.ts";
import { openKeptFiles } from "./kept-files.ts";
import { columnsEntry, fileEntry, rowsEntry } from "./names.ts";
import { findSequences, findTables, listed, quoted } from "./tables.ts";

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
  version: string;
};

/** Bytes of rows in one entry, about. */
const pieceSize = 4 * 1024 * 1024;
/** Milliseconds by which the clock of a storage may be behind ours. */
const clockSlack = hour;
const newline = 0x0a;

export type BackupSummary = { rows: number; files: number };

type Write = (entry: Entry) => Promise<void>;
type Source = {
  config: Pick<Config, "dataDir" | "storage" | "secretKey">;
  kind: BackupHead["database"];
  /** Opens the snapshot of the database; the backup closes it. */
  openSnapshot: () => Promise<Snapshot>;
};

/**
 * Writes everything of an installation into one file. Files come first, then the database's snapshot, then the
 * files that were added meanwhile: so the backup has each file that a row of the snapshot names, even if the file
 * is removed while the backup runs.
 */
export async function takeBackup(path: string, source: Source): Promise<BackupSummary> {
  const files = openKeptFiles(source.config);
  const began = Date.now();
  const summary = { rows: 0, files: 0 };
  await writeArchive(path, async (write) => {
    // Checked first: an unreadable database must fail at once, not after an hour of copying pictures.
    const { head, secret } = await describe(source);
    await write({ name: headName, content: Buffer.from(JSON.stringify(head, null, 2)) });
    // The recent files (of the last hour and since) that the backup already has.
    const taken = new Set<string>();
    const takeFiles = async (since: number) => {
      for await (const { key, at } of files.list()) {
        if (at < since || taken.has(key)) continue;
        const content = await files.read(key);
        if (!content) continue;
        await write({ name: fileEntry(key), content });
        summary.files++;
        if (at >= began - clockSlack) taken.add(key);
      }
    };
    await takeFiles(0);
    const { tables, sequences } = await takeDatabase(source, head, write);
    await takeFiles(began - clockSlack);
    summary.rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    return (digest): BackupEnd => ({
      tables,
      sequences,
      files: summary.files,
      digest,
      seal: sealOf(secret, digest),
    });
  });
  return summary;
}

async function describe({
  config,
  kind,
  openSnapshot,
}: Source): Promise<{ head: BackupHead; secret: string }> {
  const snapshot = await openSnapshot();
  try {
    const migrations = await findMigrations(snapshot);
    const [made] = await snapshot.rows<{ value: string }>("select value from settings where key = 'secret'");
    const secret = config.secretKey ?? made?.value;
    if (secret === undefined)
      throw new BackupRefused(
        `Neither SECRET_KEY is set nor a secret kept in the database: start ${brand.name.en} with its settings once, then back it up with the same.`,
      );
    return {
      secret,
      head: {
        product: productName,
        format: backupFormat,
        version,
        takenAt: new Date().toISOString(),
        database: kind,
        migrations,
        secretSeal: sealOf(secret, ""),
        isSecretInside: config.secretKey === undefined,
      },
    };
  } finally {
    await snapshot.close();
  }
}

async function findMigrations({ rows }: Snapshot): Promise<string[]> {
  const [known] = await rows<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  const found = known?.isThere
    ? await rows<{ hash: string }>("select hash from drizzle.__drizzle_migrations order by created_at")
    : [];
  if (found.length === 0)
    throw new BackupRefused(`There is no installation of ${brand.name.en} in this database.`);
  return found.map(({ hash }) => hash);
}

async function takeDatabase(
  { openSnapshot }: Source,
  head: BackupHead,
  write: Write,
): Promise<Pick<BackupEnd, "tables" | "sequences">> {
  const snapshot = await openSnapshot();
  try {
    if ((await findMigrations(snapshot)).join() !== head.migrations.join())
      throw new BackupRefused(`${brand.name.en} was upgraded while the backup ran. Start the backup again.`);
    const tables: Record<string, number> = {};
    for (const { name, columns } of await findTables(snapshot.rows))
      tables[name] = await takeTable(
        write,
        name,
        columns,
        snapshot.copyTable(`public.${quoted(name)}`, listed(columns)),
      );
    const waiting = (await snapshot.rows<{ name: string }>(deliveryColumns)).map(({ name }) => name);
    if (waiting.length > 0)
      tables[deliveriesTable] = await takeTable(
        write,
        deliveriesTable,
        waiting,
        snapshot.copyQuery(waitingDeliveries(waiting)),
      );
    return { tables, sequences: await findSequences(snapshot.rows) };
  } finally {
    await snapshot.close();
  }
}

const zip = promisify(gzip);

/** Writes a table's columns, and its rows in pieces that end with a row. Returns how many rows there are. */
async function takeTable(
  write: Write,
  table: string,
  columns: string[],
  copied: AsyncIterable<Buffer>,
): Promise<number> {
  await write({ name: columnsEntry(table), content: Buffer.from(JSON.stringify({ columns })) });
  let [rows, pieces] = [0, 0];
  for await (const piece of wholeRows(copied)) {
    // In COPY's text format a line ends nowhere but at the end of its row.
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, end + 1)) rows++;
    await write({ name: rowsEntry(table, pieces++), content: await zip(piece, { level: 4 }) });
  }
  return rows;
}

async function* wholeRows(copied: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of copied) {
    parts.push(part);
    size += part.length;
    const end = size < pieceSize ? -1 : part.lastIndexOf(newline);
    if (end < 0) continue;
    const rest = part.subarray(end + 1);
    yield Buffer.concat([...parts.slice(0, -1), part.subarray(0, end + 1)]);
    parts = rest.length ? [rest] : [];
    size = rest.length;
  }
  if (size) yield Buffer.concat(parts);
}
