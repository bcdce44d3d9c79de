// @one-database
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { hostCarsPath } from "#test/host-cars.ts";
import { multipart } from "#test/multipart.ts";

let test: TestApp;
let host: Person;
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: "on" });
  host = await makePerson(test, { role: "host" });
});
afterAll(() => test.close());

const rows = (text: string, values: unknown[] = []) => test.services.database.rows(text, values);
const send = async (by: Person, url: string, field: string, files: Buffer[]) => {
  const sent = await multipart(
    files.map((content) => ({ field, name: "a.jpg", content, type: "image/jpeg" })),
  );
  return test.app.inject({
    method: "POST",
    url,
    payload: sent.payload,
    headers: { ...by.authorization, ...sent.headers },
  });
};
const photo = (width: number) =>
  sharp({ create: { width, height: 600, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
async function draftOf(by: Person): Promise<string> {
  const payload = { description: "It was my mother's." };
  const begun = await test.app.inject({
    method: "POST",
    url: hostCarsPath,
    payload,
    headers: by.authorization,
  });
  return begun.json<{ id: string }>().id;
}

it("a car with all its pictures reads no further file, and one with little room reads only that many", async () => {
  const id = await draftOf(host);
  const { imageStore } = test.services;
  const { takeIn } = imageStore;
  let taken = 0;
  imageStore.takeIn = (...asked) => {
    taken++;
    return takeIn(...asked);
  };
  try {
    const full = (count: number) =>
      rows(
        "update host_cars set images = (select array_agg('https://pictures.example/' || n || '.jpg') from generate_series(1, $2::int) as n) where id = $1",
        [id, count],
      );
    await full(30);
    const url = `${hostCarsPath}/${id}/images`;
    const refused = await send(host, url, "images", [await photo(900), await photo(901)]);
    expect(refusalOf(refused)).toMatchObject({ status: 422, code: "file_refused" });
    expect(taken).toBe(0);
    await full(29);
    const beyond = await send(host, url, "images", [await photo(902), await photo(903), await photo(904)]);
    expect(refusalOf(beyond)).toMatchObject({ status: 422, code: "file_refused" });
    expect(taken).toBe(1);
    expect((await send(host, url, "images", [await photo(902)])).statusCode).toBe(200);
  } finally {
    imageStore.takeIn = takeIn;
  }
});

it("an account has a daily limit of files and bytes for car pictures and messages together", async () => {
  const [id, other] = [await draftOf(host), await makePerson(test)];
  const pictures = `${hostCarsPath}/${id}/images`;
  await rows("delete from limits where key like '%a day of%'");
  expect((await send(host, pictures, "images", [await photo(905), await photo(906)])).statusCode).toBe(200);
  expect((await send(host, "/api/uploads", "file", [await photo(907)])).statusCode).toBe(201);
  const counted = await rows("select uses from limits where key = $1", [`files a day of ${host.id}`]);
  expect(counted).toEqual([{ uses: 3 }]);
  const key = `kilobytes a day of ${host.id}`;
  await rows("update limits set uses = 1500000 where key = $1", [key]);
  for (const answer of [
    await send(host, pictures, "images", [await photo(908)]),
    await send(host, "/api/uploads", "file", [await photo(909)]),
  ])
    expect(refusalOf(answer)).toMatchObject({ status: 429, code: "files_spent" });
  // A refused file is given back to the limit, however large it was.
  expect(await rows("select uses from limits where key = $1", [key])).toEqual([{ uses: 1_500_000 }]);
  expect((await send(other, "/api/uploads", "file", [await photo(910)])).statusCode).toBe(201);
});

it("an account has limited room for message files, and an administrator hasn't", async () => {
  for (const [person, said] of [
    [await makePerson(test), [409, "files_full"]],
    [await makePerson(test, { role: "admin" }), [201, undefined]],
  ] as const) {
    expect((await send(person, "/api/uploads", "file", [await photo(911)])).statusCode).toBe(201);
    await rows("update attachments set bytes = 500000000 where account_id = $1", [person.id]);
    const answer = await send(person, "/api/uploads", "file", [await photo(912)]);
    expect([answer.statusCode, answer.json<{ code?: string }>().code]).toEqual(said);
  }
});
