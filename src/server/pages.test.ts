import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/app.ts";
import type { PageRenderer } from "./pages.ts";

let test: TestApp;
let address: string;
const seen: { method: string; url: string; origin: string | null; fields: [string, string][] }[] = [];
/** Stands in for the web room: says what reached it. */
const renderer: PageRenderer = {
  isDeveloping: false,
  attach: () => Promise.resolve(),
  load: () =>
    Promise.resolve({
      keptQuery: () => undefined,
      async render(request) {
        const fields = request.method === "POST" ? [...(await request.formData())].map(([name, value]): [string, string] => [name, String(value)]) : [];
        seen.push({ method: request.method, url: request.url, origin: request.headers.get("origin"), fields });
        return new Response("<p>ok</p>", { headers: { "content-type": "text/html" } });
      },
    }),
};
beforeAll(async () => {
  test = await startTestApp({}, { renderer });
  address = await test.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => test.close());

const post = (payload: string, type: string, headers = {}) =>
  test.app.inject({ method: "POST", url: "/contact", payload, headers: { "content-type": type, ...headers } });

it("hands a form to the page as it came", async () => {
  const { origin } = test.services.config.publicUrl;
  expect((await post("name=Wei+Lin&message=%E4%BD%A0%E5%A5%BD%0A", "application/x-www-form-urlencoded", { origin })).statusCode).toBe(200);
  expect(seen.at(-1)).toEqual({
    method: "POST",
    url: `${origin}/contact`,
    origin: null,
    fields: [
      ["name", "Wei Lin"],
      ["message", "你好\n"],
    ],
  });
  const parts = '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nWei\r\n--x--\r\n';
  expect((await post(parts, "multipart/form-data; boundary=x")).statusCode).toBe(200);
  expect(seen.at(-1)?.fields).toEqual([["name", "Wei"]]);
});

it("refuses a form that is longer than any of ours, before the page hears of it", async () => {
  const heard = seen.length;
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
    expect((await post(`name=${"x".repeat(300_000)}`, type)).statusCode).toBe(413);
  expect(seen).toHaveLength(heard);
});

it.each([
  ["//evil.example/cars", "/evil.example/cars"],
  ["/\\evil.example/cars?x=//y", "/evil.example/cars?x=//y"],
  ["//", "/"],
  ["//[", "/["],
  ["*", "/*"],
  ["http://evil.example/cars", "/cars"],
  ["http://evil.example", "/"],
])("asks for a page at our own address when a request line holds %s", async (line, path) => {
  const { origin } = test.services.config.publicUrl;
  const { port, hostname } = new URL(address);
  const status = await new Promise((resolve, reject) => {
    request({ hostname, port, path: line }, (answer) => resolve(answer.resume().statusCode))
      .on("error", reject)
      .end();
  });
  expect([status, seen.at(-1)?.url]).toEqual([200, origin + path]);
});
