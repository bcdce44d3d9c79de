import { describe, expect, it } from "vitest";
import { isOwnedBy, relationTo } from "./relations.ts";

const wei = { id: "wei", role: "customer" } as const;
const ada = { id: "ada", role: "admin" } as const;
const hugo = { id: "hugo", role: "host" } as const;

describe("a person's relation to a thing", () => {
  it.each([
    ["its renter", { accountId: "wei" }, wei, false, "renter"],
    ["its renter with its key too", { accountId: "wei" }, wei, true, "renter"],
    ["an administrator", { accountId: "wei" }, ada, false, "admin"],
    ["an administrator who rents it", { accountId: "ada" }, ada, false, "renter"],
    ["an administrator with its key", { accountId: "wei" }, ada, true, "key"],
    ["whoever has its key", { accountId: null }, undefined, true, "key"],
    ["another customer with its key", { accountId: "wei" }, hugo, true, "key"],
    ["another customer", { accountId: "wei" }, hugo, false, undefined],
    ["a customer, of what is nobody's", { accountId: null }, wei, false, undefined],
    ["a visitor, of what is nobody's", { accountId: null }, undefined, false, undefined],
    ["a visitor", { accountId: "wei" }, undefined, false, undefined],
    ["an earlier host", { accountId: "wei", earlierHostIds: ["hugo"] }, hugo, false, "earlier_host"],
    [
      "an earlier host whose car it is again",
      { accountId: "wei", hostId: "hugo", earlierHostIds: ["hugo"] },
      hugo,
      false,
      "host",
    ],
    [
      "an administrator who was its host",
      { accountId: "wei", earlierHostIds: ["ada"] },
      ada,
      false,
      "earlier_host",
    ],
  ] as const)("the relation is recognized for %s", (_who, thing, viewer, holdsKey, relation) => {
    expect(relationTo(thing, viewer, holdsKey)).toBe(relation);
  });

  it("an empty id never creates a relation", () => {
    expect([isOwnedBy({ accountId: null }, undefined), isOwnedBy({ accountId: "wei" }, undefined)]).toEqual([
      false,
      false,
    ]);
  });
});
