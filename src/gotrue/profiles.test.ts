// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (query: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: `/rest/v1/profiles?${query}`, headers });
const insert = (payload: unknown, headers: Record<string, string> = {}, query = "") =>
  test.app.inject({ method: "POST", url: `/rest/v1/profiles${query}`, payload: payload as object, headers });

describe("the check whether a user name is taken", () => {
  it("a taken name is found in any case, with nothing else about its owner", async () => {
    const person = await makePerson(test);
    await insert({ id: person.id, username: "Ann_Lee", full_name: "Ann Lee" }, person.authorization);
    for (const filter of ["eq.ann_lee", "eq.ANN_LEE", "ilike.Ann_Lee", "ilike.ann\\_lee"]) {
      const answer = await get(`select=username&username=${encodeURIComponent(filter)}&limit=1`);
      expect(answer.json()).toEqual([{ username: "ann_lee" }]);
      expect(answer.headers["content-range"]).toBe("0-0/*");
    }
    const free = await get("select=username&username=eq.nobody&limit=1");
    expect([free.json(), free.headers["content-range"]]).toEqual([[], "*/*"]);
  });

  it.each([
    ["select=*&username=eq.ann_lee", 401, "42501"],
    ["select=username,full_name&username=eq.ann_lee", 401, "42501"],
    ["select=username,email&username=eq.ann_lee", 400, "42703"],
    ["select=username&id=eq.1", 401, "42501"],
    ["select=username&password=eq.1", 400, "42703"],
    ["select=username", 400, "PGRST100"],
    ["select=username&username=like.a*", 400, "PGRST100"],
    ["select=username&username=neq.x", 400, "PGRST100"],
    ["select=username&username=in.(a,b)", 400, "PGRST100"],
    ["select=username&username=eq.a&username=eq.b", 400, "PGRST100"],
  ])("a query for anything but one user name is refused: %s", async (query, status, code) => {
    const answer = await get(query);
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { code }]);
  });

  it("a wildcard lists no names", async () => {
    for (const filter of ["ilike.*", "ilike.%25", "ilike.a%25", "eq.%25"])
      expect((await get(`select=username&username=${filter}`)).json()).toEqual([]);
  });

  it.each(["%00", "a%00bc", "%F0%9F%9A%97", "ab".repeat(500)])(
    "a text that can't be a user name is not taken: %s",
    async (name) => {
      const answer = await get(`select=username&username=eq.${name}`);
      expect([answer.statusCode, answer.json()]).toEqual([200, []]);
    },
  );

  it("the check is open to everybody except a caller with a wrong token", async () => {
    const person = await makePerson(test);
    const asked = async (authorization: string) => {
      const answer = await get("select=username&username=eq.nobody", { authorization });
      return [answer.statusCode, answer.json<{ code?: string }>().code];
    };
    expect(await asked("Bearer longbay")).toEqual([200, undefined]);
    expect(await asked(person.authorization.authorization)).toEqual([200, undefined]);
    expect(await asked(`${person.authorization.authorization}x`)).toEqual([401, "PGRST301"]);
  });

  it("a client that requests one object gets 406 for a free name", async () => {
    const answer = await get("select=username&username=eq.nobody", {
      accept: "application/vnd.pgrst.object+json",
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      406,
      {
        code: "PGRST116",
        details: "The result contains 0 rows",
        hint: null,
        message: "Cannot coerce the result to a single JSON object",
      },
    ]);
  });

  it("a user name can be checked twenty times a minute", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const answers = [];
      for (let at = 0; at < 21; at++)
        answers.push(await limited.app.inject(`/rest/v1/profiles?select=username&username=eq.name${at}`));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(20).fill(200), 429]);
    } finally {
      await limited.close();
    }
  });
});

describe("a person's own profile", () => {
  it("a profile is inserted once, by its owner", async () => {
    const person = await makePerson(test);
    const row = { id: person.id, username: "First_Name", full_name: "Wei Lin" };
    const made = await insert(row, person.authorization);
    expect([made.statusCode, made.body, made.headers["content-range"]]).toEqual([201, "", "*/*"]);
    expect((await insert(row, person.authorization)).json()).toMatchObject({ code: "23505" });
  });

  it("a profile can't take another person's user name", async () => {
    const [first, second] = [await makePerson(test), await makePerson(test)];
    await insert({ id: first.id, username: "wanted" }, first.authorization);
    const answer = await insert({ id: second.id, username: "WANTED" }, second.authorization);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      {
        code: "23505",
        details: "Key (username)=(wanted) already exists.",
        hint: null,
        message: 'duplicate key value violates unique constraint "profiles_username_key"',
      },
    ]);
  });

  it("a profile can't be inserted by another person", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const row = { id: other.id, username: "stolen" };
    const [anonymous, foreign] = [await insert(row), await insert(row, person.authorization)];
    expect([anonymous.statusCode, foreign.statusCode]).toEqual([401, 403]);
    expect(foreign.json()).toMatchObject({
      code: "42501",
      message: 'new row violates row-level security policy for table "profiles"',
    });
  });

  it.each([
    [{ username: "ok_name", role: "admin" }, 400, "PGRST204"],
    [{ username: "no spaces" }, 400, "23514"],
    [{}, 400, "23514"],
    [[], 400, "PGRST102"],
    [[{ username: "a_one" }, { username: "a_two" }], 400, "PGRST102"],
  ])("a profile of %j is refused", async (row, status, code) => {
    const person = await makePerson(test);
    const body = Array.isArray(row) ? row : { id: person.id, ...row };
    expect((await insert(body, person.authorization)).json()).toMatchObject({ code });
    expect((await insert(body, person.authorization)).statusCode).toBe(status);
  });

  it.each(["PATCH", "DELETE", "PUT"] as const)("a profile refuses %s, whatever the body", async (method) => {
    const person = await makePerson(test);
    const ask = (headers: Record<string, string>) =>
      test.app.inject({
        method,
        url: `/rest/v1/profiles?id=eq.${person.id}`,
        headers: { "content-type": "application/json", ...headers },
      });
    const [anonymous, own] = [await ask({}), await ask(person.authorization)];
    expect([anonymous.statusCode, own.statusCode]).toEqual([401, 403]);
    expect(own.json()).toMatchObject({ code: "42501", message: "permission denied for table profiles" });
  });

  it("a profile can't be upserted, and no other table exists", async () => {
    const person = await makePerson(test);
    const upsert = await insert(
      { id: person.id, username: "again" },
      { ...person.authorization, prefer: "resolution=merge-duplicates" },
      "?on_conflict=id",
    );
    expect(upsert.statusCode).toBe(400);
    expect((await test.app.inject("/rest/v1/users?select=*")).json()).toMatchObject({ code: "PGRST205" });
  });
});
