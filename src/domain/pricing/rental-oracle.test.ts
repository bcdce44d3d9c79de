import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
type Report = { zone: string; compared: number; errors: string[]; digest: string };
/** How many of the 371 lengths in days are tried with each start; LENGTHS=371 tries them all in the first zone. */
const zones = {
  "America/Los_Angeles": Number(process.env.LENGTHS ?? 36),
  UTC: 12,
  "Asia/Shanghai": 12,
  "Pacific/Kiritimati": 12,
};

describe("the rules of a rental, for every day of 2026 to 2028", () => {
  const digests: string[] = [];

  it.each(Object.entries(zones))(
    "the rules of a rental agree with a second implementation in %s",
    async (zone, lengths) => {
      const { stdout } = await run(process.execPath, ["test/oracles/rental-oracle.ts", String(lengths)], {
        env: { ...process.env, TZ: zone },
      });
      const report = JSON.parse(stdout) as Report;
      expect(report).toMatchObject({ zone, errors: [], compared: 1096 * (13 + lengths) });
      digests.push(report.digest);
    },
  );

  it("the rules of a rental give the same results in all time zones", () => {
    expect([digests.length, new Set(digests).size]).toEqual([Object.keys(zones).length, 1]);
  });
});
