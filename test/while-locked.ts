import pg from "pg";
import type { TestApp } from "./app.ts";

/** Does some work while another connection to the server's database holds what a statement has locked. */
export async function whileLocked<T>(
  { databaseUrl }: Pick<TestApp, "databaseUrl">,
  { text, values }: { text: string; values: unknown[] },
  work: (other: pg.Client) => Promise<T>,
): Promise<T> {
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  try {
    await other.query("begin");
    await other.query(text, values);
    return await work(other);
  } finally {
    await other.end();
  }
}
