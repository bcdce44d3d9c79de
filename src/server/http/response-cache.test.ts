import { expect, it, vi } from "vitest";
import { cachedResponse, cacheResponses } from "./response-cache.ts";

const facts = { version: () => 1, onChange: () => undefined };
const answer = (length: number) => cachedResponse(200, {}, Buffer.from("a".repeat(length)));

it("an answer that can't be compressed is still kept and sent as it is", async () => {
  const unhandled = vi.fn<() => void>();
  process.on("unhandledRejection", unhandled);
  const kept = cacheResponses(facts, 100_000, () => Promise.reject(new Error("Memory allocation failed")));
  kept.put("/api/cars", 1, answer(5000));
  kept.get("/api/cars");
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(kept.get("/api/cars")).toMatchObject({ body: Buffer.from("a".repeat(5000)) });
  expect(kept.get("/api/cars")?.brotli).toBeUndefined();
  expect(unhandled).not.toHaveBeenCalled();
  process.off("unhandledRejection", unhandled);
});

it("kept answers take no more memory than their own bytes", async () => {
  const kept = cacheResponses(facts, 100_000);
  kept.put("/api/cars/1", 1, answer(2000));
  kept.get("/api/cars/1");
  await vi.waitFor(() => expect(kept.get("/api/cars/1")?.brotli).toBeDefined(), {
    timeout: 20_000,
    interval: 5,
  });
  const { body, brotli } = kept.get("/api/cars/1") ?? {};
  expect(body?.buffer.byteLength).toBe(2000);
  expect(brotli?.buffer.byteLength).toBe(brotli?.length);
});

it("the answers used last stay within the budget, which counts what an entry takes besides its bytes", () => {
  const kept = cacheResponses(facts, 10_100);
  for (const key of ["/1", "/2", "/3", "/4"]) kept.put(key, 1, answer(1000));
  kept.get("/1");
  kept.put("/5", 1, answer(1000));
  expect(["/1", "/2", "/3", "/4", "/5"].filter((key) => kept.get(key))).toEqual(["/1", "/3", "/4", "/5"]);
});
