import { z } from "zod";

/** Rises when a backup of before can't be read the same way any more. */
export const backupFormat = 1;

/** The format's name: it stays when a business gives the product another name. */
export const productName = "longbay";

/** What a backup says of itself at its beginning. */
export const BackupHead = z.object({
  product: z.literal(productName),
  format: z.number().int().positive(),
  /** Of the program that made it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  database: z.enum(["embedded", "server"]),
  /** Digests of the migrations that the database had, in their order. */
  migrations: z.array(z.string()).min(1),
  /** A seal of nothing by the installation's secret, by which the secret is known again and not learned. */
  secretSeal: z.string(),
  /** Whether the secret itself lies in the database: it was made there, because no SECRET_KEY was set. */
  isSecretInside: z.boolean(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** What a backup says at its end: without it, it isn't whole. */
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

/** The name under which emails and texts that wait to be delivered stand among the tables. */
export const deliveriesTable = "deliveries";
