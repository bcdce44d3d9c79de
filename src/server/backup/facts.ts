import { z } from "zod";

/** Rises when older backups can no longer be read the same way. */
export const backupFormat = 1;

/** The format's name: it stays when a business gives the product another name. */
export const productName = "longbay";

/** The facts at the beginning of a backup. */
export const BackupHead = z.object({
  product: z.literal(productName),
  format: z.number().int().positive(),
  /** The version of the program that made the backup. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  database: z.enum(["embedded", "server"]),
  /** Digests of the migrations that the database had, in their order. */
  migrations: z.array(z.string()).min(1),
  /** A seal of an empty text by the installation's secret: it recognizes the secret without showing it. */
  secretSeal: z.string(),
  /** Whether the secret itself is in the database: it was made there, because no SECRET_KEY was set. */
  isSecretInside: z.boolean(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** The facts at the end of a backup: without them the backup isn't whole. */
export const BackupEnd = z.object({
  /** Rows of each table. */
  tables: z.record(z.string(), z.number().int().nonnegative()),
  /** The last value of each sequence that has given one. */
  sequences: z.record(z.string(), z.string().regex(/^\d{1,19}$/)),
  files: z.number().int().nonnegative(),
  /** SHA-256 of all entries before. */
  digest: z.string(),
  /** A seal of the digest by the installation's secret. */
  seal: z.string(),
});
export type BackupEnd = z.infer<typeof BackupEnd>;

export const TableColumns = z.object({ columns: z.array(z.string().regex(/^[a-z_0-9]{1,63}$/)) });

/** The name of the entry, among the tables, for emails and texts that wait to be delivered. */
export const deliveriesTable = "deliveries";
