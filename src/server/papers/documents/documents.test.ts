// @one-database
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Document } from "#contract/account/papers.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aPicture, asTaken, licenceOfPerson, makeDocument, sendDocument } from "#test/papers.ts";
import { makePdf, openWith } from "#test/pdf.ts";
import { blackPng } from "#test/png.ts";
import { removeGoneContent } from "#server/papers/jobs.ts";
import { openContent, sealContent } from "#server/media/sealed/sealing.ts";

let test: TestApp;
let renter: Person;
let other: Person;
let checker: Person;
let limited: Person;
beforeAll(async () => {
  test = await startTestApp();
  [renter, other] = [await makePerson(test), await makePerson(test)];
  checker = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
  limited = await makePerson(test, { role: "admin", permissions: ["manage_cars", "view_reports"] });
});
afterAll(() => test.close());

const folder = () => join(test.services.config.dataDir, "documents");
/** The number of files after the minute's job has removed those that are gone. */
const kept = async () => {
  await removeGoneContent(test.services);
  return (await readdir(folder()).catch(() => [])).length;
};
const uploads = () => readdir(join(test.services.config.dataDir, "uploads")).catch(() => []);
const link = (id: string, by: Person) =>
  test.app.inject({ url: `/api/account/documents/${id}/link`, headers: by.authorization });
const open = (url: string, by?: Person) => test.app.inject({ url, headers: by?.authorization });
const urlFor = async (id: string, by: Person) => (await link(id, by)).json<{ url: string }>().url;

/** The stored content of a document, by its row. */
async function sealedOf(id: string): Promise<{ contentId: string; sealed: Buffer }> {
  const [row] = await test.services.database.rows<{ contentId: string }>(
    'select content_id as "contentId" from documents where id = $1',
    [id],
  );
  const contentId = row?.contentId ?? "";
  return { contentId, sealed: await readFile(join(folder(), `${contentId}.sealed`)) };
}

