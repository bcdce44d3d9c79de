// @one-database
import type { LightMyRequestResponse } from "fastify";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { multipart } from "#test/multipart.ts";
import { aPicture, sendDocument } from "#test/papers.ts";
import { blackPng } from "#test/png.ts";

const test = await startTestApp();
afterAll(test.close);

async function attach(by: Person, content: Buffer) {
  const { payload, headers } = await multipart([{ field: "file", name: "a.png", content }]);
  return test.app.inject({
    method: "POST",
    url: "/api/uploads",
    payload,
    headers: { ...headers, ...by.authorization },
  });
}
const document = (by: Person, content: Buffer) => sendDocument(test, by, { kind: "licence_front", content });

it.each([
  ["one pixel wide and fifty million high", () => blackPng({ width: 1, height: 49_999_999, bits: 1 })],
  ["one pixel high and fifty million wide", () => blackPng({ width: 49_999_999, height: 1, bits: 1 })],
  ["with one side a pixel too long", () => blackPng({ width: 20_001, height: 1, bits: 8 })],
  [
    "of 16 bits, interlaced and turned",
    () => blackPng({ width: 7000, height: 7100, bits: 16, isInterlaced: true, isTurned: true }),
  ],
  ["of AVIF, which is decoded as a whole", () => avif(5000, 4000)],
])("a picture %s is refused, and another renter's picture is taken meanwhile", async (_name, make) => {
  const [person, other] = [await makePerson(test), await makePerson(test)];
  const content = await make();
  const sent = attach(person, content);
  expect((await document(other, await aPicture())).statusCode).toBe(201);
  const refused = await sent;
  expect([refused.statusCode, codeOf(refused)]).toEqual([422, "too_many_pixels"]);
  const answer = await document(person, content);
  expect(refusalOf(answer)).toMatchObject({ status: 422, code: "file_refused" });
  expect(answer.json<{ message: string }>().message).toContain("20,000");
});

it.each([
  ["of 20,000 pixels a side", () => blackPng({ width: 20_000, height: 2, bits: 8 })],
  ["of 50 megapixels", () => photo(8160, 6120).jpeg().toBuffer()],
  ["of 50 megapixels that comes in scans", () => photo(8160, 6120).jpeg({ progressive: true }).toBuffer()],
  ["of 16 bits, line by line", () => blackPng({ width: 7000, height: 7100, bits: 16, isTurned: true })],
  ["of AVIF, as phones make it", () => avif(4608, 3456)],
])("a picture %s is taken", async (_name, make) => {
  const answer = await document(await makePerson(test), await make());
  expect(answer.statusCode, answer.body).toBe(201);
});

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } });
const avif = (width: number, height: number) => photo(width, height).avif({ effort: 0 }).toBuffer();
const codeOf = (answer: LightMyRequestResponse) =>
  answer.json<{ fields?: { file?: { code: string } } }>().fields?.file?.code;
