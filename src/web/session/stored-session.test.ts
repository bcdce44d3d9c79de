// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import sessionScript from "#web/inline/session.ts?script";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { sessionEvent, sessionKey } from "./session-names.ts";
import { readStoredSession } from "./stored-session.ts";

const token = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
const user = {
  id: "u1",
  email: "ann.lee@mail.example",
  user_metadata: { full_name: "Ann Lee", username: "ann" },
};
const session = { access_token: token({ aal: "aal1" }), expires_at: 1_900_000_000, user };
const verified = [{ id: "f1", status: "verified", factor_type: "totp" }];

afterEach(() => localStorage.clear());

/**
 * What the header says with this value in storage, by the script that the page runs before the application is
 * there.
 */
function headerSays(
  kept: string,
): { name: string | null | undefined; email: string | null | undefined } | undefined {
  localStorage.setItem(sessionKey, kept);
  document.documentElement.removeAttribute("data-signed-in");
  document.body.innerHTML = `<b data-who="name" data-else="User"></b><i data-who="email"></i>`;
  // oxlint-disable-next-line typescript/no-implied-eval -- the very text that the page carries
  new Function(sessionScript)();
  if (!document.documentElement.hasAttribute("data-signed-in")) return undefined;
  return { name: document.querySelector("b")?.textContent, email: document.querySelector("i")?.textContent };
}

function read(kept: string) {
  localStorage.setItem(sessionKey, kept);
  return readStoredSession();
}

test.each([
  ["a full name", session, "Ann Lee"],
  [
    "only a user name",
    { ...session, user: { ...user, user_metadata: { full_name: "  ", username: "ann" } } },
    "ann",
  ],
  ["only an address", { ...session, user: { ...user, user_metadata: {} } }, "ann.lee"],
  [
    "a name that is no text",
    { ...session, user: { ...user, user_metadata: { full_name: { a: 1 }, username: 7 } } },
    "ann.lee",
  ],
  ["no words at all", { ...session, user: { id: "u1" } }, ""],
  [
    "a second factor that was given",
    { ...session, access_token: token({ aal: "aal2", name: "陈>>>" }), user: { ...user, factors: verified } },
    "Ann Lee",
  ],
  [
    "a second factor that was never finished",
    { ...session, user: { ...user, factors: [{ status: "unverified" }] } },
    "Ann Lee",
  ],
])("the header and the application show the same person with %s", (_, kept, name) => {
  const found = read(JSON.stringify(kept));
  expect(found).toMatchObject({
    isWhole: true,
    name,
    id: "u1",
    accessToken: kept.access_token,
    expiresAt: 1_900_000_000,
  });
  expect(headerSays(JSON.stringify(kept))).toEqual({ name: name || "User", email: found?.email });
});

test("a session without two-step verification is not complete, and the header shows nobody", () => {
  const half = JSON.stringify({ ...session, user: { ...user, factors: verified } });
  expect(read(half)?.isWhole).toBe(false);
  expect(headerSays(half)).toBeUndefined();
});

test.each([
  ...hostileStrings,
  "null",
  "[]",
  "{}",
  "1",
  '{"access_token":1,"user":{"id":"u"}}',
  '{"access_token":"x","user":null}',
  '{"access_token":"x","user":{"id":"u","factors":[{"status":"verified"}]}}',
])("a stored value that is no session signs nobody in: %j", (kept) => {
  expect(read(kept)?.isWhole ?? false).toBe(false);
  expect(headerSays(kept)).toBeUndefined();
});

test("names from storage are shown as text, never as markup", () => {
  const evil = {
    ...session,
    user: { ...user, user_metadata: { full_name: "<img src=x onerror=alert(1)>" } },
  };
  expect(headerSays(JSON.stringify(evil))?.name).toBe("<img src=x onerror=alert(1)>");
  expect(document.querySelector("img")).toBeNull();
});

test("the header follows a log-out in this tab", () => {
  headerSays(JSON.stringify(session));
  localStorage.clear();
  window.dispatchEvent(new Event(sessionEvent));
  expect(document.documentElement.hasAttribute("data-signed-in")).toBe(false);
  expect(document.querySelector("i")?.textContent).toBe("");
});
