import { isKeptFile } from "./kept-files.ts";

/** What an entry of a backup is, by its name. */
export type EntryKind =
  | { kind: "file"; key: string }
  | { kind: "columns"; table: string }
  | { kind: "rows"; table: string; at: number };

const columnsShape = /^tables\/([a-z_0-9]{1,63})\.json$/;
const rowsShape = /^tables\/([a-z_0-9]{1,63})\/(\d{1,9})\.copy\.gz$/;

export const fileEntry = (key: string): string => `files/${key}`;
export const columnsEntry = (table: string): string => `tables/${table}.json`;
export const rowsEntry = (table: string, at: number): string => `tables/${table}/${at}.copy.gz`;

/** Undefined for a name that no backup of ours has. */
export function kindOfEntry(name: string): EntryKind | undefined {
  const [, ofColumns] = columnsShape.exec(name) ?? [];
  if (ofColumns) return { kind: "columns", table: ofColumns };
  const [, ofRows, at] = rowsShape.exec(name) ?? [];
  if (ofRows) return { kind: "rows", table: ofRows, at: Number(at) };
  const key = name.startsWith("files/") ? name.slice("files/".length) : "";
  return isKeptFile(key) ? { kind: "file", key } : undefined;
}
