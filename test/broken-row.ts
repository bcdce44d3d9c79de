import { expect } from "vitest";
import type { TestApp } from "./app.ts";

let made = 0;

/**
 * Whatever writes a table's rows that fit a condition on `new` fails, as on a row that is broken, while a job runs: which
 * has to fail for that one alone. Afterwards the row is whole again.
 */
export async function runOverBrokenRow(
  { services }: Pick<TestApp, "services">,
  { table, condition }: { table: string; condition: string },
  job: () => Promise<unknown>,
): Promise<void> {
  const { rows } = services.database;
  const name = `broken_row_${++made}`;
  await rows(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'this row is broken'; end $$`);
  await rows(`create trigger ${name} before insert or update on ${table} for each row
    when (${condition}) execute function ${name}()`);
  try {
    await expect(job()).rejects.toThrow("A job failed on 1 of its things");
  } finally {
    await rows(`drop trigger ${name} on ${table}`);
    await rows(`drop function ${name}`);
  }
}
