import { expect, it, vi } from "vitest";
import type { Database } from "#server/db/open-database.ts";
import { cachedResponse, cacheResponses } from "#server/http/response-cache.ts";
import { watchCarFacts } from "./facts.ts";

type Answer = number | Error;

/**
 * A fake database that answers with a version, or fails, when the test says so, and announces new versions and lost
 * connections.
 */
async function stage() {
  const waiting: ((answer: Answer) => void)[] = [];
  let hear = (_payload: string): void => undefined;
  let turn = (_isListening: boolean): void => undefined;
  const database = {
    rows: () =>
      new Promise((resolve, reject) =>
        waiting.push((answer) =>
          typeof answer === "number" ? resolve([{ version: String(answer) }]) : reject(answer),
        ),
      ),
    listen: async (_channel: string, heard: typeof hear, turned: typeof turn) => {
      hear = heard;
      turn = turned;
    },
  } as unknown as Database;
  const watching = watchCarFacts(database);
  const answer = async (given: Answer) => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]), { timeout: 20_000, interval: 5 });
    waiting.shift()?.(given);
    await Promise.resolve();
  };
  await answer(1);
  return {
    carFacts: await watching,
    hear: (version: number) => hear(String(version)),
    turn: (isListening: boolean) => turn(isListening),
    answer,
  };
}

it("a late answer with an old version does not replace a newer version that was announced meanwhile", async () => {
  const { carFacts, hear, answer } = await stage();
  const answers = cacheResponses(carFacts, 100_000);
  const asking = carFacts.changed();
  hear(2);
  const begun = carFacts.version();
  hear(3);
  await answer(2);
  await asking;
  expect(carFacts.version()).toBe(3);
  answers.put("/api/cars", begun, cachedResponse(200, {}, Buffer.from("as it was at version 2")));
  expect(answers.get("/api/cars")).toBeUndefined();
});

it("after a lost connection the version is asked for until the database gives it", async () => {
  const { carFacts, turn, answer } = await stage();
  turn(false);
  turn(true);
  await answer(new Error("timeout exceeded when trying to connect"));
  await answer(new Error("timeout exceeded when trying to connect"));
  expect(carFacts.version()).toBeUndefined();
  await answer(4);
  await vi.waitFor(() => expect(carFacts.version()).toBe(4));
});

it("a writer whose reading of the version fails is not refused, and nothing is kept until it is known", async () => {
  const { carFacts, answer } = await stage();
  const changed = carFacts.changed();
  await answer(new Error("timeout exceeded when trying to connect"));
  await expect(changed).resolves.toBeUndefined();
  expect(carFacts.version()).toBeUndefined();
  await answer(2);
  await vi.waitFor(() => expect(carFacts.version()).toBe(2));
});
