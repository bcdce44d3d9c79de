// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { forgetExpired } from "#server/sign-in/open-auth.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ SESSION_IDLE_DAYS: "7", SESSION_LONGEST_DAYS: "20" });
});
afterAll(() => test.close());

/** Makes a session look as if it began, and was last used, this many days ago. */
const age = ({ sessionId }: Person, began: number, used: number) =>
  test.services.database.rows(
    "update sessions set created_at = now() - make_interval(days => $2), refreshed_at = now() - make_interval(days => $3) where id = $1",
    [sessionId, began, used],
  );
const get = (person: Person, url: string) => test.app.inject({ url, headers: person.authorization });
const refresh = (person: Person) =>
  test.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=refresh_token",
    payload: { refresh_token: person.refreshToken },
  });

describe("a session", () => {
  it("a session continues while it is used, and shows when it ends", async () => {
    const person = await makePerson(test);
    await age(person, 18, 6);
    const [listed] = (await get(person, "/api/auth/sessions")).json<
      { createdAt: string; endsAt: string }[]
    >();
    expect(Date.parse(listed?.endsAt ?? "") - Date.parse(listed?.createdAt ?? "")).toBe(19 * 24 * 3_600_000);
    expect((await refresh(person)).statusCode).toBe(200);
  });

  it.each([
    ["was last used a week ago", 8, 8],
    ["is older than the longest allowed", 21, 0],
  ])("a session that %s is refused for all its tokens and is deleted", async (_, began, used) => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    await age(person, began, used);
    expect((await get(person, "/auth/v1/user")).json()).toMatchObject({ error_code: "session_not_found" });
    expect((await get(person, "/api/auth/user")).statusCode).toBe(401);
    expect((await refresh(person)).json()).toMatchObject({ error_code: "session_expired" });
    if (!test.services.auth) throw new Error("no service inside");
    await forgetExpired(test.services.auth);
    const left = await test.services.database.rows("select id from sessions where id = any($1)", [
      [person.sessionId, other.sessionId],
    ]);
    expect(left).toEqual([{ id: other.sessionId }]);
  });
});