describe("an uploaded document", () => {
  it("a document becomes a newly encoded picture, upright and without its location", async () => {
    const content = await asTaken(sharp(await aPicture(1800, 1200)));
    const answer = await sendDocument(test, renter, {
      kind: "licence_front",
      content,
      name: "x.pdf",
      type: "text/html",
    });
    expect([answer.statusCode, answer.json<Document>()]).toEqual([
      201,
      expect.objectContaining({ kind: "licence_front", width: 1200, height: 1800 }),
    ]);
    const shown = await open(await urlFor(answer.json<Document>().id, renter), renter);
    expect(shown.headers["content-type"]).toBe("image/webp");
    const metadata = await sharp(shown.rawPayload).metadata();
    expect([metadata.format, metadata.width, metadata.exif, metadata.orientation]).toEqual([
      "webp",
      1200,
      undefined,
      undefined,
    ]);
  });

  it("a document may be a large photo from an iPhone, PNG or WebP, with its file before its kind", async () => {
    const large = await sharp(await aPicture(2600, 1500))
      .png()
      .toBuffer();
    for (const content of [
      await readFile(new URL("../../../../test/photo.heic", import.meta.url)),
      await sharp(await aPicture())
        .webp()
        .toBuffer(),
      large,
    ]) {
      const answer = await sendDocument(test, renter, { kind: "licence_back", content, isFileFirst: true });
      expect(answer.statusCode, answer.body).toBe(201);
      expect(answer.json<Document>().width).toBeLessThanOrEqual(2000);
    }
  });

  it("a document on paper may be a PDF, and is kept as a picture of its pages", async () => {
    const content = await makePdf({ pages: 2 });
    for (const kind of ["insurance_proof", "translation"]) {
      const answer = await sendDocument(test, renter, { kind, content, name: "p.jpg" });
      expect(answer.statusCode, answer.body).toBe(201);
      const shown = await open(await urlFor(answer.json<Document>().id, renter), renter);
      expect((await sharp(shown.rawPayload).metadata()).format).toBe("webp");
    }
    const card = await sendDocument(test, renter, { kind: "licence_front", content: await makePdf() });
    expect(refusalOf(card)).toMatchObject({ status: 415 });
  });

  it("a PDF may begin with other bytes or be protected against changes", async () => {
    const before = Buffer.from("\uFEFFContent-Type: application/pdf\r\n\r\n".padEnd(900));
    for (const content of [
      Buffer.concat([before, await makePdf()]),
      await makePdf({ with: (document) => document.encrypt({ ownerPassword: "y", userPassword: "" }) }),
    ]) {
      const answer = await sendDocument(test, renter, { kind: "insurance_proof", content });
      expect(answer.statusCode, answer.body).toBe(201);
    }
    const late = Buffer.concat([before, before, await makePdf()]);
    expect(
      refusalOf(await sendDocument(test, renter, { kind: "insurance_proof", content: late })),
    ).toMatchObject({ status: 415 });
  });

  it("a photo with PDF marks in it is still a photo", async () => {
    const photo = await sharp(await aPicture())
      .withExif({ IFD0: { ImageDescription: "%PDF-1.7" } })
      .jpeg()
      .toBuffer();
    expect(photo.subarray(0, 1024).includes("%PDF-")).toBe(true);
    const answer = await sendDocument(test, renter, { kind: "insurance_proof", content: photo });
    expect(answer.statusCode, answer.body).toBe(201);
  });

  it("a new file replaces the license's earlier file of the same kind", async () => {
    const person = await makePerson(test);
    const first = await makeDocument(test, person, "licence_front");
    const second = await makeDocument(test, person, "licence_front");
    expect((await licenceOfPerson(test, person)).documents.map(({ id }) => id)).toEqual([second.id]);
    expect(refusalOf(await link(first.id, person))).toMatchObject({ status: 404 });
    const both = await Promise.all([0, 1, 2, 3].map(() => makeDocument(test, person, "licence_back")));
    const { documents } = await licenceOfPerson(test, person);
    expect(documents.filter(({ kind }) => kind === "licence_back")).toHaveLength(1);
    expect(both.map(({ id }) => id)).toContain(documents.find(({ kind }) => kind === "licence_back")?.id);
  });

  it("a document sent again under its id is the same, and another file with that id is refused", async () => {
    const id = crypto.randomUUID();
    const content = await aPicture();
    const before = await kept();
    const sends = await Promise.all(
      [0, 1, 2].map(() => sendDocument(test, renter, { id, kind: "insurance_proof", content })),
    );
    expect(sends.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(sends.map(({ body }) => body)).size).toBe(1);
    expect(await kept()).toBe(before + 1);
    const others = [
      await sendDocument(test, renter, { id, kind: "insurance_proof", content: await aPicture() }),
      await sendDocument(test, renter, { id, kind: "translation", content }),
      await sendDocument(test, other, { id, kind: "insurance_proof", content }),
    ];
    for (const answer of others)
      expect(refusalOf(answer)).toMatchObject({ status: 422, code: "document_id_used" });
    expect(await kept()).toBe(before + 1);
    expect((await open(await urlFor(id, renter), renter)).statusCode).toBe(200);
  });
});

