import { expect, test } from "vitest";
import type { ChangeObstacle } from "#domain/changes/obstacles.ts";
import { ApiError } from "#web/api.ts";
import { carGivenWords, changeErrorWords } from "./status-change-words.ts";

const refused = (obstacle?: ChangeObstacle) => {
  const message = "The server's own sentence.";
  const body = { code: "change_not_possible", message, error: message, obstacle };
  return new ApiError(409, "Conflict", JSON.stringify(body));
};

test.each([
  ["waiting", "The renter has asked for a change that hasn’t been answered yet. Please settle it first."],
  ["offered", "The renter hasn’t answered our offer of another car yet. Withdraw the offer first."],
  [
    "recorded",
    "The keys of this order’s car have been handed over, and its miles are counted. Offer the renter another car instead.",
  ],
  [
    "host_first",
    "A host is asked before their car is promised. Set this order back to pending first, or choose one of our cars.",
  ],
  ["past_due", "The server's own sentence."],
  [undefined, "The server's own sentence."],
] as const)("the refusal of a car names the obstacle: %s", (obstacle, words) => {
  expect(changeErrorWords(refused(obstacle))).toBe(words);
});

test("the refusal of a booked car names the other order", async () => {
  await import("#web/session/refusal-words.ts");
  const taken = (message: string) =>
    changeErrorWords(
      new ApiError(409, "Conflict", JSON.stringify({ code: "car_taken", message, error: message })),
    );
  expect(taken("This car is promised to order LB-AX7M-ZG58 from 2026-12-01 to 2027-01-01.")).toBe(
    "The car is booked for LB-AX7M-ZG58 on these dates. Cancel that order first, or choose another car.",
  );
  const late = "This car is not back from order LB-AX7M-ZG58, whose rental is over.";
  expect(taken(late)).toBe(late);
});

test.each([
  [{ status: "pending", waitsForHostSince: null }, "LB-1: Toyota Camry. The renter gets an email."],
  [{ status: "cancelled", waitsForHostSince: null }, "LB-1: Toyota Camry"],
  [
    { status: "pending", waitsForHostSince: "2026-11-21T10:00:00Z" },
    "LB-1: Toyota Camry. Its host has been asked. The renter gets an email once the host has agreed.",
  ],
] as const)("an order that has got a car says who hears of it: %j", (order, words) => {
  expect(carGivenWords({ orderNumber: "LB-1", carName: "Toyota Camry", ...order })).toBe(words);
});
