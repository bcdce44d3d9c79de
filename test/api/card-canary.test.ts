// @one-database
import { Writable } from "node:stream";
import type { InjectOptions } from "fastify";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holdsCardNumber } from "#domain/people/card-numbers.ts";
import { makePerson, type Person, testPassword } from "../accounts.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { zipOf } from "../archives.ts";
import { endpoints, fieldsOf, signIn } from "../endpoints.ts";
import { filesWith, tablesWith } from "../find-text.ts";
import { multipart } from "../multipart.ts";

/** A number that belongs to no card, but passes every check for card numbers. */
const canary = "4539148803436467";

let test: TestApp;
let admin: Person;
let customer: Person;
let logged = "";
const heard: string[] = [];
beforeAll(async () => {
  const log = pino(
    { level: "trace" },
    new Writable({ write: (piece, _encoding, done) => done(void (logged += piece)) }),
  );
  test = await startTestApp({}, { log });
});
// Some of the calls sign out.
beforeEach(async () => {
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  customer = await makePerson(test);
});
afterAll(() => test.close());

type CanaryRequest = Omit<InjectOptions, "headers"> & { headers?: Record<string, string> };
async function send(request: CanaryRequest) {
  const answer = await test.app.inject(request);
  const head = JSON.stringify(answer.headers);
  if (`${head}${answer.body}`.includes(canary))
    heard.push(`${answer.statusCode} ${JSON.stringify(request).slice(0, 300)}`);
  expect(answer.statusCode, `${request.method} ${String(request.url)} ${logged.slice(-400)}`).toBeLessThan(
    500,
  );
  return answer;
}

const heads = {
  "user-agent": `Browser ${canary}`,
  "x-request-id": canary,
  "accept-language": canary,
  referer: `http://x/${canary}`,
  "x-client-info": canary,
  prefer: canary,
};
const routes = () =>
  test.app.knownRoutes
    .filter(
      ({ url, method }) => url !== "/api/events" && url !== "/*" && method !== "OPTIONS" && method !== "HEAD",
    )
    .map(({ method, url }) => ({ method: method as "GET", url }))
    .toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)));
/** Calls that end a session come last: its token no longer works. */
const isLast = ({ url }: { url: string }) => /sign-?out|log-?out|sessions|account$|\/user$/.test(url);
const addressOf = (url: string, value: string) => url.replace(/:\w+|\*/g, value);
let turn = 0;
/** Calls as an administrator, who comes furthest, and as a customer or a visitor by turns. */
const asTwo = async (request: CanaryRequest) => {
  for (const who of [admin.authorization, ++turn % 2 ? customer.authorization : {}])
    await send({ ...request, headers: { ...request.headers, ...who } });
};

/** Every place in which the number is kept or was sent. */
async function findIt(): Promise<string[]> {
  const read = async (url: string) => ((await test.app.inject(url)).body.includes(canary) ? [url] : []);
  return [
    ...heard.map((answer) => `an answer: ${answer}`),
    ...(await tablesWith(test, canary)),
    ...filesWith(test.services.config.dataDir, canary),
    ...(logged.includes(canary) ? ["the log"] : []),
    ...(await read("/dev/mailbox.json")),
    ...(await read("/dev/texts.json")),
  ];
}

