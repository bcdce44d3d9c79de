// @one-database
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const card = "4242. 4242. 4242. 4242";
const message = { name: "Wei Lin", email: "wei@example.com", subject: "Hello", message: "Hello" };
const send = (url: string, payload: object, headers = {}) =>
  test.app.inject({ method: "POST", url, payload, headers });

/** The redirect of a request line that no client library would send. */
async function locationOf(port: number, asked: string): Promise<string | undefined> {
  const socket = connect(port, "127.0.0.1");
  socket.end(`GET ${asked} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  const answer = Buffer.concat(await socket.toArray()).toString();
  return /^location: (.*)\r$/im.exec(answer)?.[1];
}

describe("a card number", () => {
  it.each([
    ["a message", { message: `charge ４２４２４２４２４２４２４２４２ please` }, "message"],
    ["a phone field", { phone: "4242  4242  4242  4242" }, "phone"],
    ["a field that nobody reads", { anything: { deep: [[[[[[[[[[[{ in: card }]]]]]]]]]]] } }, "in"],
    ["the name of a field", { [card]: "x" }, "body"],
    ["a number", { message: "x", amount: 4242424242424242 }, "amount"],
  ])("a card number is refused in %s", async (_name, more, field) => {
    expect(refusalOf(await send("/api/contact", { ...message, ...more }))).toEqual({
      status: 400,
      code: "card_number_refused",
      fields: [field],
    });
  });

  it.each([
    [
      "/auth/v1/signup",
      { email: "a@example.com", password: "correct horse battery", data: { full_name: card } },
    ],
    [
      "/auth/v1/signup",
      { email: "a@example.com", password: "correct horse battery", data: { notes: { token: [card] } } },
    ],
    ["/auth/v1/signup", { phone: "4242 4242 4242 4242", password: "correct horse battery" }],
    ["/auth/v1/recover", { email: card }],
  ])("a card number is refused by the sign-in service, %s with %j", async (url, payload) => {
    const answer = await send(url, payload);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error_code: "validation_failed" }]);
    expect(answer.json<{ msg: string }>().msg).toContain("card number");
    expect(await test.services.database.rows("select from users")).toHaveLength(0);
  });

  it("a card number is refused as the name of a factor and of a profile", async () => {
    const { authorization, id } = await makePerson(test);
    expect(
      (await send("/auth/v1/factors", { factor_type: "totp", friendly_name: card }, authorization))
        .statusCode,
    ).toBe(400);
    expect(
      (await send("/rest/v1/profiles", { id, username: "weilin", full_name: card }, authorization))
        .statusCode,
    ).toBe(400);
  });

  it("real telephone numbers, ids and the protocol's own secrets don't count as card numbers", async () => {
    const phones = ["+49 1512 3456780", "+86 138 1234 5678", "0049 1512 3456780"];
    for (const phone of phones)
      expect((await send("/api/contact", { ...message, phone })).statusCode, phone).toBe(200);
    const id = "42424242-4242-4242-8424-242424242424";
    expect((await send("/api/contact", { ...message, id })).statusCode).toBe(200);
    const refreshed = await send("/auth/v1/token?grant_type=refresh_token", {
      refresh_token: "4242424242424242",
    });
    expect(refreshed.body).not.toContain("card number");
  });

  it("a card number in the address of a call is refused and not repeated", async () => {
    for (const url of [
      "/api/cars?q=4242%204242-4242.4242",
      "/api/cars?4242424242424242=x",
      "/api/cars/4242424242424242",
    ])
      expect(refusalOf(await test.app.inject(url))).toMatchObject({
        status: 400,
        code: "card_number_refused",
      });
    const protocol = await test.app.inject("/rest/v1/profiles?select=username&username=eq.4242424242424242");
    expect([protocol.statusCode, protocol.body.includes("4242")]).toEqual([400, false]);
  });

  it("a page with a card number in its address redirects to the address without it", async () => {
    const page = await test.app.inject("/cars?q=4242+4242+4242+4242&location=Fremont");
    expect([page.statusCode, page.headers.location]).toEqual([303, "/cars?location=Fremont"]);
    expect((await test.app.inject("/cars?q=4242424242424242")).headers.location).toBe("/cars");
  });

  it("the redirect without the card number always leads to our own site", async () => {
    await test.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = test.app.server.address() as AddressInfo;
    for (const [asked, location] of [
      ["//evil.example/cars", "/evil.example/cars"],
      ["/\\evil.example/cars", "/evil.example/cars"],
      ["///evil.example", "/evil.example"],
      ["http://evil.example/cars", "/cars"],
      ["http://evil.example//evil.example", "/evil.example"],
    ])
      expect(await locationOf(port, `${asked}?q=4242424242424242`)).toBe(location);
  });

  it("keys, ids and headers that look like a card number are accepted", async () => {
    const { authorization } = await makePerson(test, { role: "admin", permissions: ["all"] });
    const search = encodeURIComponent("+49 1512 3456780");
    const found = await test.app.inject({ url: `/api/admin/users?search=${search}`, headers: authorization });
    expect(found.statusCode).toBe(200);
    for (const url of [
      `/api/orders/${crypto.randomUUID()}?key=4242424242424242`,
      "/api/cars/42424242-4242-4242-8424-242424242424",
    ])
      expect([url, (await test.app.inject(url)).statusCode]).toEqual([url, 404]);
    const parts = "----------------4242424242424242";
    const form = await test.app.inject({
      method: "POST",
      url: "/api/admin/upload-images",
      headers: { ...authorization, "content-type": `multipart/form-data; boundary=${parts}` },
      payload: `--${parts}\r\ncontent-disposition: form-data; name="x"\r\n\r\ny\r\n--${parts}--\r\n`,
    });
    expect(refusalOf(form)).toMatchObject({ status: 422, code: "file_refused" });
  });
});
