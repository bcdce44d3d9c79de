import { PGlite } from "@electric-sql/pglite";
import { expect, it } from "vitest";
import { takeTurns } from "./take-turns.ts";

/** How often a timer ran while `work` did. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  try {
    await work();
    return turns;
  } finally {
    clearInterval(timer);
  }
}

it("other work gets its turn within a chain of queries, in a transaction or not", async () => {
  const lite = await PGlite.create();
  try {
    const chain = async ({ query }: Pick<PGlite, "query">) => {
      for (let number = 0; number < 400; number++) await query("select $1::int", [number]);
    };
    const each = async () => chain({ query: lite.query.bind(lite) });
    const within = () => lite.transaction((tx) => chain({ query: tx.query.bind(tx) as PGlite["query"] }));
    // PGlite alone lets no timer run. If this ever fails, `takeTurns` is no longer needed.
    expect([await turnsDuring(each), await turnsDuring(within)]).toEqual([0, 0]);
    takeTurns(lite);
    expect(await turnsDuring(each)).toBeGreaterThan(3);
    expect(await turnsDuring(within)).toBeGreaterThan(3);
  } finally {
    await lite.close();
  }
});
