// @one-database
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Permission, permissions } from "#domain/people/permissions.ts";
import { isAccess } from "#contract/endpoint.ts";
import { makePerson, type Person } from "../accounts.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { namedRoleNames, namedRoles } from "#domain/people/named-roles.ts";
import { mayUse, sections } from "#web/admin/sections.ts";
import { accessTable, type ExpectedAccess, readingCalls, writingParts } from "./access-table.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ AUTH_ADMIN_API: "on" });
  await test.app.ready();
});
afterAll(() => test.close());

/** Addresses that catch all unknown paths, under every method. */
const isCatchAll = (url: string) => /^\/(api|auth\/v1|rest\/v1)\/\*$/.test(url);

type Who = {
  name: string;
  isValid: boolean;
  isSuspended?: boolean;
  isHost?: boolean;
  lacksFactor?: boolean;
  isReadOnly?: boolean;
  permissions?: readonly Permission[];
  /** The role's name on the page of roles. */
  role?: string;
  /** Differs from an administrator without a permission in nothing but permissions. */
  isByPermission?: boolean;
  make: () => Promise<string | undefined>;
};

const token = async (wanted: Parameters<typeof makePerson>[1]): Promise<string> =>
  (await makePerson(test, wanted)).token;
const admin = (held: readonly Permission[]): Who => ({
  name: `an administrator with ${held.join(", ") || "nothing"}`,
  isValid: true,
  permissions: held,
  isByPermission: held.length > 0,
  make: () => token({ role: "admin", permissions: [...held] }),
});

const everybody: Who[] = [
  { name: "a visitor", isValid: false, make: () => Promise.resolve(undefined) },
  {
    name: "a forged token",
    isValid: false,
    make: async () => `${(await token({})).split(".").slice(0, 2).join(".")}.${"A".repeat(86)}`,
  },
  { name: "an ended session", isValid: false, make: async () => ended(await makePerson(test)) },
  { name: "a customer", isValid: true, make: () => token({}) },
  { name: "a host", isValid: true, isHost: true, make: () => token({ role: "host" }) },
  {
    name: "somebody who applied to host",
    isValid: true,
    make: async () => {
      const applicant = await makePerson(test);
      await test.services.database.rows("insert into host_applications (account_id) values ($1)", [
        applicant.id,
      ]);
      return applicant.token;
    },
  },
  {
    name: "a customer whose list says all",
    isValid: true,
    make: () => token({ role: "customer", permissions: ["all"] }),
  },
  { name: "somebody suspended", isValid: true, isSuspended: true, make: () => token({ isSuspended: true }) },
  {
    name: "a suspended host",
    isValid: true,
    isSuspended: true,
    isHost: true,
    make: () => token({ role: "host", isSuspended: true }),
  },
  {
    name: "a suspended administrator",
    isValid: true,
    isSuspended: true,
    permissions: ["all"],
    make: () => token({ role: "admin", permissions: ["all"], isSuspended: true }),
  },
  {
    name: "somebody short of their second factor",
    isValid: true,
    lacksFactor: true,
    make: () => token({ hasFactor: true }),
  },
  {
    name: "an administrator short of their second factor",
    isValid: true,
    lacksFactor: true,
    permissions: ["all"],
    make: () => token({ role: "admin", permissions: ["all"], hasFactor: true }),
  },
  admin([]),
  ...permissions.map((permission) => admin([permission])),
  ...namedRoleNames.map((name) => ({ ...admin(namedRoles[name]), name: `the role ${name}`, role: name })),
  {
    name: "an administrator with all who only reads",
    role: "an owner who only reads",
    isValid: true,
    isReadOnly: true,
    permissions: ["all"],
    make: () => token({ role: "admin", permissions: ["all"], isReadOnly: true }),
  },
];

const wholeTable: Record<string, ExpectedAccess> = { ...accessTable, ...writingParts };

