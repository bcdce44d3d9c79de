// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errors.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeCar } from "#test/factories.ts";

let test: TestApp;
let carId: string;
beforeAll(async () => {
  test = await startTestApp();
  carId = await makeCar(test);
});
afterAll(() => test.close());

const json = { "content-type": "application/json" };
const quote = () => ({ carId, pickupDate: "2027-02-01", returnDate: "2027-03-15" });
const send = (payload: string, headers: Record<string, string> = json) =>
  test.app.inject({ method: "POST", url: "/api/quotes", payload, headers });

describe("every answer", () => {
  it.each([
    "/api/cars",
    "/api/nowhere",
    "/api/cars/%ff",
    "/%",
    "/api/admin/orders",
    "/auth/v1/settings",
    "/healthz",
    "/robots.txt",
    "/sitemap.xml",
    "/api/openapi.json",
  ])("%s forbids scripts, whatever type a browser takes it for", async (url) => {
    const { headers } = await test.app.inject(url);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it("the API's documentation and the mailbox run no script but their own", async () => {
    const docs = String((await test.app.inject("/api/docs/")).headers["content-security-policy"]);
    expect(docs).toMatch(/script-src 'self' 'sha256-[\w+/=]+'; .*frame-ancestors 'none'/);
    const mailbox = String((await test.app.inject("/dev/mailbox")).headers["content-security-policy"]);
    expect(mailbox).toBe("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  });
});

describe("an unknown address", () => {
  it.each([
    "/api",
    "/api/",
    "/api/nowhere",
    "/api/cars/",
    "/api/cars//",
    "/api/%00",
    "/api/../etc/passwd",
    "/api/cars/1/2/3",
    "/api/orders",
  ])("the unknown address %s answers 404 as JSON", async (url) => {
    const answer = await test.app.inject(url);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.statusCode).toBe(404);
  });

  it.each([
    "1",
    "undefined",
    "%00",
    "..%2f..%2fetc",
    "__proto__",
    "0192e4a0-7c5e-4a1b-9c3d-2f6e8b1a4d5c",
    "' or 1=1",
    "x".repeat(300),
  ])("the unknown car %s answers 404", async (id) => {
    for (const url of [`/api/cars/${id}`, `/api/cars/${id}/availability`, `/api/cars/${id}/similar`]) {
      const { status, code } = refusalOf(await test.app.inject(encodeURI(decodeURI(url))));
      expect([status, code]).toEqual([404, "car_not_found"]);
    }
  });

  it.each([
    ["DELETE", "/api/cars"],
    ["POST", "/api/cars"],
    ["PUT", "/api/quotes"],
    ["GET", "/api/quotes"],
    ["PATCH", "/api/bookings"],
    ["HEAD", "/api/bookings"],
    ["OPTIONS", "/api/cars"],
  ] as const)("the unknown method and address %s %s answer 404", async (method, url) => {
    expect((await test.app.inject({ method, url })).statusCode).toBe(404);
  });

  it("a method in a header doesn't override the request's method", async () => {
    const before = (await test.app.inject("/api/cars")).body;
    const answer = await test.app.inject({
      method: "POST",
      url: `/api/cars/${carId}`,
      headers: { "x-http-method-override": "DELETE", "x-method-override": "DELETE" },
    });
    expect(answer.statusCode).toBe(404);
    expect((await test.app.inject("/api/cars")).body).toBe(before);
  });
});

describe("a body", () => {
  it("a JSON body is read with and without a charset", async () => {
    expect((await send(JSON.stringify(quote()))).statusCode).toBe(200);
    expect(
      (await send(JSON.stringify(quote()), { "content-type": "application/json; charset=utf-8" })).statusCode,
    ).toBe(200);
  });

  it.each<[string, string, Record<string, string>, number, string]>([
    ["plain text", "{}", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    [
      "a form",
      "carId=1",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported_media_type",
    ],
    ["XML", "<a/>", { "content-type": "application/xml" }, 415, "unsupported_media_type"],
    ["no type", "{}", { "content-type": "" }, 415, "unsupported_media_type"],
    [
      "a type that only begins like JSON",
      "{}",
      { "content-type": "application/jsonp" },
      415,
      "unsupported_media_type",
    ],
    ["300 kB", JSON.stringify({ x: "x".repeat(300 * 1024) }), json, 413, "too_large"],
    ["half of JSON", '{"carId":', json, 400, "malformed"],
    ["words", "hello", json, 400, "malformed"],
    ["nothing", "", json, 400, "malformed"],
    ["50,000 brackets", "[".repeat(50_000), json, 400, "malformed"],
    ["a number that says it is JSON", "NaN", json, 400, "malformed"],
    ["keys that reach for prototypes", '{"__proto__":{"carId":"1"}}', json, 400, "malformed"],
    ["constructor keys that do", '{"constructor":{"prototype":{"carId":"1"}}}', json, 400, "malformed"],
  ])(
    "a body of %s is refused, and the process keeps running",
    async (_name, payload, headers, status, code) => {
      expect(refusalOf(await send(payload, headers))).toMatchObject({ status, code });
      expect((await test.app.inject("/healthz")).statusCode).toBe(200);
    },
  );

  it.each(["null", "[]", "1", '"text"', "{}", "[[[[]]]]"])(
    "the body %s is refused as invalid",
    async (payload) => {
      const { status, code } = refusalOf(await send(payload));
      expect([status, code]).toEqual([422, "invalid"]);
    },
  );

  it("a body with __proto__ pollutes no object", async () => {
    const answer = await send(
      JSON.stringify(quote()).replace("{", '{"nested":{"a":1},"toString":"x","hasOwnProperty":1,'),
    );
    expect(answer.statusCode).toBe(200);
    expect(({} as { carId?: string }).carId).toBeUndefined();
  });
});

describe("a write that another site's page sends", () => {
  const origin = () => test.services.config.publicUrl.origin;
  it.each<[string, Record<string, string>]>([
    ["another origin", { origin: "https://evil.example" }],
    ["no origin at all", { origin: "null" }],
    ["a name like ours", { origin: "http://127.0.0.1.evil.example" }],
    ["another port", { origin: "http://127.0.0.1:1" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a neighbouring site", { "sec-fetch-site": "same-site" }],
  ])("a write is refused for %s", async (_name, headers) => {
    expect(refusalOf(await send(JSON.stringify(quote()), { ...json, ...headers }))).toMatchObject({
      status: 403,
      code: "cross_site",
    });
  });

  it.each<[string, () => Record<string, string>]>([
    ["our page", () => ({ origin: origin(), "sec-fetch-site": "same-origin" })],
    ["a program", () => ({})],
    ["the host it was sent to", () => ({ origin: "https://longbay.example", host: "longbay.example" })],
  ])("a write is accepted from %s", async (_name, headers) => {
    expect((await send(JSON.stringify(quote()), { ...json, ...headers() })).statusCode).toBe(200);
  });

  it("another site's page can't read an answer", async () => {
    const answer = await test.app.inject({ url: "/api/cars", headers: { origin: "https://evil.example" } });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
    });
  });
});

describe("every refusal", () => {
  it("a refusal has the contract's shape, is not cached, and names its request", async () => {
    const refused = [
      await test.app.inject("/api/nowhere"),
      await send("{"),
      await send("{}"),
      await test.app.inject("/api/cars?limit=0"),
      await send("{}", { "content-type": "text/plain" }),
    ];
    for (const answer of refused) {
      expect(ErrorBody.parse(answer.json())).toEqual(answer.json());
      expect(answer.headers).toMatchObject({
        "cache-control": "no-store",
        "content-type": "application/json; charset=utf-8",
      });
      expect(answer.json<{ requestId: string }>().requestId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

type Operation = {
  summary?: string;
  tags?: string[];
  responses: Record<string, unknown>;
  requestBody?: unknown;
  parameters?: { name: string; in: string }[];
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};

describe("the API's own description", () => {
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;

  const rooms = Object.values(
    import.meta.glob<object>(["../contract/**/*.ts", "!../contract/**/*.test.ts"], { eager: true }),
  );
  const endpoints = rooms.flatMap((room) => Object.values(room).filter(isEndpoint));

  /** The stream's answer has no end, so the stream is served beside the contract. */
  const streamed = ["GET /api/events"];

  it("the description is OpenAPI 3.1 and lists exactly the contract's endpoints", async () => {
    const answer = await test.app.inject("/api/openapi.json");
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    const document = answer.json<Document>();
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d$/),
      info: { title: "Longbay API", version: "1" },
      servers: [{ url: test.services.config.publicUrl.origin }],
    });
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(declared.length).toBeGreaterThanOrEqual(13);
    expect(described.toSorted()).toEqual([...declared, ...streamed].toSorted());
  });

  it("the description of every call names its purpose, input and output, and no secret", async () => {
    const answer = await test.app.inject("/api/openapi.json");
    const { paths } = answer.json<Document>();
    for (const endpoint of endpoints) {
      const operation = paths[endpoint.path.replace(/:(\w+)/g, "{$1}")]?.[endpoint.method.toLowerCase()];
      expect(operation, endpoint.path).toMatchObject({ summary: endpoint.summary, tags: [endpoint.tag] });
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining([String(endpoint.status)]),
      );
      expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined);
      const inPath =
        operation?.parameters
          ?.filter((parameter) => parameter.in === "path")
          .map((parameter) => parameter.name) ?? [];
      expect(inPath).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name));
    }
    expect(answer.body).not.toMatch(/keyHash|placedFrom/);
    const naming = Object.entries(paths).flatMap(([path, operations]) =>
      JSON.stringify(operations).includes("plateNumber") ? [path] : [],
    );
    // Only the car's host and the administrators see a number plate.
    expect(naming.filter((path) => !/^\/api\/(admin\/|host\/(cars|calendar))/.test(path))).toEqual([]);
  });

  it("the description's page loads nothing from another site", async () => {
    const first = await test.app.inject("/api/docs");
    const page =
      first.statusCode >= 300 && first.statusCode < 400
        ? await test.app.inject(new URL(String(first.headers.location), "http://127.0.0.1/api/docs").pathname)
        : first;
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.body).toContain("/api/openapi.json");
    expect(
      [...page.body.matchAll(/<(?:script|link)[^>]+(?:src|href)="(https?:[^"]+)"/g)].map(([, url]) => url),
    ).toEqual([]);
  });
});

describe("the health of a process", () => {
  it("a running process answers that it is alive and ready, uncached", async () => {
    for (const [url, status] of [
      ["/healthz", "ok"],
      ["/readyz", "ready"],
    ] as const) {
      const answer = await test.app.inject(url);
      expect([answer.statusCode, answer.json(), answer.headers["cache-control"]]).toEqual([
        200,
        { status },
        "no-store",
      ]);
    }
  });

  it("a process without its database is alive and not ready", async () => {
    const other = await startTestApp();
    await other.services.database.close();
    expect((await other.app.inject("/healthz")).statusCode).toBe(200);
    const ready = await other.app.inject("/readyz");
    expect(refusalOf(ready)).toMatchObject({ status: 503, code: "unavailable" });
    expect(ready.headers["retry-after"]).toBe("2");
    await other.app.close();
    await other.services.outbox.close();
  });
});
