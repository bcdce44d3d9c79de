// @one-database
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeCar, renter as contact } from "#test/factories.ts";
import { licenceOfPerson, makeDocument, sendDocument, aPicture, submitLicence } from "#test/papers.ts";
import { allOf, type S3Server, startS3, startTroubled } from "#test/stand-ins/s3.ts";
import { sweepImages } from "#server/storage/sweep.ts";
import { listContent } from "#server/media/sealed/content.ts";
import { openContent } from "#server/media/sealed/sealing.ts";
import { forgetPapers, removeGoneContent, tidyDocuments } from "./jobs.ts";
import { papersOf } from "./account-queries.ts";
import { documentsPlace } from "./documents/place.ts";

let test: TestApp;
let s3: S3Server;
beforeAll(async () => {
  [test, s3] = await Promise.all([startTestApp({}, { at: "2026-11-22T20:00:00Z" }), startS3()]);
});
afterAll(async () => {
  await test.close();
  await s3.close();
});

const contents = async (app: TestApp) =>
  (await allOf(listContent(app.services, documentsPlace))).map(({ contentId }) => contentId).toSorted();
const contentOf = async (app: TestApp, person: Person): Promise<string[]> =>
  (
    await app.services.database.rows<{ id: string }>(
      "select content_id as id from documents where account_id = $1 order by 1",
      [person.id],
    )
  ).map(({ id }) => id);
const shows = async ({ app }: TestApp, person: Person, id: string): Promise<number> => {
  const link = await app.inject({ url: `/api/account/documents/${id}/link`, headers: person.authorization });
  if (link.statusCode !== 200) return link.statusCode;
  return (await app.inject({ url: link.json<{ url: string }>().url, headers: person.authorization }))
    .statusCode;
};
const later = async (app: TestApp, days: number, work: () => Promise<unknown>): Promise<void> => {
  const clock = app.services.now;
  app.services.now = () => clock() + days * 86_400_000;
  try {
    await work();
  } finally {
    app.services.now = clock;
  }
};

describe("papers", () => {
  it("papers without a rental are deleted after 90 days", async () => {
    const person = await makePerson(test);
    await submitLicence(test, person);
    const kept = await contentOf(test, person);
    await later(test, 90, () => forgetPapers(test.services));
    expect(await contentOf(test, person)).toEqual(kept);
    await later(test, 91.5, () => forgetPapers(test.services));
    expect(await licenceOfPerson(test, person)).toMatchObject({
      licence: null,
      documents: [],
      verification: { id: null },
    });
    await removeGoneContent(test.services);
    const left = await contents(test);
    expect(kept.filter((id) => left.includes(id))).toEqual([]);
  });

  it("papers stay while an order is open and for 90 days after the last rental", async () => {
    const person = await makePerson(test);
    await submitLicence(test, person);
    const carId = await makeCar(test);
    const id = crypto.randomUUID();
    await test.services.database.rows(
      `insert into orders (id, order_number, source, status, car_id, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone,
         pickup_location, language, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash, account_id)
       values ($1, 'LB-PAPERS', 'request', 'in_progress', $2, '2026-12-01', '2027-02-01', '10:00', '10:00', $3, $4, '', '', 'en', 1, 62, 2, 0, '[]', 1, 0, 0, 1, 1, false, '', '', $5)`,
      [id, carId, contact.customerName, person.email, person.id],
    );
    // An additional driver with no order of their own.
    const driver = await makePerson(test);
    await submitLicence(test, driver);
    await test.services.database.rows(
      `insert into order_drivers (id, order_id, name, email, account_id, has_agreed, created_at)
       values (gen_random_uuid(), $1, 'Ann', $2, $3, true, now())`,
      [id, driver.email, driver.id],
    );
    const stays = async (days: number, isThere: boolean) => {
      await later(test, days, () => forgetPapers(test.services));
      for (const one of [person, driver])
        expect([days, (await contentOf(test, one)).length > 0]).toEqual([days, isThere]);
    };
    await stays(400, true);
    await test.services.database.rows("update orders set status = 'completed' where id = $1", [id]);
    // 1 February is 71 days from now.
    await stays(71 + 90, true);
    await test.services.database.rows(
      "update orders set car_back_at = '2027-05-12T18:00:00Z' where id = $1",
      [id],
    );
    // The car came back 100 days late.
    await stays(71 + 100 + 90, true);
    await stays(71 + 100 + 92, false);
  });

  it("papers are part of the account's export and are deleted with the account", async () => {
    const person = await makePerson(test);
    await submitLicence(test, person);
    const papers = await papersOf(test.services.database.db, person.id);
    expect(papers).toMatchObject({
      licence: { number: "D1234567", state: "submitted" },
      documents: [{ kind: "licence_front" }, { kind: "licence_back" }],
    });
    const kept = await contentOf(test, person);
    const gone = await test.app.inject({
      method: "DELETE",
      url: "/api/account",
      payload: { current_password: testPassword },
      headers: person.authorization,
    });
    expect(gone.statusCode, gone.body).toBe(200);
    expect(await contentOf(test, person)).toEqual([]);
    expect(
      await test.services.database.rows("select id from licences where account_id = $1", [person.id]),
    ).toEqual([]);
    await removeGoneContent(test.services);
    const left = await contents(test);
    expect(kept.length === 2 && kept.every((id) => !left.includes(id))).toBe(true);
  });

  it("papers that nobody submitted are deleted after a day", async () => {
    const person = await makePerson(test);
    const { id } = await makeDocument(test, person, "insurance_proof");
    await later(test, 0.9, () => forgetPapers(test.services));
    expect(await shows(test, person, id)).toBe(200);
    await later(test, 1.1, () => forgetPapers(test.services));
    expect(await shows(test, person, id)).toBe(404);
  });
});

