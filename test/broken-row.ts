import { expect } from "vitest";
import type { TestApp } from "./app.ts";

let made = 0;

/**
 * Runs a job while every write to some rows fails (those that meet a condition on `new`), as if a row were broken.
 * The job must fail for one row only. Afterwards the row works again.
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
