import { describe, expect, it } from "vitest";
import { isFresh, lastSignIn } from "./fresh-sign-in.ts";

const now = Date.parse("2026-11-27T12:00:00Z");
const secondsAgo = (seconds: number): number => now / 1000 - seconds;

describe("a fresh sign-in", () => {
  it("a password sign-in is fresh for ten minutes", () => {
    const signedInAt = lastSignIn([{ method: "password", timestamp: secondsAgo(599) }]);
    expect(isFresh(signedInAt, now)).toBe(true);
    expect(isFresh(signedInAt, now + 2000)).toBe(false);
  });

  it("a second factor alone doesn't make a sign-in fresh", () => {
    const methods = [
      { method: "totp", timestamp: secondsAgo(1) },
      { method: "otp", timestamp: secondsAgo(1) },
      { method: "password", timestamp: secondsAgo(7200) },
    ];
    expect(lastSignIn(methods)).toBe(now - 7_200_000);
    expect(isFresh(lastSignIn(methods), now)).toBe(false);
  });

  it("a sign-in with a future or missing time is not fresh", () => {
    expect(isFresh(lastSignIn([{ method: "password", timestamp: secondsAgo(-60) }]), now)).toBe(false);
    for (const nothing of [undefined, "password", [], [{ method: "password" }], ["password"]])
      expect(isFresh(lastSignIn(nothing), now)).toBe(false);
  });
});
