import { expect, it } from "vitest";
import type { Database } from "#server/db/open-database.ts";
import { cachedResponse, cacheResponses } from "#server/http/response-cache.ts";
import { watchCatalogue } from "./facts.ts";

/** A database that answers its version when it is let, and tells of new ones. */
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

it("a version that was asked for before a newer one was heard of doesn't bring the old one back", async () => {
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
