import type { LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import type { ErrorBody } from "#contract/errors.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";

/** Reads one field of every entry of a list, such as the cars' names or prices. The answer must be 200. */
export async function fieldOf<T>(test: TestApp, url: string, field: string): Promise<T[]> {
  const answer = await test.app.inject(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Record<string, T>[]>().map((entry) => entry[field] as T);
}

/** A refusal's status, code and the fields it is about. */
export function refusalOf(answer: LightMyRequestResponse): {
  status: number;
  code: string;
  fields: string[];
} {
  const { code, fields = {}, message, error } = answer.json<ErrorBody>();
  expect([typeof message, error]).toEqual(["string", message]);
  return { status: answer.statusCode, code, fields: Object.keys(fields) };
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Calls as this person. If the call is refused, the test fails with the answer's text. */
export async function callAs({ app }: TestApp, by: Person, method: Method, url: string, payload?: object) {
  const answer = await app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}