describe("the contents of documents", () => {
  it("a sweep keeps a document's content and removes content without a row", async () => {
    const person = await makePerson(test);
    const { id } = await makeDocument(test, person, "passport");
    const folder = join(test.services.config.dataDir, "documents");
    const orphan = crypto.randomUUID();
    const young = crypto.randomUUID();
    await mkdir(folder, { recursive: true });
    for (const each of [orphan, young]) await writeFile(join(folder, `${each}.sealed`), "sealed");
    const old = new Date(test.services.now() - 2 * 3_600_000);
    for (const file of await readdir(folder)) await utimes(join(folder, file), old, old);
    const now = new Date(test.services.now() - 60_000);
    await utimes(join(folder, `${young}.sealed`), now, now);
    await later(test, 30, () => sweepImages(test.services));
    expect(await contents(test)).toContain(orphan);
    await tidyDocuments(test.services);
    const left = await contents(test);
    expect([left.includes(orphan), left.includes(young), await shows(test, person, id)]).toEqual([
      false,
      true,
      200,
    ]);
  });
});

describe("documents in a bucket", () => {
  it("a bucket keeps documents sealed under their own prefix, and gets those of the folder", async () => {
    const app = await startTestApp({ STORAGE_URL: s3.url });
    try {
      const person = await makePerson(app);
      const { id } = await makeDocument(app, person, "passport");
      const [contentId = ""] = await contentOf(app, person);
      const bucket = app.services.imageStore.storage?.bucket;
      const keys = (await allOf(bucket?.list("") ?? (async function* () {})())).map(({ key }) => key);
      expect(keys).toEqual([`documents/${contentId}.sealed`]);
      const sealed = await bucket?.get(`documents/${contentId}.sealed`);
      if (!sealed) throw new Error("nothing was kept");
      expect(["RIFF", "WEBP"].some((mark) => sealed.includes(mark))).toBe(false);
      expect(openContent(app.services, id, sealed).subarray(0, 4).toString()).toBe("RIFF");
      expect(await readdir(join(app.services.config.dataDir, "documents")).catch(() => [])).toEqual([]);
      expect(await shows(app, person, id)).toBe(200);
      await later(app, 30, () => sweepImages(app.services));
      expect(await shows(app, person, id)).toBe(200);

      // The document is stored as before there was a bucket.
      const folder = join(app.services.config.dataDir, "documents");
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${contentId}.sealed`), sealed);
      await bucket?.remove(`documents/${contentId}.sealed`);
      expect(await shows(app, person, id)).toBe(200);
      await later(app, 1, () => tidyDocuments(app.services));
      expect(await readdir(folder)).toEqual([]);
      expect((await bucket?.get(`documents/${contentId}.sealed`))?.equals(sealed)).toBe(true);

      await makeDocument(app, person, "passport");
      await removeGoneContent(app.services);
      expect(await bucket?.get(`documents/${contentId}.sealed`)).toBeUndefined();
      const orphan = `documents/${crypto.randomUUID()}.sealed`;
      await bucket?.put(orphan, Buffer.from("x"), {});
      await later(app, 1, () => tidyDocuments(app.services));
      expect(await bucket?.get(orphan)).toBeUndefined();
    } finally {
      await app.close();
    }
  });

  it("a document is refused while the bucket is away, and nothing of it stays", async () => {
    const troubled = await startTroubled(s3.address, (_, response) => {
      response.writeHead(500).end();
      return true;
    });
    const app = await startTestApp({ STORAGE_URL: troubled.url });
    try {
      const person = await makePerson(app);
      const answer = await sendDocument(app, person, { kind: "passport", content: await aPicture() });
      expect(refusalOf(answer)).toMatchObject({ status: 503, code: "storage_unavailable" });
      expect(await contentOf(app, person)).toEqual([]);
    } finally {
      await app.close();
      await troubled.close();
    }
  });
});
