import { expect, test } from "vitest";
import { accountFile, hostsFile, hostYearFile, tableFile } from "./saved-tables.ts";

test("a file's name says what it holds, of which month or year, and when it was saved", () => {
  expect(tableFile("orders", "2026-11-30")).toBe("orders_2026-11-30.csv");
  expect(tableFile("ledger", "2026-11-30", "2026-10")).toBe("ledger_2026-10_2026-11-30.csv");
  expect(hostsFile(2026)).toBe("hosts-2026.csv");
  expect(hostYearFile(2026)).toBe("host-2026");
  expect(accountFile("2026-11-30")).toBe("account-2026-11-30.json");
});
