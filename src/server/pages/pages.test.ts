// @one-database
import { createHash } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import type { PageRenderer } from "./pages.ts";

let test: TestApp;
let address: string;
const seen: { method: string; url: string; origin: string | null; fields: [string, string][] }[] = [];
/** Stands in for the web code: shows what reached it. */
const renderer: PageRenderer = {
  isDeveloping: false,
  attach: () => Promise.resolve(),
  load: () =>
    Promise.resolve({
      cachedQuery: () => undefined,
      pageScripts: ["boot()"],
      async render(request, { nonce }) {
        const fields =
          request.method === "POST"
            ? [...(await request.formData())].map(([name, value]): [string, string] => [name, String(value)])
            : [];
        seen.push({
          method: request.method,
          url: request.url,
          origin: request.headers.get("origin"),
          fields,
        });
        const said = new URL(request.url).searchParams.get("said") ?? "";
        const html = `<title>${said}</title><script>boot()</script><script nonce="${nonce}">enqueue("${nonce.length}")</script><p>${said}</p>`;
        return new Response(html, { headers: { "content-type": "text/html" } });
      },
    }),
};
beforeAll(async () => {
  test = await startTestApp({}, { renderer });
  address = await test.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => test.close());

const post = (payload: string, type: string, headers = {}) =>
  test.app.inject({
    method: "POST",
    url: "/contact",
    payload,
    headers: { "content-type": type, ...headers },
  });

it("a form reaches the page as it was sent", async () => {
  const { origin } = test.services.config.publicUrl;
  expect(
    (
      await post("name=Wei+Lin&message=%E4%BD%A0%E5%A5%BD%0A", "application/x-www-form-urlencoded", {
        origin,
      })
    ).statusCode,
  ).toBe(200);
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

it("a form longer than any of ours is refused before the page gets it", async () => {
  const heard = seen.length;
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
    expect((await post(`name=${"x".repeat(300_000)}`, type)).statusCode).toBe(413);
  expect(seen).toHaveLength(heard);
});

/** Sends a request line that no client would write; returns its status, and where it redirects. */
const askLine = (line: string) =>
  new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const { port, hostname } = new URL(address);
    request({ hostname, port, path: line }, (answer) =>
      resolve([answer.resume().statusCode, answer.headers.location]),
    )
      .on("error", reject)
      .end();
  });

it.each([
  ["*", "/*"],
  ["http://evil.example/cars", "/cars"],
  ["http://evil.example", "/"],
])("a page is rendered for our own address when a request line holds %s", async (line, path) => {
  expect(await askLine(line)).toEqual([200, undefined]);
  expect(seen.at(-1)?.url).toBe(test.services.config.publicUrl.origin + path);
});

it.each([
  ["//evil.example/cars", "/evil.example/cars"],
  ["/\\evil.example/cars?x=//y", "/evil.example/cars?x=//y"],
  ["//", "/"],
  ["//[", "/["],
  ["http://evil.example//evil.example", "/evil.example"],
])(
  "the server redirects %s, which looks like another site's address, to an address of ours",
  async (line, path) => {
    const heard = seen.length;
    expect(await askLine(line)).toEqual([308, path]);
    expect(seen).toHaveLength(heard);
  },
);

const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

it("a script injected into the content doesn't run, unlike the page's own scripts", async () => {
  const injected =
    '<script>evil()</script><script nonce="guess">worse()</script><script nonce="">worst()</script>';
  const { headers, body } = await test.app.inject(`/contact?said=${encodeURIComponent(injected)}`);
  expect(body).toContain("<script>evil()</script>");
  const scripts = /script-src ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1]?.split(" ");
  expect(scripts).toEqual(["'self'", hash("boot()"), hash('enqueue("36")')]);
  // Nobody can use the nonce again: it is gone from the page.
  expect(body).toContain('<script>enqueue("36")</script>');
});