/** Whether one of our calls changes something: by its method, with the few exceptions listed in the table. */
const isWrite = (route: string): boolean =>
  route in writingParts ||
  (/^(POST|PUT|PATCH|DELETE) \/api\/(?!webhooks\/)/.test(route) && !readingCalls.has(route));

async function ended(person: Person): Promise<string> {
  await test.services.database.rows("delete from sessions where id = $1", [person.sessionId]);
  return person.token;
}

/** "in" means that the request passes the access check, whatever its answer is. */
function expectedOf(route: string, expected: ExpectedAccess, who: Who): "in" | 401 | 403 {
  if (who.isReadOnly && isWrite(route)) return 403;
  if (expected === "public") return "in";
  if (expected === "service") return who.name === "a visitor" ? 401 : 403;
  if (expected === "protocol") return who.name === "a visitor" ? 401 : who.isValid ? "in" : 403;
  if (!who.isValid) return 401;
  if (expected === "row") return "in";
  if (expected === "session") return "in";
  if (who.lacksFactor || (who.isSuspended && !(who.isHost && expected === "own_money"))) return 403;
  if (expected === "account" || expected === "own_money") return "in";
  if (expected === "host") return who.isHost ? "in" : 403;
  if (!who.permissions) return 403;
  if (expected === "admin") return "in";
  const isFull = who.permissions.some((held) => held === "all" || held === "all_permissions");
  return isFull || expected.some((permission) => who.permissions?.includes(permission)) ? "in" : 403;
}

/**
 * Calls that may still refuse after the access check by rules of their own: a second factor is needed, a row
 * belongs to somebody else, or a password is wrong.
 */
const laterRefusals = new Set([
  "POST /auth/v1/factors",
  "PUT /auth/v1/user",
  "GET /rest/v1/profiles",
  "POST /rest/v1/profiles",
  "POST /api/auth/recovery-codes",
  "POST /auth/v1/verify",
  "POST /auth/v1/token",
]);

