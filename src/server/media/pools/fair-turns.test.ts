import { expect, it } from "vitest";
import { type FairQueue, fairQueue } from "./fair-turns.ts";

/** Jobs that end when the test says so, and the sequence in which they began. */
function jobsOf(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const settled: Promise<void>[] = [];
  return {
    begun,
    ask: (by: string, name: string, isHeavy = false) => {
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      const job = () => {
        begun.push(name);
        return end.promise;
      };
      settled.push(queue(by, job, { isHeavy }).catch(() => undefined));
    },
    end: async (...names: string[]) => {
      for (const name of names) ends.get(name)?.resolve();
      await new Promise(setImmediate);
    },
    fail: async (name: string) => {
      ends.get(name)?.reject(new Error(name));
      await new Promise(setImmediate);
    },
    over: () => Promise.all(settled),
  };
}

it("another person's job begins before the next job of a person with many", async () => {
  const { begun, ask, end, over } = jobsOf(fairQueue({ most: 2 }));
  for (const name of ["a1", "a2", "a3", "a4"]) ask("a", name);
  ask("b", "b1");
  ask("c", "c1");
  await end("a1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a2", "b1");
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3"]);
  await end("c1", "a3", "a4");
  await over();
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
});

it("a limit for each person leaves a place for others", async () => {
  const { begun, ask, end, over } = jobsOf(fairQueue({ most: 3, mostEach: 2 }));
  for (const name of ["a1", "a2", "a3"]) ask("a", name);
  ask("b", "b1");
  await end();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a1", "a2", "a3", "b1");
  await over();
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

it("one heavy job runs at a time, with light ones beside it", async () => {
  const { begun, ask, end, over } = jobsOf(fairQueue({ most: 2 }));
  ask("a", "heavy a", true);
  ask("b", "heavy b", true);
  ask("b", "light b");
  await end();
  expect(begun).toEqual(["heavy a", "light b"]);
  await end("heavy a");
  expect(begun).toEqual(["heavy a", "light b", "heavy b"]);
  await end("heavy b", "light b");
  await over();
});

it("the queue goes on after a failed job and passes the error to its caller", async () => {
  const queue = fairQueue({ most: 1 });
  const { begun, ask, fail, end, over } = jobsOf(queue);
  ask("a", "a1", true);
  ask("a", "a2", true);
  await fail("a1");
  await end("a2");
  await over();
  expect(begun).toEqual(["a1", "a2"]);
  await expect(queue("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});
