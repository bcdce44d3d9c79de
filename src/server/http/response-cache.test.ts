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
  const { catalogue } = test.services;
  const hot = cacheResponses(catalogue, 100_000);
  hot.put("/a", catalogue.version(), answer("one"));
  expect(hot.get("/a")?.body.toString()).toBe("one");
  expect(hot.get("/b")).toBeUndefined();
  await makeCar(test);
  expect(hot.get("/a")).toBeUndefined();
});

it("a response begun before a change, or while changes can't be noticed, is not kept", async () => {
  const { catalogue } = test.services;
  const hot = cacheResponses(catalogue, 100_000);
  const begun = catalogue.version();
  await makeCar(test);
  hot.put("/late", begun, answer("old"));
  hot.put("/deaf", undefined, answer("old"));
  expect([hot.get("/late"), hot.get("/deaf")]).toEqual([undefined, undefined]);
});

it("a full cache drops what is used least and keeps nothing larger than itself", () => {
  const { catalogue } = test.services;
  const hot = cacheResponses(catalogue, 10_000);
  const keep = (key: string, bytes: number) => hot.put(key, catalogue.version(), answer("x".repeat(bytes)));
  keep("/huge", 20_000);
  for (let number = 0; number < 20; number++) {
    keep(`/${number}`, 500);
    hot.get("/0");
  }
  const kept = Array.from({ length: 20 }, (_, number) => number).filter((number) => hot.get(`/${number}`));
  expect(hot.get("/huge")).toBeUndefined();
  expect(kept.length).toBeLessThan(10);
  expect(kept).toEqual(expect.arrayContaining([0, 19]));
});

it("a kept answer is compressed, and a short one is left as it is", async () => {
  const { catalogue } = test.services;
  const hot = cacheResponses(catalogue, 100_000);
  hot.put("/long", catalogue.version(), answer("long ".repeat(1000)));
  hot.put("/short", catalogue.version(), answer("short"));
  await vi.waitFor(() => expect(hot.get("/long")?.brotli?.length).toBeLessThan(200), {
    timeout: 5000,
    interval: 10,
  });
  expect(hot.get("/short")?.brotli).toBeUndefined();
});

it("answers with different bodies have different ETags", () => {
  expect(answer("one").etag).toBe(answer("one").etag);
  expect(answer("one").etag).not.toBe(answer("two").etag);
});
