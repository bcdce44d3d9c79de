import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { BackupRefused } from "#server/backup/backup-refused.ts";
import { backUp } from "#server/backup/sources.ts";
import { ConfigError, readConfig } from "#server/config.ts";

// npm run backup [-- FILE.tar, or a folder]
const [given, ...more] = process.argv.slice(2);
if (more.length > 0) {
  process.stderr.write("Usage: npm run backup [-- FILE.tar, or a folder]\n");
  process.exit(2);
}
const stamp = new Date()
  .toISOString()
  .replace(/[:.]/g, "-")
  .replace(/-\d+Z$/, "Z");
const at = resolve(given ?? ".");
const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory() ?? false;
const path = isFolder ? join(at, `longbay-${stamp}.tar`) : at;
try {
  const { rows, files, unnoted } = await backUp(readConfig(process.env), path);
  process.stdout.write(`${path}: ${rows} rows and ${files} files\n`);
  if (unnoted) process.stderr.write(`The dashboard won't know of this backup: ${unnoted.message}\n`);
} catch (error) {
  // An error that a person can fix is one sentence: a full disk, a server that is away.
  const isMendable =
    error instanceof BackupRefused ||
    error instanceof ConfigError ||
    (error instanceof Error && "code" in error);
  if (!isMendable) throw error;
  process.stderr.write(`No backup was made. ${error.message}\n`);
  process.exit(1);
}