describe("a card number that somebody sends", () => {
  it("the search for the sent card number finds it in a table", async () => {
    expect(holdsCardNumber(canary)).toBe(true);
    await test.services.database.rows("insert into settings (key, value) values ('canary', $1)", [canary]);
    expect(await tablesWith(test, canary)).toEqual(["public.settings"]);
    await test.services.database.rows("delete from settings where key = 'canary'");
    expect(await findIt()).toEqual([]);
  });

  it("a card number in the address of any call is saved nowhere", async () => {
    const id = crypto.randomUUID();
    for (const { method, url } of routes()) {
      await asTwo({ method, url: addressOf(url, canary) });
      const own = endpoints.find((one) => one.method === method && one.path === url);
      const names = fieldsOf(own?.query);
      // The first wrong name refuses, so what the call may know is sent one by one.
      const queries: Record<string, string>[] = [
        { q: canary, search: canary },
        { select: canary },
        { [canary]: "x" },
        ...names.map((name) => ({ [name]: canary })),
      ];
      for (const query of queries)
        await send({ method, url: addressOf(url, id), query, headers: admin.authorization });
    }
    expect(await findIt()).toEqual([]);
  });

  it("a card number in the headers of any call is saved nowhere", async () => {
    for (const { method, url } of routes())
      await asTwo({ method, url: addressOf(url, crypto.randomUUID()), headers: heads });
    const { email } = await makePerson(test);
    const body = { email, password: testPassword };
    const signedIn = await send({
      method: "POST",
      url: "/auth/v1/token?grant_type=password",
      headers: heads,
      payload: body,
    });
    expect(signedIn.statusCode).toBe(200);
    expect(
      (await send({ method: "POST", url: "/api/auth/login", headers: heads, payload: body })).statusCode,
    ).toBe(200);
    const sessions = await test.services.database.rows<{ agent: string }>(
      "select user_agent as agent from sessions where user_id = (select id from users where email = $1)",
      [email],
    );
    expect(sessions.map(({ agent }) => agent)).not.toContain(heads["user-agent"]);
    expect(await findIt()).toEqual([]);
  });

  it("a card number in any field of any body is saved nowhere", async () => {
    for (const { method, url } of routes().filter(({ method: one }) => one !== "GET")) {
      const own = endpoints.find((one) => one.method === method && one.path === url);
      const fields = [
        ...fieldsOf(own?.body),
        ...(signIn.find(([path]) => path.split("?")[0] === url)?.[1] ?? []),
      ];
      const whole = Object.fromEntries([...fields, "anything"].map((name) => [name, canary]));
      for (const who of [admin.authorization, customer.authorization, {}])
        await send({ method, url: addressOf(url, crypto.randomUUID()), payload: whole, headers: who });
      for (const payload of [{ [canary]: canary, deep: [{ er: canary }], n: Number(canary) }, [canary]])
        await asTwo({ method, url: addressOf(url, crypto.randomUUID()), payload });
    }
    expect(await findIt()).toEqual([]);
  });

  it("a card number in the names, values and types of any form's parts is saved nowhere", async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
    const forms = await Promise.all(
      ["file", "images", "image", "photo", canary].flatMap((field) => [
        multipart([{ field, name: `${canary}.jpg`, content: picture, type: "image/jpeg" }]),
        multipart([{ field, name: `${canary}.csv`, content: `${canary}\nx\n`, type: "text/csv" }]),
        multipart([{ field, name: "a.zip", content: picture, type: "application/zip" }]),
        multipart([{ field, name: "a.jpg", content: picture, type: `image/${canary}` }]),
      ]),
    );
    for (const [at, { method, url }] of routes()
      .filter(({ method: one }) => one !== "GET")
      .entries()) {
      // A call that takes no files reads no form: it gets two of them, by turns.
      const takesFiles = /upload|document|image|picture|photo|paper|payouts\/paid|reconciliation/.test(url);
      const sent = takesFiles ? forms : forms.filter((_, index) => (at + index) % (forms.length / 2) === 0);
      for (const form of sent)
        await send({
          method,
          url: addressOf(url, crypto.randomUUID()),
          payload: form.payload,
          headers: { ...form.headers, ...admin.authorization },
        });
    }
    const uploader = await makePerson(test, { role: "admin", permissions: ["all"] });
    const named = await multipart([
      { field: "images", name: `${canary}.jpg`, content: picture, type: "image/jpeg" },
      { field: "images", name: `${canary}.txt`, content: "words", type: "image/jpeg" },
      { field: "images", name: "a\u0000b\ud800.jpg", content: picture, type: "image/jpeg" },
    ]);
    const taken = await send({
      method: "POST",
      url: "/api/admin/upload-images",
      payload: named.payload,
      headers: { ...named.headers, ...uploader.authorization },
    });
    expect([taken.statusCode, taken.json()]).toMatchObject([
      200,
      { totalImages: 1, faults: [{ file: `${"x".repeat(16)}.txt` }] },
    ]);
    expect(await findIt()).toEqual([]);
  });

  it("a card number in a CSV file or in the paths of an archive is saved nowhere", async () => {
    const csv = [
      `name,brand,model,year,category,monthlyPrice,city,state,description,features,${canary}`,
      "Good,Toyota,Camry,2022,Sedan,749.00,Fremont,CA,Clean,A/C,x",
      `Named ${canary},Toyota,Camry,2022,Sedan,749.00,Fremont,CA,Clean,A/C,x`,
      `Described,Toyota,Camry,2022,Sedan,749.00,Fremont,CA,4539 1488 0343 6467,A/C,${canary}`,
      `Featured,Toyota,Camry,2022,Sedan,749.00,Fremont,CA,Clean,A/C|${canary},x`,
      `Priced,Toyota,Camry,2022,Sedan,${canary},Fremont,CA,Clean,A/C,x`,
      `"Open,${canary}`,
    ].join("\n");
    const form = await multipart([{ field: "file", name: `${canary}.csv`, content: csv, type: "text/csv" }]);
    const url = "/api/admin/upload-csv";
    const headers = { ...form.headers, ...admin.authorization };
    const imported = await send({ method: "POST", url, payload: form.payload, headers });
    expect([imported.statusCode, imported.json()]).toMatchObject([200, { added: 1 }]);
    expect(await test.services.database.rows("select from cars where description ~ '4539'")).toEqual([]);
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "navy" } })
      .jpeg()
      .toBuffer();
    const zip = await zipOf({
      [`2/${canary}.jpg`]: picture,
      [`2/${canary}.txt`]: "words",
      [`${canary}/1.jpg`]: picture,
    });
    const archive = await multipart([
      { field: "file", name: `${canary}.zip`, content: zip, type: "application/zip" },
    ]);
    const taken = await send({
      method: "POST",
      url: "/api/admin/upload-images",
      payload: archive.payload,
      headers: { ...archive.headers, ...admin.authorization },
    });
    expect([taken.statusCode, taken.json()]).toMatchObject([200, { totalImages: 1 }]);
    expect(await findIt()).toEqual([]);
  });
});
