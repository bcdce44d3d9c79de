import { afterEach, expect, it, vi } from "vitest";
import { inShortPieces } from "./short-pieces.ts";

afterEach(() => vi.restoreAllMocks());

/** The lengths of all pieces, each of which takes so many milliseconds per row. */
async function pieces(kind: "embedded" | "server", total: number, perRow: number): Promise<number[]> {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const lengths: number[] = [];
  let next = 0;
  await inShortPieces({ kind }, total, async (from, until) => {
    expect(from).toBe(next);
    next = until;
    lengths.push(until - from);
    now += (until - from) * perRow;
  });
  expect(next).toBe(total);
  return lengths;
}

it("work on the embedded database is cut into pieces that grow while they are quick and shrink while they are slow", async () => {
  expect(await pieces("embedded", 1000, 0.1)).toEqual([20, 40, 80, 160, 200, 200, 200, 100]);
  expect(await pieces("embedded", 60, 5)).toEqual([20, 5, 5, 5, 5, 5, 5, 5, 5]);
  expect(await pieces("embedded", 26, 100)).toEqual([20, 2, 2, 2]);
  expect(await pieces("embedded", 0, 1)).toEqual([]);
});

it("work on a server is one piece", async () => {
  expect(await pieces("server", 100_000, 1)).toEqual([100_000]);
});
