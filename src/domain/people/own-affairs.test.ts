import { describe, expect, it } from "vitest";
import { isOwnOrder, rulingOn } from "./own-affairs.ts";

describe("a decision of an administrator", () => {
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
  ])("the rule for a decision is right: %s", (_name, matter, others, ruling) => {
    expect(rulingOn(matter, others)).toEqual(ruling);
  });
});

describe("an administrator's own order", () => {
  const person = { id: "a", email: "Wei.Lin@example.com" };

  it.each([
    ["of one's account", { accountId: "a", customerEmail: "other@example.com" }, true],
    ["of one's address, in other letters", { accountId: null, customerEmail: "wei.lin@EXAMPLE.com" }, true],
    ["of one's address under somebody else's account", { accountId: "b", customerEmail: person.email }, true],
    ["of somebody else", { accountId: "b", customerEmail: "other@example.com" }, false],
  ])("whether an order is an administrator's own: %s", (_name, order, isOwn) => {
    expect(isOwnOrder(person, order)).toBe(isOwn);
  });

  it("an account without an email address owns no order by its address", () => {
    expect(isOwnOrder({ id: "a", email: "" }, { accountId: null, customerEmail: "" })).toBe(false);
  });
});
