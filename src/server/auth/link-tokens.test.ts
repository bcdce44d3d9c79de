import { expect, it } from "vitest";
import { hashToken, isTokenOf, randomToken } from "./link-tokens.ts";

it("a token matches only its own hash", () => {
  const token = randomToken();
  expect(isTokenOf(hashToken(token), token)).toBe(true);
  for (const given of [randomToken(), "", "guess", "é".repeat(43), undefined])
    expect(isTokenOf(hashToken(token), given)).toBe(false);
  // An order whose data was deleted has a random text in place of the hash.
  for (const kept of ["", crypto.randomUUID(), "x".repeat(43)])
    for (const given of ["", "guess", token]) expect(isTokenOf(kept, given)).toBe(false);
});
