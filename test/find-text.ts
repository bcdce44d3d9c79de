import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestApp } from "./app.ts";

/** The tables that have a row with a text anywhere in it, as text or as bytes. */
export async function tablesWith({ services }: TestApp, text: string): Promise<string[]> {
  const { database } = services;
  const tables = await database.rows<{ schema: string; name: string }>(
    "select table_schema as schema, table_name as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
  );
  if (tables.length < 50) throw new Error("some tables were not found");
  const bytes = Buffer.from(text).toString("hex");
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await database.rows(
      `select from "${schema}"."${name}" as one where strpos(one::text, $1) > 0 or strpos(one::text, $2) > 0 limit 1`,
      [text, bytes],
    );
    if (rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

/** The files below a folder that have a text in their name or content. */
export const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
    .filter(({ path, isFile }) => path.includes(text) || (isFile && readFileSync(path).includes(text)))
    .map(({ path }) => path);
