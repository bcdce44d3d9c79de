import { describe, expect, it } from "vitest";
import { isOwnOrder, rulingOn } from "./own-affairs.ts";

describe("deciding", () => {
  const alone = { mayDecide: true, isAlone: true };
  const freely = { mayDecide: true, isAlone: false };

  it.each([
    ["what concerns others", { isOwn: false }, 3, freely],
    ["what concerns others, as the sole holder", { isOwn: false }, 0, freely],
    ["one's own, while somebody else could", { isOwn: true }, 1, { mayDecide: false, reason: "own" }],
    ["one's own, as the sole holder", { isOwn: true }, 0, alone],
    [
      "what one proposed, while somebody else could",
      { isOwn: false, hasProposed: true },
      1,
      { mayDecide: false, reason: "proposed" },
    ],
    ["what one proposed, as the sole holder", { isOwn: false, hasProposed: true }, 0, alone],
    [
      "one's own that one proposed, while somebody else could",
      { isOwn: true, hasProposed: true },
      2,
      { mayDecide: false, reason: "own" },
    ],
    ["one's own that one proposed, as the sole holder", { isOwn: true, hasProposed: true }, 0, alone],
  ])("%s", (_name, matter, others, ruling) => {
    expect(rulingOn(matter, others)).toEqual(ruling);
  });
});

describe("an order of one's own", () => {
  const person = { id: "a", email: "Wei.Lin@example.com" };

  it.each([
    ["of one's account", { accountId: "a", customerEmail: "other@example.com" }, true],
    ["of one's address, in other letters", { accountId: null, customerEmail: "wei.lin@EXAMPLE.com" }, true],
    ["of one's address under somebody else's account", { accountId: "b", customerEmail: person.email }, true],
    ["of somebody else", { accountId: "b", customerEmail: "other@example.com" }, false],
  ])("%s", (_name, order, isOwn) => {
    expect(isOwnOrder(person, order)).toBe(isOwn);
  });

  it("isn't recognised by an account without an email address", () => {
    expect(isOwnOrder({ id: "a", email: "" }, { accountId: null, customerEmail: "" })).toBe(false);
  });
});
