// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { countUse, refuseOver } from "./limits.ts";
import { networkOf, wideNetworkOf } from "./client-key.ts";

describe("limits", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ RATE_LIMITS: "on" });
  });
  afterAll(() => test.close());

  it("a limit allows its number of uses and then says how long to wait", async () => {
    const limit = { key: "a", most: 3, seconds: 60 };
    for (let use = 0; use < 3; use++) expect(await countUse(test.services, [limit])).toBeUndefined();
    expect(await countUse(test.services, [limit])).toBeGreaterThan(50);
    expect(await countUse(test.services, [{ ...limit, key: "b" }])).toBeUndefined();
  });

  it("a limit counts simultaneous uses once each", async () => {
    const limit = { key: "crowd", most: 10, seconds: 60 };
    const waits = await Promise.all(
      Array.from({ length: 40 }, () =>
        countUse(test.services, [limit, { ...limit, key: "other", most: 100 }]),
      ),
    );
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(10);
  });

  it("a use refused by one limit doesn't count for the others", async () => {
    const [narrow, wide] = [
      { key: "one network", most: 2, seconds: 60 },
      { key: "everybody", most: 3, seconds: 60 },
    ];
    await Promise.all(Array.from({ length: 50 }, () => countUse(test.services, [narrow, wide])));
    const uses = async () => {
      const rows = await test.services.database.rows<{ key: string; uses: number }>(
        "select key, uses from limits where key = any($1)",
        [["one network", "another", "everybody"]],
      );
      return Object.fromEntries(rows.map((row) => [row.key, row.uses]));
    };
    expect(await uses()).toEqual({ "one network": 2, everybody: 2 });
    const other = { ...narrow, key: "another" };
    expect(await countUse(test.services, [other, wide])).toBeUndefined();
    expect(await countUse(test.services, [other, wide])).toBeDefined();
    expect(await uses()).toEqual({ "one network": 2, another: 1, everybody: 3 });
  });

  it("a limit begins anew when its window has ended", async () => {
    const limit = { key: "short", most: 1, seconds: 60 };
    await countUse(test.services, [limit]);
    await test.services.database.rows(
      "update limits set ends_at = now() - interval '1 second' where key = 'short'",
    );
    expect(await countUse(test.services, [limit])).toBeUndefined();
    expect(await countUse(test.services, [limit])).toBeDefined();
  });

  it("a refusal names the seconds to wait", async () => {
    const limit = { key: "refused", most: 0, seconds: 60 };
    await expect(refuseOver(test.services, [limit], "Too many.")).rejects.toMatchObject({
      code: "too_many_requests",
      details: { retryAfter: 60 },
    });
  });
});

describe("a network", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("the network of the address %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1"],
    ["2001:db8::9", "2001:db8:0"],
  ])("the network of %s is one of many within %s", (address, wide) => {
    expect(wideNetworkOf(address)).toBe(wide);
  });
});
