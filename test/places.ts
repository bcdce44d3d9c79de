import { spawn } from "node:child_process";
import { once } from "node:events";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { databaseKind, freshServerDatabase, migratedFolder } from "./app.ts";
import { temporaryFolder } from "./product.ts";

/** The data of an installation: its settings in the environment, and a function that removes the data. */
export type Place = { env: Record<string, string>; remove: () => void };

/** A migrated place without data. */
export const migratedPlace = async (): Promise<Place> =>
  databaseKind === "postgres" ? serverPlace(false) : folderPlace(migratedFolder());

/** An empty place, into which a backup is restored. */
export const emptyPlace = async (): Promise<Place> =>
  databaseKind === "postgres" ? serverPlace(true) : folderPlace(temporaryFolder());

async function serverPlace(isEmpty: boolean): Promise<Place> {
  const folder = temporaryFolder();
  return {
    env: { DATA_DIR: folder.path, DATABASE_URL: await freshServerDatabase(isEmpty), DEMO: "off" },
    remove: folder.remove,
  };
}

const folderPlace = (folder: ReturnType<typeof temporaryFolder>): Place => ({
  env: { DATA_DIR: folder.path, DATABASE_URL: "", DEMO: "off" },
  remove: folder.remove,
});

/** Asks a place by SQL while nothing runs there. */
export async function inPlace<Answer>(
  { env }: Place,
  ask: (rows: <Row>(text: string, parameters?: unknown[]) => Promise<Row[]>) => Promise<Answer>,
): Promise<Answer> {
  const database = await openDatabase(readConfig(env));
  try {
    return await ask(database.rows);
  } finally {
    await database.close();
  }
}

/** Runs one of our commands in a process of its own. */
export async function runCommand(
  name: "backup" | "restore",
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [`src/server/cli/${name}.ts`, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, "close")) as (number | null)[];
  return { code: code ?? null, out, err };
}
