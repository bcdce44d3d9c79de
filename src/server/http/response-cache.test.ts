import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeCar } from "#test/factories.ts";
import { cachedResponse, cacheResponses } from "./response-cache.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const answer = (text: string) => cachedResponse(200, { "content-type": "text/plain" }, Buffer.from(text));

it("an answer is kept until a car changes", async () => {
  const { carFacts } = test.services;
  const cache = cacheResponses(carFacts, 100_000);
  cache.put("/a", carFacts.version(), answer("one"));
  expect(cache.get("/a")?.body.toString()).toBe("one");
  expect(cache.get("/b")).toBeUndefined();
  await makeCar(test);
  expect(cache.get("/a")).toBeUndefined();
});

it("a response begun before a change, or while changes can't be noticed, is not kept", async () => {
  const { carFacts } = test.services;
  const cache = cacheResponses(carFacts, 100_000);
  const begun = carFacts.version();
  await makeCar(test);
  cache.put("/late", begun, answer("old"));
  cache.put("/deaf", undefined, answer("old"));
  expect([cache.get("/late"), cache.get("/deaf")]).toEqual([undefined, undefined]);
});

it("a full cache drops what is used least and keeps nothing larger than itself", () => {
  const { carFacts } = test.services;
  const cache = cacheResponses(carFacts, 10_000);
  const keep = (key: string, bytes: number) => cache.put(key, carFacts.version(), answer("x".repeat(bytes)));
  keep("/huge", 20_000);
  for (let number = 0; number < 20; number++) {
    keep(`/${number}`, 500);
    cache.get("/0");
  }
  const kept = Array.from({ length: 20 }, (_, number) => number).filter((number) => cache.get(`/${number}`));
  expect(cache.get("/huge")).toBeUndefined();
  expect(kept.length).toBeLessThan(10);
  expect(kept).toEqual(expect.arrayContaining([0, 19]));
});

it("a kept answer is compressed, and a short one is left as it is", async () => {
  const { carFacts } = test.services;
  const cache = cacheResponses(carFacts, 100_000);
  cache.put("/long", carFacts.version(), answer("long ".repeat(1000)));
  cache.put("/short", carFacts.version(), answer("short"));
  await vi.waitFor(() => expect(cache.get("/long")?.brotli?.length).toBeLessThan(200), {
    timeout: 5000,
    interval: 10,
  });
  expect(cache.get("/short")?.brotli).toBeUndefined();
});

it("answers with different bodies have different ETags", () => {
  expect(answer("one").etag).toBe(answer("one").etag);
  expect(answer("one").etag).not.toBe(answer("two").etag);
});

const noFacts = { version: () => 1, onChange: () => undefined };
const long = (length: number) => answer("a".repeat(length));

it("an answer that can't be compressed is still kept and sent as it is", async () => {
  const unhandled = vi.fn<() => void>();
  process.on("unhandledRejection", unhandled);
  const kept = cacheResponses(noFacts, 100_000, () => Promise.reject(new Error("Memory allocation failed")));
  kept.put("/api/cars", 1, long(5000));
  kept.get("/api/cars");
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(kept.get("/api/cars")).toMatchObject({ body: Buffer.from("a".repeat(5000)) });
  expect(kept.get("/api/cars")?.brotli).toBeUndefined();
  expect(unhandled).not.toHaveBeenCalled();
  process.off("unhandledRejection", unhandled);
});

it("kept answers take no more memory than their own bytes", async () => {
  const kept = cacheResponses(noFacts, 100_000);
  kept.put("/api/cars/1", 1, long(2000));
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
  const kept = cacheResponses(noFacts, 10_100);
  for (const key of ["/1", "/2", "/3", "/4"]) kept.put(key, 1, long(1000));
  kept.get("/1");
  kept.put("/5", 1, long(1000));
  expect(["/1", "/2", "/3", "/4", "/5"].filter((key) => kept.get(key))).toEqual(["/1", "/3", "/4", "/5"]);
});