describe("the table of callers and calls", () => {
  it("the access table has every route and no removed route", () => {
    const routes = test.app.knownRoutes.filter(
      ({ method, url }) => method !== "HEAD" && !(method === "OPTIONS") && !isCatchAll(url),
    );
    const registered = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    expect([...registered].toSorted()).toEqual(Object.keys(accessTable).toSorted());
  });

  it("the access table is what the contract declares", async () => {
    const rooms = Object.values(
      import.meta.glob<object>(["../../src/contract/**/*.ts", "!../../src/contract/**/*.test.ts"], {
        eager: true,
      }),
    );
    const endpoints = rooms
      .flatMap((room) => Object.values(room))
      .filter(
        (value): value is { method: string; path: string; access: unknown; effect?: unknown } =>
          typeof value === "object" && value !== null && "access" in value && isAccess(value.access),
      );
    expect(endpoints.length).toBeGreaterThan(30);
    for (const { method, path, access } of endpoints)
      expect([path, access]).toEqual([path, accessTable[`${method} ${path}`]]);
    const saidToRead = endpoints.filter(({ effect }) => effect === "read");
    expect(saidToRead.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      [...readingCalls].toSorted(),
    );
  });

  const walls = Object.entries(accessTable).filter(([, expected]) => expected !== "public");
  const signsOut = /logout|signout/;

  /** The calls that each role was allowed to make. */
  const reached = new Map<string, Set<string>>();

  it.each(everybody)("the access table is right for $name", async (who) => {
    const kept = await who.make();
    const wrong = [];
    const calls = new Set<string>();
    if (who.role) reached.set(who.role, calls);
    for (const [route, expected] of Object.entries(wholeTable)) {
      // What any person may call, an administrator without a permission and the owner call for all the others.
      const isAdministrators = expected === "admin" || typeof expected === "object";
      if (who.isByPermission && who.role !== "owner" && !isAdministrators) continue;
      const bearer = signsOut.test(route) ? await who.make() : kept;
      const answer = await call(route, bearer);
      const wanted = expectedOf(route, expected, who);
      const isOwnRule = wanted === "in" && laterRefusals.has(route);
      if (answer.statusCode !== 401 && answer.statusCode !== 403) calls.add(route);
      const got = answer.statusCode === 401 || answer.statusCode === 403 ? answer.statusCode : "in";
      if (answer.statusCode >= 500 || (got !== wanted && !isOwnRule))
        wrong.push({ route, wanted, got: answer.statusCode });
    }
    expect(wrong).toEqual([]);
    expect(walls.length).toBeGreaterThan(20);
  });

  it("the access table is what docs/roles.md shows", async () => {
    const names = [...reached.keys()];
    const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
    const table = (first: string, rows: string[][]) =>
      [row([first, ...names]), row([first, ...names].map(() => "---")), ...rows.map(row)].join("\n");
    const forAdministrators = (route: string) => {
      const expected = wholeTable[route];
      return Array.isArray(expected) || expected === "admin";
    };
    const calls = Object.keys(wholeTable).filter(forAdministrators);
    const rolesWith = everybody.filter(({ role }) => role !== undefined);
    const screens = sections.map(({ to, needs }) => [
      `\`${to}\``,
      ...rolesWith.map(({ permissions: held = [] }) =>
        mayUse({ isAdmin: true, adminPermissions: [...held] }, needs) ? "yes" : "–",
      ),
    ]);
    const page = `# What each role may do

Made by \`npm test -- test/api/access.test.ts -u\`; the test fails if this page says otherwise. Somebody of each role made each
call: "yes" means that the server did not refuse it for lack of a right. An administrator whose permissions differ from every role is called "Custom".
An administrator who only reads sees every screen of their permissions and changes nothing, except for quotes, their own session and their own language.

${table("Screen", screens)}

${table(
  "Call",
  calls.map((route) => [
    `\`${route}\``,
    ...names.map((name) => (reached.get(name)?.has(route) ? "yes" : "–")),
  ]),
)}
`;
    await expect(page).toMatchFileSnapshot("../../docs/roles.md");
  });

  function call(route: string, bearer: string | undefined) {
    const [method = "", path = ""] = route.split(" ");
    const url = path.replace(/:\w+/g, () => crypto.randomUUID());
    const hasBody = method !== "GET" && method !== "DELETE";
    return inject({
      method,
      url,
      headers: { ...(bearer && { authorization: `Bearer ${bearer}` }) },
      ...(hasBody && { payload: {} }),
    });
  }

  /** An answer may be endless, so only its beginning is read. */
  async function inject(options: InjectOptions) {
    const answer = await test.app.inject({ ...options, payloadAsStream: true });
    answer.stream().destroy();
    return answer;
  }
});

describe("a session cookie", () => {
  it("a session cookie is set by signing in, opens the API, and ends with signing out", async () => {
    const { email } = await makePerson(test);
    const login = await test.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email, password: "correct horse battery" },
    });
    const cookie = String(login.headers["set-cookie"]);
    expect(cookie).toMatch(/^session=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    expect((await test.app.inject({ url: "/api/auth/user", headers })).json()).toMatchObject({ email });
    const left = await test.app.inject({ method: "POST", url: "/api/auth/logout", headers });
    expect(String(left.headers["set-cookie"])).toContain("Max-Age=0");
    expect((await test.app.inject({ url: "/api/auth/user", headers })).statusCode).toBe(401);
  });

  const elsewhere: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "null" },
  ];

  it.each(elsewhere)(
    "a session cookie is ignored in a request from another site's page: %j",
    async (from) => {
      const { token } = await makePerson(test);
      const answer = await test.app.inject({
        method: "PUT",
        url: "/api/auth/v2/profile",
        headers: { cookie: `session=${token}`, ...from },
        payload: { full_name: "Mallory" },
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: "cross_site" }]);
      for (const url of ["/auth/v1/token?grant_type=password", "/rest/v1/profiles"]) {
        expect((await test.app.inject({ method: "POST", url, headers: from, payload: {} })).statusCode).toBe(
          403,
        );
      }
    },
  );
});
