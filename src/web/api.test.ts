// @vitest-environment happy-dom
// @own-window
import { saveHostCar } from "#contract/host/cars.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getProfile } from "#contract/accounts.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { api } from "./api.ts";
import { sessionKey } from "#web/session/session-names.ts";

const fetched = vi.fn<typeof fetch>();
const payload = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600;
const keep = (session: object): void => localStorage.setItem(sessionKey, JSON.stringify(session));
const ask = () => api(getProfile);
const sent = (): string | null => new Headers(fetched.mock.lastCall?.[1]?.headers).get("authorization");

beforeEach(() => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({})));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("a visitor sends no token", async () => {
  await ask();
  expect(sent()).toBeNull();
});

test("a signed-in person sends their token", async () => {
  const token = payload({ aal: "aal1" });
  keep({ access_token: token, expires_at: inAnHour(), user: { id: "u1", email: "ann@mail.example" } });
  await ask();
  expect(sent()).toBe(`Bearer ${token}`);
});

test("a person who has not passed two-step verification sends no token", async () => {
  keep({
    access_token: payload({ aal: "aal1" }),
    expires_at: inAnHour(),
    user: { id: "u1", factors: [{ status: "verified" }] },
  });
  await ask();
  expect(sent()).toBeNull();
});

test("a token about to end is renewed first", async () => {
  const fresh = {
    access_token: payload({ aal: "aal1", n: 2 }),
    refresh_token: "r2",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: inAnHour(),
  };
  const user = {
    id: "u1",
    email: "ann@mail.example",
    aud: "authenticated",
    app_metadata: {},
    user_metadata: {},
    created_at: "2026-01-01T00:00:00Z",
  };
  fetched.mockImplementation((address) =>
    Promise.resolve(
      new Request(address).url.includes("grant_type=refresh_token")
        ? Response.json({ ...fresh, user })
        : Response.json({}),
    ),
  );
  keep({
    ...fresh,
    access_token: payload({ aal: "aal1", n: 1 }),
    refresh_token: "r1",
    expires_at: Math.floor(Date.now() / 1000) + 30,
    user,
  });
  await ask();
  expect(sent()).toBe(`Bearer ${fresh.access_token}`);
});

test.each(hostileStrings)("storage without a valid session sends no token: %j", async (text) => {
  localStorage.setItem(sessionKey, text);
  await ask();
  expect(sent()).toBeNull();
});

test("a save sends the version that was seen, and reports a newer one", async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json({ code: "stale", message: "It has changed." }, { status: 412 })),
  );
  const save = api(saveHostCar, { params: { id: "7" }, body: { brand: "Kia" }, seen: "v1", keepalive: true });
  await expect(save).rejects.toMatchObject({ status: 412, body: { code: "stale" } });
  const [path, init] = fetched.mock.lastCall ?? [];
  expect([path, init?.method, init?.keepalive, new Headers(init?.headers).get("if-match")]).toEqual([
    "/api/host/cars/7",
    "PATCH",
    true,
    '"v1"',
  ]);
});
