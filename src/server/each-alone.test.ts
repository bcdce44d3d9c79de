import { expect, it, vi } from "vitest";
import { eachAlone } from "./each-alone.ts";

const servicesWith = (error: (said: object) => void) =>
  ({ log: { error } }) as unknown as Parameters<typeof eachAlone>[0];

it("does its work on each, whatever fails before, logs which failed, and fails at the end", async () => {
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

it("logs the database's code of what it refused, and neither logs nor throws on what the row holds", async () => {
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

it("goes through what is found page by page, and says nothing where nothing fails", async () => {
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