describe("a file that is no document", () => {
  const code = (answer: Awaited<ReturnType<typeof sendDocument>>) =>
    [answer.statusCode, answer.json<{ fields?: { file?: { code: string } } }>().fields?.file?.code] as const;

  it("an unusable file is refused with a reason, and nothing of it is kept", async () => {
    const [rows, files] = [await countRows(), await kept()];
    const good = await aPicture();
    const giant = blackPng({ width: 9000, height: 6000, bits: 1 });
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from("ftypheic\0\0\0\0mif1heic"),
      Buffer.alloc(64),
    ]);
    const script = await makePdf({ with: (document) => openWith(document, "JavaScript") });
    const locked = await makePdf({
      with: (document) => document.encrypt({ userPassword: "x", ownerPassword: "y" }),
    });
    const pdf = await makePdf();
    const html = Buffer.from("<html><script>alert(1)</script></html>");
    const cases: [string, Buffer | string, number, string][] = [
      ["licence_front", Buffer.alloc(0), 422, "empty"],
      ["licence_front", html, 415, "not_a_picture"],
      ["licence_front", '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 415, "not_a_picture"],
      [
        "licence_front",
        Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64"),
        415,
        "not_a_picture",
      ],
      ["licence_front", good.subarray(0, good.length / 2), 422, "broken"],
      ["licence_front", giant, 422, "too_many_pixels"],
      ["licence_front", heic, 422, "heic"],
      ["licence_front", pdf, 415, "not_a_picture"],
      ["insurance_proof", html, 415, "not_a_document"],
      ["insurance_proof", Buffer.concat([html, Buffer.alloc(1024), pdf]), 415, "not_a_document"],
      ["insurance_proof", script, 422, "pdf_active"],
      ["insurance_proof", locked, 422, "pdf_encrypted"],
      ["insurance_proof", pdf.subarray(0, pdf.length / 2), 422, "pdf_broken"],
      ["insurance_proof", Buffer.concat([pdf, Buffer.alloc(11 * 1024 * 1024)]), 413, "pdf_too_large"],
      ["licence_front", Buffer.concat([good, Buffer.alloc(20 * 1024 * 1024)]), 413, "too_large"],
      ["licence_front", Buffer.concat([good, Buffer.alloc(50 * 1024 * 1024)]), 413, "too_large"],
    ];
    for (const [kind, content, status, error] of cases)
      expect(code(await sendDocument(test, other, { kind, content })), error).toEqual([status, error]);
    expect([await countRows(), await kept(), await uploads()]).toEqual([rows, files, []]);
  });

  it("bytes hidden behind a picture are removed", async () => {
    const polyglot = Buffer.concat([
      await aPicture(),
      Buffer.from("<script>alert(document.domain)</script>%PDF-1.7"),
    ]);
    const answer = await sendDocument(test, renter, { kind: "passport", content: polyglot });
    expect(answer.statusCode).toBe(201);
    const shown = await open(await urlFor(answer.json<Document>().id, renter), renter);
    expect(shown.rawPayload.includes("script")).toBe(false);
  });

  it("a document without kind or file, in another form, or cut off is refused", async () => {
    const content = await aPicture();
    expect(refusalOf(await sendDocument(test, other, { content }))).toMatchObject({
      status: 422,
      fields: ["kind"],
    });
    expect(refusalOf(await sendDocument(test, other, { kind: "selfie", content }))).toMatchObject({
      status: 422,
    });
    const odd = await sendDocument(test, other, { kind: "passport", id: "../../x", content });
    expect(refusalOf(odd)).toMatchObject({ status: 422, fields: ["id"] });
    const post = (payload: string | Buffer, type: string) =>
      test.app.inject({
        method: "POST",
        url: "/api/account/documents",
        payload,
        headers: { "content-type": type, ...other.authorization },
      });
    expect((await post("{}", "application/json")).statusCode).toBe(415);
    const form = "multipart/form-data; boundary=x";
    const start = '--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\npassport\r\n--x';
    expect(refusalOf(await post(`${start}--\r\n`, form))).toMatchObject({ status: 422 });
    const file = `${start}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${"x".repeat(900)}`;
    expect((await post(file, form)).statusCode).toBe(400);
    expect(await uploads()).toEqual([]);
  });

  it("a document from a visitor, or beyond the limit, isn't read", async () => {
    const nobody = await test.app.inject({ method: "POST", url: "/api/account/documents", payload: "x" });
    expect(nobody.statusCode).toBe(401);
    const limitedApp = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const person = await makePerson(limitedApp);
      const statuses = new Set<number>();
      for (let count = 0; count < 42; count++)
        statuses.add((await sendDocument(limitedApp, person, { kind: "passport", content: "" })).statusCode);
      expect([...statuses]).toEqual([422, 429]);
    } finally {
      await limitedApp.close();
    }
  });

  const countRows = async () => (await test.services.database.rows("select id from documents")).length;
});

describe("a stored document", () => {
  it("a stored document is sealed, and another document's id can't open it", async () => {
    const { id } = await makeDocument(test, renter, "passport");
    const { contentId, sealed } = await sealedOf(id);
    expect(contentId).not.toBe(id);
    for (const mark of ["RIFF", "WEBP", "JFIF", "VP8", "\xff\xd8\xff"])
      expect(sealed.includes(mark)).toBe(false);
    const opened = openContent(test.services, id, sealed);
    expect((await sharp(opened).metadata()).format).toBe("webp");
    expect(() => openContent(test.services, crypto.randomUUID(), sealed)).toThrow(/authenticate/);
    expect(() => openContent({ secret: "another" }, id, sealed)).toThrow(/authenticate/);
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
    expect(() => openContent(test.services, id, changed)).toThrow(/authenticate/);
    const [one, two] = [sealContent(test.services, id, opened), sealContent(test.services, id, opened)];
    expect(one.equals(two)).toBe(false);
  });

  it("a stored document can't be opened under another SECRET_KEY", async () => {
    const { id } = await makeDocument(test, renter, "passport");
    const url = await urlFor(id, renter);
    const { contentId, sealed } = await sealedOf(id);
    const path = join(folder(), `${contentId}.sealed`);
    const unlogged = vi.spyOn(test.services.log, "error").mockReturnValue();
    try {
      await writeFile(path, sealContent({ secret: "another" }, id, Buffer.from("RIFF")));
      expect(refusalOf(await open(url, renter))).toMatchObject({ status: 503, code: "unavailable" });
      await rm(path);
      expect(refusalOf(await open(url, renter))).toMatchObject({ status: 503, code: "unavailable" });
      await writeFile(path, sealed);
      expect((await open(url, renter)).statusCode).toBe(200);
    } finally {
      unlogged.mockRestore();
    }
  });

  it("a stored document has no public picture's address", async () => {
    const { id } = await makeDocument(test, renter, "passport");
    const { contentId } = await sealedOf(id);
    for (const name of [
      id,
      contentId,
      `${contentId}.sealed`,
      `${contentId}.webp`,
      `../documents/${contentId}.sealed`,
      `..%2fdocuments%2f${contentId}.sealed`,
    ])
      expect((await test.app.inject(`/api/images/cars/${name}`)).statusCode).toBe(404);
    const pictures = await readdir(join(test.services.config.dataDir, "pictures"), { recursive: true });
    expect(pictures.some((file) => file.includes(contentId) || file.includes(id))).toBe(false);
  });
});

