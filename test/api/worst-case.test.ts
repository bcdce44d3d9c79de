import { existsSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { builtPages } from "#server/pages/page-renderer.ts";
import { databaseKind, startTestApp, type TestApp } from "../app.ts";
import { endpoints, fieldsOf, signIn } from "../endpoints.ts";
import { makeCar } from "../factories.ts";

/**
 * Input that anybody may send, as much as a body may hold. The test measures not the time but the processor time
 * of this thread alone, so a busy machine changes nothing. Code that needs the square of the length would need
 * many seconds.
 */
const size = 60_000;
const mostSeconds = 1;

const fill = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
const payloads: Record<string, string> = {
  spaces: `a${fill(" ")}b`,
  "spaces of no width": `a${fill("\u200b ")}b`.slice(0, size / 3),
  brackets: fill("["),
  "half of a tag": fill("<script"),
  digits: fill("4"),
  "digits apart": fill("4 "),
  "combining marks": `a${fill("\u0315\u0300")}`.slice(0, size / 2 - 1000),
  "marks that change places": `a${"\u0315".repeat(size / 5)}${"\u0300".repeat(size / 5)}`,
  "points and ats": fill("a.@"),
  commas: fill(","),
  "line ends": `a${fill("\r\n")}b`.slice(0, size / 2),
  "percent signs": fill("%"),
  Han: fill("丰田").slice(0, size / 3),
};
const deep: Record<string, string> = {
  arrays: "[".repeat(size / 2) + "]".repeat(size / 2),
  objects: `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`,
};

/** The payloads for pages, which take the longest to make and check a query no more closely than the API. */
const isForPages = (name: string) =>
  ["spaces", "brackets", "digits apart", "combining marks", "Han"].includes(name);

const hasPages = existsSync("build/server/index.js");
let test: TestApp;
let carId: string;
beforeAll(async () => {
  test = await startTestApp({}, hasPages ? { renderer: builtPages() } : {});
  carId = await makeCar(test, { monthlyPrice: 75_000 });
  await test.app.ready();
});
afterAll(() => test.close());
// Pages write the server's refusals to the console.
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

/** Sends the request, and returns the seconds that this thread worked for it. */
async function work(send: () => Promise<{ statusCode: number }>): Promise<number> {
  const before = process.threadCpuUsage();
  const { statusCode } = await send();
  const { user, system } = process.threadCpuUsage(before);
  expect(statusCode).toBeLessThan(500);
  return (user + system) / 1e6;
}

/** The names of the requests that took too long. */
async function tooMuch(sends: Iterable<[string, () => Promise<{ statusCode: number }>]>): Promise<string[]> {
  const slow: string[] = [];
  let most = 0;
  for (const [name, send] of sends) {
    const seconds = await work(send);
    most = Math.max(most, seconds);
    if (seconds > mostSeconds) slow.push(`${name}: ${seconds.toFixed(1)} s`);
  }
  expect(most).toBeGreaterThan(0);
  return slow;
}

const open = endpoints.filter(({ access }) => access === "public");
const filled = (path: string) => path.replace(/:\w+/g, carId);
/** Every public call that takes a body. */
const takeBodies = (): [method: string, url: string][] => [
  ...open
    .filter(({ body }) => body !== undefined)
    .map(({ method, path }): [string, string] => [method, filled(path)]),
  ...signIn.map(([path]): [string, string] => ["POST", path]),
];
const inject = (method: string, url: string, payload?: string | object, headers = {}) =>
  test.app.inject({ method: method as "POST", url, headers, ...(payload !== undefined && { payload }) });

// The embedded database works on this thread too; on a server the test would only repeat the same.
describe.runIf(databaseKind === "embedded")("the largest possible input", { timeout: 600_000 }, () => {
  it("the largest text in any field of any public call takes little time", async () => {
    const posts = open.filter(({ body }) => body !== undefined);
    expect(posts.length).toBeGreaterThan(10);
    const sends = posts.flatMap(({ method, path, body }) =>
      fieldsOf(body).flatMap((field) =>
        Object.entries(payloads).map(
          ([name, text]) =>
            [
              `${name} as ${field} of ${path}`,
              () => inject(method, filled(path), { ...sample, [field]: text }),
            ] as [string, () => ReturnType<typeof inject>],
        ),
      ),
    );
    expect(await tooMuch(sends)).toEqual([]);
  });

  it("a body above the limit is refused before it is read", async () => {
    const targets: [method: string, url: string][] = [];
    for (const { method, path, body } of open) if (body !== undefined) targets.push([method, filled(path)]);
    for (const [path] of signIn) targets.push(["POST", path]);
    const body = JSON.stringify({ name: " ".repeat(250_000) });
    const headers = { "content-type": "application/json" };
    // The caller isn't signed in, and the server checks that first.
    for (const [method, url] of takeBodies())
      expect([401, 413], url).toContain((await inject(method, url, body, headers)).statusCode);
  });

  it("a deeply nested body takes little time", async () => {
    const headers = { "content-type": "application/json" };
    const sends = takeBodies().flatMap(([method, url]) =>
      Object.entries(deep).flatMap(([name, json]) =>
        [json, `{"email":${json.includes("{") ? '"x"' : json}}`, `{"data":${json}}`].map(
          (text) =>
            [`${name} to ${url}`, () => inject(method, url, text, headers)] as [
              string,
              () => ReturnType<typeof inject>,
            ],
        ),
      ),
    );
    expect(await tooMuch(sends)).toEqual([]);
  });

  it("the largest text in any query, path, header or cookie takes little time", async () => {
    const queries = open.filter(({ query }) => query !== undefined);
    // The first request of each page also loads and compiles its code, whatever it sends.
    if (hasPages) for (const path of Object.keys(pageQueries)) await inject("GET", path);
    const sends: [string, () => ReturnType<typeof inject>][] = [];
    for (const [name, text] of Object.entries(payloads)) {
      const sent = encodeURIComponent(text);
      for (const { method, path, query } of queries) {
        for (const field of fieldsOf(query))
          sends.push([
            `${name} as ${field} of ${path}`,
            () => inject(method, `${filled(path)}?${field}=${sent}`),
          ]);
      }
      for (const [path, fields] of hasPages && isForPages(name) ? Object.entries(pageQueries) : []) {
        for (const field of fields)
          sends.push([
            `${name} as ${field} of ${path}`,
            () => inject("GET", `${path}?${field}=${sent.slice(0, size)}`),
          ]);
      }
      for (const path of [
        "/api/cars/",
        "/api/orders/",
        "/api/images/cars/",
        "/auth/v1/",
        "/rest/v1/",
        "/cars/",
        "/",
      ])
        sends.push([`${name} after ${path}`, () => inject("GET", path + sent)]);
      if (/[^\x20-\x7e]/.test(text)) continue;
      for (const header of [
        "cookie",
        "authorization",
        "accept-encoding",
        "if-none-match",
        "origin",
        "content-type",
        "range",
        "accept",
        "x-forwarded-for",
      ]) {
        const value = header === "authorization" ? `Bearer ${text}` : text;
        for (const path of [
          "/api/cars",
          "/api/auth/user",
          "/api/images/cars/a.webp",
          "/auth/v1/user",
          ...(hasPages ? ["/faq"] : []),
        ])
          sends.push([
            `${name} as ${header} of ${path}`,
            () => inject("GET", path, undefined, { [header]: value }),
          ]);
      }
    }
    expect(await tooMuch(sends)).toEqual([]);
  });

  it("the largest text in any field of the sign-in service takes little time", async () => {
    const sends = signIn.flatMap(([path, fields]) =>
      fields.flatMap((field) =>
        Object.entries(payloads).map(
          ([name, text]) =>
            [`${name} as ${field} of ${path}`, () => inject("POST", path, { ...sample, [field]: text })] as [
              string,
              () => ReturnType<typeof inject>,
            ],
        ),
      ),
    );
    expect(await tooMuch(sends)).toEqual([]);
  });

  it.runIf(hasPages)("the largest text in any field of a page's form takes little time", async () => {
    const sends = Object.entries(pageForms).flatMap(([path, fields]) =>
      fields.flatMap((field) =>
        Object.entries(payloads).flatMap(([name, text]) => {
          const form = new URLSearchParams({ ...sample, [field]: text }).toString().slice(0, size);
          const parts =
            `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${text}\r\n--x--\r\n`.slice(
              0,
              size,
            );
          return [
            [
              `${name} as ${field} of ${path}`,
              () =>
                inject("POST", path.replace(":id", carId), form, {
                  "content-type": "application/x-www-form-urlencoded",
                }),
            ],
            [
              `${name} as a part ${field} of ${path}`,
              () =>
                inject("POST", path.replace(":id", carId), parts, {
                  "content-type": "multipart/form-data; boundary=x",
                }),
            ],
          ] as [string, () => ReturnType<typeof inject>][];
        }),
      ),
    );
    expect(await tooMuch(sends)).toEqual([]);
  });
});

const sample = {
  name: "Wei Lin",
  customerName: "Wei Lin",
  full_name: "Wei Lin",
  username: "weilin",
  email: "wei@example.com",
  customerEmail: "wei@example.com",
  password: "correct horse battery",
  subject: "Hello",
  message: "Hello",
  type: "email",
  totalPrice: "0.00",
  pickupDate: "2026-12-01",
  returnDate: "2027-01-01",
};

const pageQueries: Record<string, string[]> = {
  "/cars": ["q", "location", "cursor", "pickupDate", "lang"],
  "/search": ["model", "minPrice"],
  "/pricing-tiers": ["location"],
  "/autowealth/": ["model"],
  "/information": ["tier"],
  "/order-complete": ["order"],
  "/signin": ["redirect"],
};

const pageForms: Record<string, string[]> = {
  "/contact": ["name", "email", "phone", "subject", "message", "website"],
  "/cars/:id": [
    "firstName",
    "lastName",
    "name",
    "email",
    "phone",
    "pickupLocation",
    "pickupDate",
    "returnDate",
    "promo",
    "totalPrice",
  ],
  "/find-order": ["email", "orderNumber"],
  "/forgot-password": ["email"],
  "/subscriptions": ["email"],
  "/subscriptions/confirm": ["token"],
  "/subscriptions/unsubscribe": ["token"],
  "/information": ["firstName", "email"],
  "/checkout?tier=standard": [
    "firstName",
    "lastName",
    "email",
    "mobile",
    "promo",
    "totalPrice",
    "paymentMethod",
  ],
  "/order-complete": ["order", "key"],
  "/signin": ["email"],
};
