import { expect, it } from "vitest";
import { type StopStep, stopInOrder } from "./stop.ts";

const silent = { warn: () => undefined };
const never = () => new Promise<never>(() => undefined);

it("the server stops part by part, and skips a part that hangs or fails", async () => {
  const done: string[] = [];
  const step = (name: string, run: () => Promise<unknown>, longest = 60_000): StopStep => ({
    name,
    longest,
    run: async () => {
      done.push(`${name} begins`);
      await run();
      done.push(`${name} ends`);
    },
  });
  const left = await stopInOrder(
    [
      step("requests", never, 20),
      step("jobs", () => Promise.reject(new Error("the queue is away"))),
      step("database", () => Promise.resolve()),
    ],
    silent,
  );
  expect(left).toEqual(["requests", "jobs"]);
  expect(done).toEqual(["requests begins", "jobs begins", "database begins", "database ends"]);
});
