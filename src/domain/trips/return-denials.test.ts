import { expect, it } from "vitest";
import { returnDeniableUntil } from "./return-denials.ts";

const finishedAt = new Date("2026-06-11T18:00:00Z");
const theirs = { kind: "return", side: "renter", finishedAt } as const;
const isBack = false;

it("a renter's return record may be denied for 24 hours while the car isn't recorded back", () => {
  expect(returnDeniableUntil(theirs, { isBack })).toEqual(new Date("2026-06-12T18:00:00Z"));
  expect(returnDeniableUntil(theirs, { isBack: true })).toBeUndefined();
});

it.each([
  ["a pickup", { kind: "pickup" }],
  ["a record of the host", { side: "host" }],
  ["a record of ours", { side: "longbay" }],
  ["a record that isn't finished", { finishedAt: null }],
] as const)("a return denial is refused for %s", (_name, other) => {
  expect(returnDeniableUntil({ ...theirs, ...other }, { isBack })).toBeUndefined();
});
