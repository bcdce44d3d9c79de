import { expect, it } from "vitest";
import type { Database } from "#server/db/open-database.ts";
import { cachedResponse, cacheResponses } from "#server/http/response-cache.ts";
import { watchCatalogue } from "./facts.ts";

/** A fake database that answers with a version when the test says so, and announces new versions. */
async function stage() {
  const waiting: ((version: number) => void)[] = [];
  let hear = (_payload: string): void => undefined;
  const database = {
    rows: () => new Promise((resolve) => waiting.push((version) => resolve([{ version: String(version) }]))),
    listen: async (_channel: string, heard: typeof hear) => void (hear = heard),
  } as unknown as Database;
  const watching = watchCatalogue(database);
  const answer = async (version: number) => {
    await Promise.resolve();
    waiting.shift()?.(version);
  };
  await answer(1);
  return { catalogue: await watching, hear: (version: number) => hear(String(version)), answer };
}

it("a late answer with an old version does not replace a newer version that was announced meanwhile", async () => {
  const { catalogue, hear, answer } = await stage();
  const answers = cacheResponses(catalogue, 100_000);
  const asking = catalogue.changed();
  hear(2);
  const begun = catalogue.version();
  hear(3);
  await answer(2);
  await asking;
  expect(catalogue.version()).toBe(3);
  answers.put("/api/cars", begun, cachedResponse(200, {}, Buffer.from("as it was at version 2")));
  expect(answers.get("/api/cars")).toBeUndefined();
});
