import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
type Report = { zone: string; compared: number; faults: string[]; digest: string };

it("agrees with an independent reading of the rules for every rental of 2026 to 2028, whatever zone the server is in", async () => {
  const reports: Report[] = [];
  for (const zone of ["UTC", "Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati"]) {
    const { stdout } = await run(process.execPath, ["test/rental-oracle.ts"], { env: { ...process.env, TZ: zone } });
    reports.push(JSON.parse(stdout) as Report);
  }
  expect(reports.flatMap((report) => report.faults)).toEqual([]);
  expect(reports.map((report) => report.compared)).toEqual(Array(4).fill(1096 * (13 + 371)));
  expect(new Set(reports.map((report) => report.digest)).size).toBe(1);
  expect(reports.map((report) => report.zone)).toEqual(["UTC", "Asia/Shanghai", "America/Los_Angeles", "Pacific/Kiritimati"]);
});
