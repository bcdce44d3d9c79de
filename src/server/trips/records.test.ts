// @one-database
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConditionRecord } from "#contract/trips.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import {
  begin,
  fillRecord,
  finish,
  listRecords,
  makeOrder,
  makeRecord,
  orderRow,
  sendImage,
  verifyLicence,
} from "#test/condition.ts";
import { multipart } from "#test/multipart.ts";
import { aPicture } from "#test/papers.ts";

let test: TestApp;
let renter: Person;
let other: Person;
let admin: Person;
let limited: Person;
beforeAll(async () => {
  test = await startTestApp();
  [renter, other] = [await makePerson(test), await makePerson(test)];
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  limited = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

const hash = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const rows = <Row>(text: string, values: unknown[] = []) => test.services.database.rows<Row>(text, values);
const check = async (orderId: string, by = renter) =>
  (
    await test.app.inject({
      url: `/api/orders/${orderId}/condition-records/check`,
      headers: by.authorization,
    })
  ).json<{ isWhole: boolean; checked: number; findings: object[] }>();
const emailsOf = (orderId: string) =>
  rows<{ kind: string; recipient: string; language: string }>(
    "select kind, recipient, language from emails where order_id = $1 order by created_at, kind",
    [orderId],
  );

describe("a condition record", () => {
  it("a record of the pickup begins the rental and one of the return ends it, with emails to both sides", async () => {
    const orderId = await makeOrder(test, renter.id, { language: "zh", customerEmail: renter.email });
    const pickup = await makeRecord(test, renter, orderId, "pickup", { remark: "Scratch on the door" });
    expect(pickup).toMatchObject({ kind: "pickup", by: "renter", place: 1, remark: "Scratch on the door" });
    const begun = await orderRow(test, orderId);
    expect([begun.status, begun.tripStartedAt === null]).toEqual(["in_progress", false]);
    const back = await makeRecord(test, renter, orderId, "return");
    expect(back.place).toBe(2);
    const ended = await orderRow(test, orderId);
    expect([ended.status, ended.tripCompletedAt === null, ended.isCarOut, ended.carBackAt]).toEqual([
      "completed",
      false,
      true,
      null,
    ]);
    const sent = await emailsOf(orderId);
    const admins = test.services.config.adminEmail;
    expect(
      sent.map(({ kind, recipient, language }) => `${kind} ${recipient} ${language}`).toSorted(),
    ).toEqual(
      [
        `condition_pickup ${admins} en`,
        `condition_pickup ${renter.email} zh`,
        `condition_return ${admins} en`,
        `condition_return ${renter.email} zh`,
      ].toSorted(),
    );
    expect(await check(orderId)).toEqual({ isWhole: true, checked: 2, findings: [] });
    const history = await rows<{ actor: string }>(
      "select actor from audit_events where entity_id = $1 and action = 'status' order by id",
      [orderId],
    );
    expect(history.map(({ actor }) => actor)).toEqual([renter.id, renter.id]);
    const response = await test.app.inject({
      url: `/api/admin/orders/${orderId}`,
      headers: admin.authorization,
    });
    const records = response
      .json<{ history: { action: string; to: string }[] }>()
      .history.filter(({ action }) => action === "condition_record");
    expect(records.map(({ to }) => to)).toEqual(["pickup", "return"]);
  });

  it("a record of the return brings the car back only if an administrator makes or confirms it", async () => {
    const byAdmin = await makeOrder(test, renter.id);
    await makeRecord(test, admin, byAdmin, "pickup");
    expect((await makeRecord(test, admin, byAdmin, "return")).by).toBe("longbay");
    const one = await orderRow(test, byAdmin);
    expect([one.status, one.isCarOut, one.carBackAt === null]).toEqual(["completed", false, false]);

    const byRenter = await makeOrder(test, renter.id);
    await makeRecord(test, renter, byRenter, "pickup");
    const url = `/api/admin/orders/${byRenter}/car-back`;
    const call = (by: Person) => test.app.inject({ method: "POST", url, headers: by.authorization });
    expect(refusalOf(await call(admin))).toMatchObject({ status: 409, code: "record_not_possible" });
    await makeRecord(test, renter, byRenter, "return");
    expect((await call(renter)).statusCode).toBe(403);
    expect((await call(limited)).json()).toEqual({ isCarOut: false });
    const two = await orderRow(test, byRenter);
    expect([two.isCarOut, two.carBackAt === null]).toEqual([false, false]);
  });

  it("a picture in a record keeps its time and no other metadata", async () => {
    const orderId = await makeOrder(test, renter.id);
    const begun = await begin(test, renter, orderId, { kind: "pickup" });
    const { id: recordId } = begun.json<ConditionRecord>();
    const content = await sharp(await aPicture())
      .withExifMerge({
        IFD0: { Make: "Camera" },
        IFD2: { DateTimeOriginal: "2026:11:20 09:30:15", OffsetTimeOriginal: "-08:00" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "37/1 23/1 0/1" },
      })
      .jpeg()
      .toBuffer();
    const sent = await sendImage(test, renter, { orderId, recordId, slot: "front" }, content);
    expect(sent.json<ConditionRecord>().images).toMatchObject([
      { slot: "front", takenAt: "2026-11-20T09:30:15-08:00", uploadHash: hash(content) },
    ]);
    const heic = await readFile(new URL("../../../test/photo.heic", import.meta.url));
    const answer = await sendImage(test, renter, { orderId, recordId, slot: "back" }, heic);
    expect(answer.statusCode, answer.body).toBe(200);
    const shown = await test.app.inject({
      url: `/api/orders/${orderId}/condition-records/${recordId}/images/front`,
      headers: renter.authorization,
    });
    expect(shown.headers["content-type"]).toBe("image/webp");
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
    const stored = sent.json<ConditionRecord>().images[0]?.storedHash;
    expect(hash(shown.rawPayload)).toBe(stored);
  });

  it("a record begun again continues where it was left, and an image sent twice is one", async () => {
    const orderId = await makeOrder(test, renter.id);
    const id = crypto.randomUUID();
    const begun = await Promise.all(
      [0, 1, 2].map(() => begin(test, renter, orderId, { id, kind: "pickup", odometer: 5 })),
    );
    expect(begun.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const again = await begin(test, renter, orderId, { kind: "pickup", fuelEighths: 3 });
    expect(again.json()).toMatchObject({ id, odometer: 5, fuelEighths: 3 });
    const place = { orderId, recordId: id, slot: "front" };
    const content = await aPicture();
    await Promise.all([0, 1].map(() => sendImage(test, renter, place, content)));
    await sendImage(test, renter, place, content);
    const kept = () => readdir(join(test.services.config.dataDir, "conditions"));
    const before = (await kept()).length;
    const answer = await sendImage(test, renter, place);
    expect(answer.json<ConditionRecord>().images).toHaveLength(1);
    // A replaced image is gone, and so is the rest of two that were sent at once.
    expect((await kept()).length).toBeLessThanOrEqual(before);
    const refused = [
      await begin(test, other, orderId, { kind: "pickup" }),
      await sendImage(test, other, place),
      await sendImage(test, admin, place),
      await sendImage(test, renter, { ...place, slot: "roof" }),
      await sendImage(test, renter, { ...place, recordId: crypto.randomUUID() }),
      await finish(test, other, place),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
    const elsewhere = await makeOrder(test, renter.id);
    const otherwise = [
      await begin(test, renter, elsewhere, { id, kind: "pickup", odometer: 5 }),
      await begin(test, renter, orderId, { id, kind: "pickup", odometer: 6 }),
      await begin(test, renter, orderId, { id, kind: "pickup" }),
    ];
    for (const answer of otherwise)
      expect(refusalOf(answer)).toMatchObject({ status: 422, code: "record_id_used" });
    const same = await begin(test, renter, orderId, { id, kind: "pickup", odometer: 5 });
    expect(same.json()).toMatchObject({ id, odometer: 5, fuelEighths: 3 });
    expect((await listRecords(test, other, orderId)).statusCode).toBe(404);
    expect((await listRecords(test, admin, orderId)).json<{ records: object[] }>().records).toEqual([]);
  });

  it("a record is complete after interrupted uploads", async () => {
    const orderId = await makeOrder(test, renter.id);
    const { id: recordId } = (await begin(test, renter, orderId, { kind: "pickup" })).json<ConditionRecord>();
    const content = await aPicture();
    const whole = await multipart([{ field: "file", name: "a.jpg", content, type: "image/jpeg" }]);
    const url = `/api/orders/${orderId}/condition-records/${recordId}/images/front`;
    for (let cut = 0; cut < 10; cut++) {
      const payload = whole.payload.subarray(0, Math.floor((whole.payload.length * cut) / 10));
      const headers = { ...whole.headers, ...renter.authorization };
      const answer = await test.app.inject({ method: "PUT", url, payload, headers });
      expect([400, 415, 422]).toContain(answer.statusCode);
    }
    const { records } = (await listRecords(test, renter, orderId)).json<{ records: ConditionRecord[] }>();
    expect(records[0]?.images).toEqual([]);
    const sent = await sendImage(test, renter, { orderId, recordId, slot: "front" }, content);
    expect(sent.json<ConditionRecord>().images[0]?.uploadHash).toBe(hash(content));
    expect(await readdir(join(test.services.config.dataDir, "uploads"))).toEqual([]);
  });

  it("a record needs all four images and a reading, and the right state of its order", async () => {
    const orderId = await makeOrder(test, renter.id);
    const begun = await begin(test, renter, orderId, { kind: "pickup" });
    const at = { orderId, recordId: begun.json<ConditionRecord>().id };
    await sendImage(test, renter, { ...at, slot: "front" });
    const refused = await finish(test, renter, at, { odometer: 10 });
    expect(refusalOf(refused)).toMatchObject({ status: 409, code: "record_incomplete" });
    expect(Object.keys(refused.json<{ fields: object }>().fields)).toEqual([
      "back",
      "interior",
      "odometer",
      "fuelEighths",
    ]);
    expect(refusalOf(await begin(test, renter, orderId, { kind: "return" }))).toMatchObject({ status: 409 });
    const pending = await makeOrder(test, renter.id, { status: "pending" });
    expect(refusalOf(await begin(test, renter, pending, { kind: "pickup" }))).toMatchObject({ status: 409 });
    const bad = [{ kind: "swap" }, { kind: "pickup", odometer: -1 }, { kind: "pickup", fuelEighths: 9 }];
    for (const payload of bad) expect((await begin(test, renter, orderId, payload)).statusCode).toBe(422);
    const broken = [Buffer.alloc(0), Buffer.from("<svg/>"), (await aPicture()).subarray(0, 200)];
    for (const content of broken)
      expect([415, 422]).toContain(
        (await sendImage(test, renter, { ...at, slot: "back" }, content)).statusCode,
      );
    expect((await orderRow(test, orderId)).status).toBe("confirmed");
  });

  it("a pickup record is refused while something is missing, unless an administrator gives a reason", async () => {
    const on = today(test.services);
    const orderId = await makeOrder(test, null, {
      pickupDate: addDays(on, 1),
      source: "request",
      insurance: null,
      isPaid: false,
      isSigned: false,
    });
    const { id: recordId } = await fillRecord(test, limited, orderId, "pickup");
    const refused = await finish(test, limited, { orderId, recordId }, { overrideReason: "In a hurry" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: "handover_lacks",
      lacks: ["pickup_date", "account", "licence", "insurance_proof", "agreement", "first_instalment"],
    });
    expect((await listRecords(test, admin, orderId)).json()).toMatchObject({
      lacks: ["pickup_date", "account", "licence", "insurance_proof", "agreement", "first_instalment"],
      mayOverride: true,
    });
    const own = await fillRecord(test, admin, orderId, "pickup");
    const at = { orderId, recordId: own.id };
    expect(refusalOf(await finish(test, admin, at))).toMatchObject({ code: "handover_lacks" });
    expect((await finish(test, admin, at, { overrideReason: "Checked in person" })).statusCode).toBe(200);
    expect((await orderRow(test, orderId)).status).toBe("in_progress");
    const [event] = await rows<{ reason: string }>(
      "select reason from audit_events where entity_id = $1 and action = 'handover_override'",
      [orderId],
    );
    expect(event?.reason).toBe("Checked in person");
  });

  it("a record is finished once, even by simultaneous requests", async () => {
    const orderId = await makeOrder(test, renter.id);
    const { id: recordId } = await fillRecord(test, renter, orderId, "pickup");
    const url = `/api/orders/${orderId}/condition-records/${recordId}/finish`;
    const answers = await Promise.all([
      // All data was sent before, so this call has no body.
      test.app.inject({ method: "POST", url, headers: renter.authorization }),
      ...[1, 2, 3].map(() => finish(test, renter, { orderId, recordId })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await emailsOf(orderId)).toHaveLength(2);
    const late = await sendImage(test, renter, { orderId, recordId, slot: "front" });
    expect(refusalOf(late)).toMatchObject({ status: 409, code: "record_finished" });
    for (const statement of [
      "update condition_records set odometer = 1 where id = $1",
      "delete from condition_records where id = $1",
      "update condition_images set taken_at = null where record_id = $1",
      "delete from condition_images where record_id = $1",
      "insert into condition_images select record_id, 'front', gen_random_uuid(), '', '', null, 1, 1, now() from condition_images where record_id = $1 limit 1",
    ])
      await expect(rows(statement, [recordId]), statement).rejects.toThrow(/not changed/);
    await expect(rows("truncate condition_records cascade")).rejects.toThrow(/not emptied/);
  });
});

describe("the check of an order's records", () => {
  /** Changes that somebody with the database's own rights could make. */
  async function behindItsBack(statement: string, values: unknown[]): Promise<void> {
    for (const table of ["condition_records", "condition_images"])
      await rows(`alter table ${table} disable trigger user`);
    await rows(statement, values);
    for (const table of ["condition_records", "condition_images"])
      await rows(`alter table ${table} enable trigger user`);
  }
  async function threeRecords() {
    const orderId = await makeOrder(test, renter.id);
    const one = await makeRecord(test, renter, orderId, "pickup");
    const two = await makeRecord(test, admin, orderId, "pickup");
    const three = await makeRecord(test, renter, orderId, "return");
    return { orderId, one, two, three };
  }
  const fileOf = async (recordId: string, slot: string) => {
    const [image] = await rows<{ id: string }>(
      "select content_id as id from condition_images where record_id = $1 and slot = $2",
      [recordId, slot],
    );
    return join(test.services.config.dataDir, "conditions", `${image?.id}.sealed`);
  };

  it("the check finds an altered record, an altered image's row and a removed one", async () => {
    const { orderId, one, two, three } = await threeRecords();
    await behindItsBack("update condition_records set odometer = odometer - 500 where id = $1", [one.id]);
    await behindItsBack(
      "update condition_images set taken_at = '2020-01-01T00:00:00' where record_id = $1 and slot = 'back'",
      [two.id],
    );
    await behindItsBack("delete from condition_images where record_id = $1 and slot = 'interior'", [
      three.id,
    ]);
    expect((await check(orderId)).findings).toEqual([
      { what: "record_altered", recordId: one.id, place: 1 },
      { what: "record_altered", recordId: two.id, place: 2 },
      { what: "record_altered", recordId: three.id, place: 3 },
      { what: "image_removed", recordId: three.id, place: 3, slot: "interior" },
    ]);
  });

  it("the check finds a removed record, the last one too, and records that changed places", async () => {
    const { orderId, one, two, three } = await threeRecords();
    for (const [place, { id }] of [one, two, three].entries()) {
      const [kept] = await rows<{ record: object; images: object[] }>(
        `select to_jsonb(condition_records) as record,
           (select jsonb_agg(to_jsonb(condition_images)) from condition_images where record_id = id) as images
         from condition_records where id = $1`,
        [id],
      );
      await behindItsBack("delete from condition_records where id = $1", [id]);
      expect((await check(orderId)).findings).toEqual([
        { what: "record_removed", recordId: id, place: place + 1 },
      ]);
      const back = (table: string, from: string) =>
        `insert into ${table} select (${from}(null::${table}, $1::jsonb)).*`;
      await behindItsBack(back("condition_records", "jsonb_populate_record"), [JSON.stringify(kept?.record)]);
      await behindItsBack(back("condition_images", "jsonb_populate_recordset"), [
        JSON.stringify(kept?.images),
      ]);
      expect((await check(orderId)).findings).toEqual([]);
    }
    await behindItsBack(
      "update condition_records set place = case place when 1 then 102 when 2 then 101 end where id in ($1, $2)",
      [one.id, two.id],
    );
    await behindItsBack("update condition_records set place = place - 100 where id in ($1, $2)", [
      one.id,
      two.id,
    ]);
    const whats = (await check(orderId)).findings.map((found) => JSON.stringify(found));
    for (const id of [one.id, two.id]) expect(whats.some((found) => found.includes(id))).toBe(true);
  });

  it("the check reads the stored files and finds one that is swapped, changed or gone", async () => {
    const { orderId, one, two, three } = await threeRecords();
    const [a, b] = [await fileOf(one.id, "front"), await fileOf(one.id, "back")];
    await rename(a, `${a}.x`);
    await rename(b, a);
    await rename(`${a}.x`, b);
    const changed = await fileOf(two.id, "interior");
    const bytes = await readFile(changed);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(changed, bytes);
    await rm(await fileOf(three.id, "odometer"));
    expect((await check(orderId)).findings).toEqual([
      { what: "image_altered", recordId: one.id, place: 1, slot: "front" },
      { what: "image_altered", recordId: one.id, place: 1, slot: "back" },
      { what: "image_altered", recordId: two.id, place: 2, slot: "interior" },
      { what: "image_removed", recordId: three.id, place: 3, slot: "odometer" },
    ]);
  });
});
