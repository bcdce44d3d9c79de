import { expect, test } from "vitest";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { afterLink, isNewPasswordPage, readLink } from "./confirm-kinds.ts";

const origin = "https://longbay.example";

test.each([
  ["signup", "signup", "/dashboard"],
  ["email", "signup", "/dashboard"],
  ["recovery", "recovery", "/reset-password"],
  ["invite", "invite", "/reset-password"],
  ["magiclink", "magiclink", "/dashboard"],
  ["email_change", "email_change", "/dashboard"],
])("an email's link of type %s has the kind %s and goes on to %s", (type, kind, next) => {
  const link = readLink(`?token_hash=abc&type=${type}`, "", origin);
  expect(link).toMatchObject({ by: "token", kind, tokenHash: "abc", type });
  expect(link && afterLink(link)).toBe(next);
});

test("a link to choose a new password keeps the page to go on to", () => {
  const link = readLink(
    `?token_hash=abc&type=recovery&redirect_to=${encodeURIComponent(`${origin}/auth/confirm?redirect=/cars?brand=Kia`)}`,
    "",
    origin,
  );
  const next = link ? afterLink(link) : "";
  expect(next).toBe("/reset-password?redirect=%2Fcars%3Fbrand%3DKia");
  expect(isNewPasswordPage(next)).toBe(true);
});

test.each([
  "",
  "?token_hash=abc",
  "?type=signup",
  "?token_hash=&type=signup",
  "?token_hash=abc&type=toString",
  "?token_hash=abc&type=sms",
])("the address %j holds no link", (search) => expect(readLink(search, "", origin)).toBeUndefined());

test("a hosted project's session after # also waits for the button", () => {
  const link = readLink("?redirect=/cars", "#access_token=a.b.c&refresh_token=r&type=signup", origin);
  expect(link).toEqual({
    by: "session",
    kind: "signup",
    destination: "/cars",
    accessToken: "a.b.c",
    refreshToken: "r",
  });
  expect(readLink("", "#access_token=a.b.c", origin)).toBeUndefined();
  expect(readLink("", "#error=access_denied&error_code=otp_expired", origin)).toBeUndefined();
});

test.each([
  ["/cars?brand=Kia", "/cars?brand=Kia"],
  [`${origin}/auth/confirm?redirect=%2Fcars`, "/cars"],
  [`${origin}/auth/confirm`, "/"],
  [`${origin}/information?tier=basic`, "/information?tier=basic"],
  ["https://evil.example/cars", "/"],
  ["//evil.example", "/"],
  [`${origin}/auth/confirm?redirect=//evil.example`, "/"],
  [`${origin}//evil.example`, "/"],
])("an email link that redirects to %j goes on to %s", (back, destination) => {
  expect(
    readLink(`?${new URLSearchParams({ token_hash: "abc", type: "signup", redirect_to: back })}`, "", origin)
      ?.destination,
  ).toBe(destination);
});

test.each(hostileStrings)("a hostile redirect stays on this site: %j", (text) => {
  for (const name of ["redirect", "redirect_to"]) {
    const destination =
      readLink(`?${new URLSearchParams({ token_hash: "abc", type: "signup", [name]: text })}`, "", origin)
        ?.destination ?? "/";
    expect(new URL(destination, origin).origin).toBe(origin);
  }
});