describe("a document's link", () => {
  it("a document's link opens it for its owner and for administrators who check people, and is audited", async () => {
    const { id } = await makeDocument(test, renter, "licence_front");
    for (const viewer of [renter, checker]) {
      const made = (await link(id, viewer)).json<{ url: string; expiresAt: string }>();
      const left = Date.parse(made.expiresAt) - test.services.now();
      expect([left > 290_000, left <= 300_000]).toEqual([true, true]);
      const shown = await open(made.url, viewer);
      expect(shown.statusCode).toBe(200);
      expect(shown.headers).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-disposition": 'attachment; filename="licence_front.webp"',
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
      });
      const events = await test.services.database.rows(
        "select entity_id, action from audit_events where actor = $1 and after->>'document' = $2",
        [viewer.id, id],
      );
      expect(events).toEqual([{ entity_id: renter.id, action: "document_opened" }]);
    }
  });

  it("a document's link is not found for others, as if there were no document", async () => {
    const { id } = await makeDocument(test, renter, "licence_front");
    const missing = await link(crypto.randomUUID(), other);
    for (const viewer of [other, limited]) {
      const refused = await link(id, viewer);
      const withoutRequest = (body: string) => body.replace(/"requestId":"[^"]*",?/, "");
      expect([refused.statusCode, withoutRequest(refused.body)]).toEqual([404, withoutRequest(missing.body)]);
    }
    expect((await test.app.inject(`/api/account/documents/${id}/link`)).statusCode).toBe(401);
    expect(refusalOf(await link("../x", renter))).toMatchObject({ status: 404 });
  });

  it("a document's link works only for its viewer, unchanged, for five minutes", async () => {
    const person = await makePerson(test);
    const { id } = await makeDocument(test, person, "licence_front");
    const { id: second } = await makeDocument(test, person, "licence_back");
    const url = await urlFor(id, person);
    const status = async (at: string, by?: Person) => (await open(at, by)).statusCode;
    expect(await status(url)).toBe(401);
    expect([await status(url, checker), await status(url, other)]).toEqual([404, 404]);
    expect(await status(url.replace(id, second), person)).toBe(404);
    const until = /until=(\d+)/.exec(url)?.[1] ?? "";
    expect(await status(url.replace(until, String(Number(until) + 60_000)), person)).toBe(404);
    for (const odd of ["?until=1", "?key=x", "?until=x&key=y", "?until=1&until=2&key=a", ""])
      expect(await status(`/api/account/documents/${id}/content${odd}`, person)).toBe(404);

    const clock = test.services.now;
    try {
      test.services.now = () => clock() + 4.9 * 60_000;
      expect(await status(url, person)).toBe(200);
      test.services.now = () => clock() + 5 * 60_000;
      expect(await status(url, person)).toBe(404);
    } finally {
      test.services.now = clock;
    }

    const asChecker = await urlFor(id, checker);
    expect(await status(asChecker, checker)).toBe(200);
    await test.services.database.rows("update accounts set permissions = '{}' where id = $1", [checker.id]);
    expect(await status(asChecker, checker)).toBe(404);
    await test.services.database.rows("update accounts set permissions = '{manage_users}' where id = $1", [
      checker.id,
    ]);

    await makeDocument(test, person, "licence_front");
    expect([await status(url, person), await status(asChecker, checker)]).toEqual([404, 404]);
  });
});
