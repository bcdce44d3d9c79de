import { expect, it, vi } from "vitest";
import { eachAlone } from "./each-alone.ts";

const servicesWith = (error: (said: object) => void) =>
  ({ log: { error } }) as unknown as Parameters<typeof eachAlone>[0];

it("a job works on each item despite failures, logs the failed ones, and fails at the end", async () => {
  const done = vi.fn<(item: number) => void>();
  const error = vi.fn<(said: object) => void>();
  const work = (item: number) => {
    if (item % 2) return Promise.reject(new TypeError(`secret of ${item}`));
    done(item);
    return Promise.resolve();
  };
  const idOf = (item: number) => `id-${item}`;
  const running = eachAlone(servicesWith(error), [1, 2, 3, 4], { idOf, work });
  await expect(running).rejects.toThrow(/^A job failed on 2 of its things$/);
  expect(done.mock.calls).toEqual([[2], [4]]);
  expect(error.mock.calls.map(([said]) => said)).toEqual([
    { failure: "TypeError", id: "id-1" },
    { failure: "TypeError", id: "id-3" },
  ]);
});

it("a failed item logs the database's code and no content of the row", async () => {
  const error = vi.fn<(said: object) => void>();
  const refusal = Object.assign(new RangeError("of Ann"), { code: "23514" });
  const work = () => Promise.reject(new Error("params: Ann, 1 Main St", { cause: refusal }));
  const running = eachAlone(servicesWith(error), ["a"], { idOf: (item) => item, work });
  const thrown = await running.catch((reason: unknown) => reason);
  expect(error.mock.calls).toMatchObject([
    [{ failure: "Error", cause: "RangeError:23514", id: "a" }, expect.any(String)],
  ]);
  expect(JSON.stringify([error.mock.calls, thrown, Object.entries(thrown as Error)])).not.toMatch(/Ann/);
});

it("a job goes through all pages and logs nothing if nothing fails", async () => {
  const done = vi.fn<(item: string) => Promise<void>>(() => Promise.resolve());
  const error = vi.fn<(said: object) => void>();
  async function* pages() {
    yield* ["a", "b"];
    await Promise.resolve();
    yield "c";
  }
  await eachAlone(servicesWith(error), pages(), { idOf: (item) => item, work: done });
  expect(done.mock.calls).toEqual([["a"], ["b"], ["c"]]);
  expect(error).not.toHaveBeenCalled();
});
