import { brand } from "#domain/brand.ts";
import { BackupRefused } from "#server/backup/backup-refused.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { ConfigError, readConfig } from "#server/config.ts";
import { DirectoryInUse } from "#server/db/lock-directory.ts";

// npm run restore -- FILE.tar
const [path, ...more] = process.argv.slice(2);
if (!path || more.length > 0) {
  process.stderr.write("Usage: npm run restore -- FILE.tar\n");
  process.exit(2);
}
try {
  const config = readConfig(process.env);
  const { takenAt, rows, files } = await restoreBackup(config, path);
  const dashboard = new URL("/admin/dashboard", config.publicUrl).href;
  process.stdout.write(
    `Restored the backup of ${takenAt}: ${rows} rows and ${files} files.\n${brand.name.en} is held now: it sends no email or text message and charges nothing until an administrator lets it go at ${dashboard}\n`,
  );
} catch (error) {
  // An error that a person can fix is one sentence: a full disk, a server that is away.
  const isMendable =
    error instanceof BackupRefused ||
    error instanceof ConfigError ||
    error instanceof DirectoryInUse ||
    (error instanceof Error && "code" in error);
  if (!isMendable) throw error;
  process.stderr.write(`Nothing was restored. ${error.message}\n`);
  process.exit(1);
}
