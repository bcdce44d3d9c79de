// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, raise } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

type TokenAnswer = { status: number; access_token?: string; refresh_token?: string; error_code?: string };

async function refresh(refresh_token: unknown): Promise<TokenAnswer> {
  const answer = await test.app.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=refresh_token",
    payload: { refresh_token },
  });
  return { status: answer.statusCode, ...answer.json<object>() };
}

/** Moves a session's last refresh back by a minute, more than the ten seconds for late tabs. */
const later = (sessionId: string) =>
  test.services.database.rows(
    "update sessions set refreshed_at = refreshed_at - interval '1 minute' where id = $1",
    [sessionId],
  );
const isAlive = async (sessionId: string) =>
  (await test.services.database.rows("select from sessions where id = $1", [sessionId])).length === 1;

describe("a refresh", () => {
  it("a refresh gives a new token each time", async () => {
    const person = await makePerson(test);
    const first = await refresh(person.refreshToken);
    const second = await refresh(first.refresh_token);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new Set([person.refreshToken, first.refresh_token, second.refresh_token]).size).toBe(3);
  });

  it("twenty simultaneous refreshes get the same token and keep the session", async () => {
    const person = await makePerson(test);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(person.refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    expect((await refresh(answers[0]?.refresh_token)).status).toBe(200);
  });

  it("a repeated refresh gives the active token again to a client that lost its answer", async () => {
    const person = await makePerson(test);
    const lost = await refresh(person.refreshToken);
    await later(person.sessionId);
    expect((await refresh(person.refreshToken)).refresh_token).toBe(lost.refresh_token);
    expect(await isAlive(person.sessionId)).toBe(true);
  });

  it("the token before the last one is accepted within seconds, for a slow tab", async () => {
    const person = await makePerson(test);
    const next = await refresh((await refresh(person.refreshToken)).refresh_token);
    expect((await refresh(person.refreshToken)).refresh_token).toBe(next.refresh_token);
  });

  it("the token before the last one ends the session if it comes later", async () => {
    const person = await makePerson(test);
    const next = await refresh((await refresh(person.refreshToken)).refresh_token);
    await later(person.sessionId);
    expect(await refresh(person.refreshToken)).toMatchObject({
      status: 400,
      error_code: "refresh_token_already_used",
    });
    expect(await isAlive(person.sessionId)).toBe(false);
    expect(await refresh(next.refresh_token)).toMatchObject({
      status: 400,
      error_code: "refresh_token_not_found",
    });
  });

  it("a token from before the second factor is refused afterwards", async () => {
    const person = await makePerson(test, { hasFactor: true });
    const raised = await raise(test, person);
    await test.services.database.rows("update sessions set refresh_floor = refresh_count where id = $1", [
      person.sessionId,
    ]);
    expect(await refresh(person.refreshToken)).toMatchObject({
      status: 400,
      error_code: "refresh_token_already_used",
    });
    expect((await refresh(raised.refreshToken)).status).toBe(200);
  });

  it.each([
    [undefined, "validation_failed"],
    [7, "validation_failed"],
    ["", "validation_failed"],
    ["abcdefghijkl", "validation_failed"],
    ["A".repeat(70), "refresh_token_not_found"],
  ])("a refresh token of %j is refused", async (token, code) => {
    expect(await refresh(token)).toMatchObject({ status: 400, error_code: code });
  });

  it("a refresh token with an invented count is refused", async () => {
    const person = await makePerson(test);
    const bytes = Buffer.from(person.refreshToken, "base64url");
    bytes.writeUInt32BE(5, 16);
    expect(await refresh(bytes.toString("base64url"))).toMatchObject({
      status: 400,
      error_code: "refresh_token_not_found",
    });
    expect(await isAlive(person.sessionId)).toBe(true);
  });
});

describe("a person's own sessions", () => {
  it("a person sees only their own sessions and can end each of them", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const listed = await test.app.inject({ url: "/api/auth/sessions", headers: person.authorization });
    expect(listed.json()).toMatchObject([{ id: person.sessionId, isCurrent: true, userAgent: "test" }]);
    const foreign = await test.app.inject({
      method: "DELETE",
      url: `/api/auth/sessions/${other.sessionId}`,
      headers: person.authorization,
    });
    const none = await test.app.inject({
      method: "DELETE",
      url: `/api/auth/sessions/${crypto.randomUUID()}`,
      headers: person.authorization,
    });
    expect([foreign.statusCode, none.statusCode]).toEqual([404, 404]);
    expect(foreign.json<{ message: string }>().message).toBe(none.json<{ message: string }>().message);
    const own = await test.app.inject({
      method: "DELETE",
      url: `/api/auth/sessions/${person.sessionId}`,
      headers: person.authorization,
    });
    expect(own.statusCode).toBe(200);
    expect([await isAlive(person.sessionId), await isAlive(other.sessionId)]).toEqual([false, true]);
  });
});
