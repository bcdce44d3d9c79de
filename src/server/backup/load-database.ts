import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { brand } from "#domain/brand.ts";
import { migrationsFolder } from "#server/db/migrations-folder.ts";
import type { RestoreTarget } from "#server/db/restore-target.ts";
import { restoredDeliveries } from "#server/mail/deliveries.ts";
import type { Entry } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";
import type { CheckedBackup } from "./check-backup.ts";
import { deliveriesTable, TableColumns } from "./facts.ts";
import type { EntryKind } from "./names.ts";
import { findTables, listed, quoted } from "./tables.ts";

/** The most bytes of one piece of a table. */
const longestPiece = 64 * 1024 * 1024;
const unzip = promisify(gunzip);

const differs = `The tables of this backup aren't those of its version of ${brand.name.en}: it can't be restored.`;

/** Throws BackupRefused where a database holds anything of an installation. */
export async function refuseUnlessEmpty({ rows }: RestoreTarget): Promise<void> {
  const [found] = await rows<{ tables: number; schemas: number }>(
    `select (select count(*)::int from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) as tables,
       (select count(*)::int from pg_namespace where nspname in ('drizzle', 'pgboss', 'restored')) as schemas`,
  );
  if (!found || found.tables + found.schemas > 0)
    throw new BackupRefused(
      "The database isn't empty: a backup is restored into a new one, and replaces nothing.",
    );
}

export type DatabaseLoader = {
  take: (kind: Exclude<EntryKind, { kind: "file" }>, entry: Entry) => Promise<void>;
  /** Puts the rules back and compares the restored tables with the backup's facts. */
  finish: () => Promise<void>;
};

/**
 * Builds the tables as they were when the backup was made, without their rules, ready for the rows. Triggers would
 * write rows that the backup already has, and a row may name another row that comes later.
 */
export async function beginLoading(
  target: RestoreTarget,
  { head, end }: CheckedBackup,
): Promise<DatabaseLoader> {
  const { rows } = target;
  await migrateTo(target, head.migrations.length);
  const tables = new Map((await findTables(rows)).map((table) => [table.name, table]));
  const expected = Object.keys(end.tables).filter((name) => name !== deliveriesTable);
  if (expected.length !== tables.size || expected.some((name) => !tables.has(name)))
    throw new BackupRefused(differs);
  const foreignKeys = await rows<{ name: string; owner: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  // Rules on rows that migrations write may be checked only at the end of a transaction: check them now.
  await rows("set constraints all immediate");
  for (const { name, owner } of foreignKeys)
    await rows(`alter table ${owner} drop constraint ${quoted(name)}`);
  for (const name of tables.keys()) await rows(`alter table public.${quoted(name)} disable trigger user`);
  await rows(`truncate ${[...tables.keys()].map((name) => `public.${quoted(name)}`).join(", ")}`);

  let open: { name: string; place: string; columns: string[]; pieces: number } | undefined;
  const begin = async (name: string, columns: string[]) => {
    const isDeliveries = name === deliveriesTable;
    if (!isDeliveries && tables.get(name)?.columns.toSorted().join() !== columns.toSorted().join())
      throw new BackupRefused(differs);
    if (isDeliveries) {
      await rows("create schema restored");
      await rows(
        `create table ${restoredDeliveries} (${columns.map((column) => `${quoted(column)} text`).join(", ")})`,
      );
    }
    open = { name, place: isDeliveries ? restoredDeliveries : `public.${quoted(name)}`, columns, pieces: 0 };
  };

  return {
    async take(kind, { content }) {
      if (kind.kind === "columns") {
        const { data } = TableColumns.safeParse(JSON.parse(content.toString()));
        if (!data) throw new BackupRefused(differs);
        return begin(kind.table, data.columns);
      }
      if (open?.name !== kind.table || open.pieces !== kind.at) throw new BackupRefused(differs);
      open.pieces++;
      const piece = await unzip(content, { maxOutputLength: longestPiece });
      await target.copyIn(open.place, listed(open.columns), piece);
    },
    async finish() {
      for (const [name, last] of Object.entries(end.sequences))
        await rows("select setval($1::regclass, $2::bigint)", [`public.${quoted(name)}`, last]);
      for (const name of tables.keys()) await rows(`alter table public.${quoted(name)} enable trigger user`);
      // Each foreign key is checked against every row as it is added again.
      for (const { name, owner, definition } of foreignKeys)
        await rows(`alter table ${owner} add constraint ${quoted(name)} ${definition}`);
      for (const [name, count] of Object.entries(end.tables)) {
        const place = name === deliveriesTable ? restoredDeliveries : `public.${quoted(name)}`;
        const [found] = await rows<{ count: string }>(`select count(*)::text as count from ${place}`);
        if (found?.count !== String(count)) throw new BackupRefused(differs);
      }
    },
  };
}

/** Runs the first migrations, and notes them in the way a start does, so that a later start goes on from there. */
async function migrateTo({ rows }: RestoreTarget, count: number): Promise<void> {
  await rows("create schema drizzle");
  await rows(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder }).slice(0, count)) {
    for (const statement of sql) if (statement.trim()) await rows(statement);
    await rows("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}
