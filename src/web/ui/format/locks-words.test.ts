import { expect, test } from "vitest";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { arrangeWords, locksWords } from "./locks-words.ts";

const pickup = { pickupDate: "2026-12-02", pickupTime: "10:00" };
const before = instantInLosAngeles("2026-12-01", "09:59");
const after = instantInLosAngeles("2026-12-01", "10:01");

test("a change on the last day says that canceling costs from then on, except of a pending order", () => {
  const words = (status: "pending" | "confirmed") => locksWords({ ...pickup, status }, after);
  expect(words("confirmed")).toContain("canceling is no longer free");
  expect(words("pending")).not.toContain("canceling");
  expect(locksWords({ ...pickup, status: "pending" }, before)).toContain("until Dec 1");
});

test("a booking without a place names the moment at which its place locks, and then asks for a message", () => {
  expect(arrangeWords(pickup, before)).toMatch(/by Dec 1, 10:00 AM/);
  expect(arrangeWords(pickup, after)).toContain("Message us");
});
