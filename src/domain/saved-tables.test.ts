import { expect, test } from "vitest";
import { accountFile, hostsFile, hostYearFile, tableFile } from "./saved-tables.ts";

test("a saved table's file name has its content, its month or year, and the day of saving", () => {
  expect(tableFile("orders", "2026-11-30")).toBe("orders_2026-11-30.csv");
  expect(tableFile("ledger", "2026-11-30", "2026-10")).toBe("ledger_2026-10_2026-11-30.csv");
  expect(hostsFile(2026)).toBe("hosts-2026.csv");
  expect(hostYearFile(2026)).toBe("host-2026");
  expect(accountFile("2026-11-30")).toBe("account-2026-11-30.json");
});
