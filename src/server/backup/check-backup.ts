import { timingSafeEqual } from "node:crypto";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { z } from "zod";
import { brand } from "#domain/brand.ts";
import type { Config } from "#server/config.ts";
import { migrationsFolder } from "#server/db/migrations-folder.ts";
import { cutOff, endName, headName, notOurs, readArchive, sealOf } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";
import { BackupEnd, BackupHead, backupFormat, productName } from "./facts.ts";
import { kindOfEntry } from "./names.ts";

export type CheckedBackup = { head: BackupHead; end: BackupEnd };

const Newer = z.object({ product: z.literal(productName), format: z.number().int(), version: z.string() });

/**
 * Reads a backup from beginning to end, and changes nothing. Throws BackupRefused for a backup that is broken,
 * cut, made by another installation, or newer than this program.
 */
export async function checkBackup(
  path: string,
  { secretKey }: Pick<Config, "secretKey">,
): Promise<CheckedBackup> {
  let head: BackupHead | undefined;
  let end: BackupEnd | undefined;
  let files = 0;
  for await (const { name, content, digestBefore } of readArchive(path)) {
    if (end) throw new BackupRefused(notOurs);
    if (!head) {
      if (name !== headName) throw new BackupRefused(notOurs);
      head = readHead(content);
      refuseAnotherSecret(head, secretKey);
    } else if (name === endName) {
      end = readEnd(content);
      if (end.digest !== digestBefore || end.files !== files) throw new BackupRefused(damaged);
      if (secretKey !== undefined && !isSame(end.seal, sealOf(secretKey, end.digest)))
        throw new BackupRefused(damaged);
    } else {
      const kind = kindOfEntry(name)?.kind;
      if (!kind) throw new BackupRefused(damaged);
      if (kind === "file") files++;
    }
  }
  if (!head) throw new BackupRefused(notOurs);
  if (!end) throw new BackupRefused(cutOff);
  return { head, end };
}

const damaged = "This backup is damaged: its contents aren't what was written.";

function readHead(content: Buffer): BackupHead {
  const said = jsonIn(content);
  const { data: newer } = Newer.safeParse(said);
  if (!newer) throw new BackupRefused(notOurs);
  if (newer.format > backupFormat) throw new BackupRefused(newerThanUs(newer.version));
  const { data: head } = BackupHead.safeParse(said);
  if (!head) throw new BackupRefused(notOurs);
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
  if (head.migrations.length > known.length) throw new BackupRefused(newerThanUs(head.version));
  if (head.migrations.some((hash, at) => hash !== known[at]))
    throw new BackupRefused(
      `This backup was made by another edition of ${brand.name.en} (${head.version}), whose database differs from ours.`,
    );
  return head;
}

const newerThanUs = (version: string): string =>
  `This backup was made by a newer ${brand.name.en} (${version}). Restore it with that version.`;

function readEnd(content: Buffer): BackupEnd {
  const { data } = BackupEnd.safeParse(jsonIn(content));
  if (!data) throw new BackupRefused(damaged);
  return data;
}

function jsonIn(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}

/** With another secret, the backup's documents, second factors and sessions could never be opened. */
function refuseAnotherSecret(
  { secretSeal, isSecretInside }: BackupHead,
  secretKey: string | undefined,
): void {
  if (secretKey === undefined && isSecretInside) return;
  if (secretKey === undefined)
    throw new BackupRefused("This backup was made with a SECRET_KEY. Set the same SECRET_KEY, then restore.");
  if (!isSame(secretSeal, sealOf(secretKey, "")))
    throw new BackupRefused(
      isSecretInside
        ? "This backup's secret isn't this SECRET_KEY: it was made without one, and keeps its own. Unset SECRET_KEY, then restore."
        : "This backup was made with another SECRET_KEY. Set the one of that time, then restore.",
    );
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
