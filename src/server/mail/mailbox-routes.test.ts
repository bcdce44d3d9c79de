// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const status = async (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
  Promise.all(
    ["/dev/mailbox", "/dev/mailbox.json", "/dev/texts.json"].map(
      async (url) => (await test.app.inject({ url, headers, remoteAddress })).statusCode,
    ),
  );

it.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST"])(
  "the mailbox shows emails to a reader on this machine who opens %s",
  async (host) => {
    expect(await status({ host })).toEqual([200, 200, 200]);
  },
);

it.each([
  [{ host: "longbay.example" }],
  [{ host: "localhost.evil.example" }],
  [{ host: "127.0.0.1.evil.example:3000" }],
  [{ host: "localhost", "x-forwarded-for": "203.0.113.9" }],
  [{ host: "localhost", "x-forwarded-host": "longbay.example" }],
  [{ host: "localhost", forwarded: "for=203.0.113.9" }],
  [{ host: "localhost", via: "1.1 proxy" }],
])("the mailbox is not found for a request from elsewhere, with %j", async (headers) => {
  expect(await status(headers)).toEqual([404, 404, 404]);
});

it("the mailbox is not found for another machine, whatever host name it sends", async () => {
  expect(await status({ host: "localhost" }, "192.0.2.7")).toEqual([404, 404, 404]);
});

it.each(["0.0.0.0", "::"])(
  "the mailbox is not found where other machines can connect to %s, even if PUBLIC_URL is this machine",
  async (HOST) => {
    const open = await startTestApp({ HOST, PUBLIC_URL: "http://127.0.0.1:3000" });
    try {
      for (const url of ["/dev/mailbox", "/dev/mailbox.json", "/dev/texts.json", "/dev/ui"]) {
        const answer = await open.app.inject({ url, headers: { host: "127.0.0.1:3000" } });
        expect([url, answer.statusCode, answer.json()]).toMatchObject([url, 404, { code: "not_found" }]);
      }
    } finally {
      await open.close();
    }
  },
);
