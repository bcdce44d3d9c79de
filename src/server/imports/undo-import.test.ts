import { afterAll, describe, expect, it, vi } from "vitest";
import type { ErrorBody } from "#contract/errors.ts";
import type { CarsImported, ImportBatch } from "#contract/admin/imports.ts";
import { makePerson } from "#test/accounts.ts";
import { databaseKind, startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { addImages } from "#server/cars/add-images.ts";
import { multipart } from "#test/multipart.ts";
import { whileLocked } from "#test/while-locked.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });

const header = "name,brand,model,year,category,monthlyPrice,city,state,plateNumber,features,descriptionZh";
const row = (name: string, price: string, plate: string, more = ",") =>
  `${name},Ford,Escape,2019,SUV,${price},San Mateo,CA,${plate},${more}`;

const imported = (...lines: string[]) => importedWith(header, lines);

async function importedWith(head: string, lines: string[]): Promise<CarsImported & { batchId: string }> {
  const { payload, headers } = await multipart([
    { field: "file", name: "cars.csv", type: "text/csv", content: [head, ...lines].join("\n") },
  ]);
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/admin/upload-csv",
    payload,
    headers: { ...headers, ...admin.authorization },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const undo = (id: string) =>
  test.app.inject({ method: "POST", url: `/api/admin/imports/${id}/undo`, headers: admin.authorization });
const listed = async (id: string) =>
  (await test.app.inject({ url: "/api/admin/imports", headers: admin.authorization }))
    .json<ImportBatch[]>()
    .find((batch) => batch.id === id);
const fleet = () =>
  test.services.database.rows(
    "select id, name, monthly_price, plate_number, features, description_zh, retired_at from cars order by name, id",
  );
const carWith = async (plate: string) =>
  (
    await test.services.database.rows<{ id: string }>("select id from cars where plate_number = $1", [plate])
  )[0]?.id ?? "";
const hanging = (answer: Awaited<ReturnType<typeof undo>>) => answer.json<ErrorBody>().hanging;

describe("an import", () => {
  it("an undone import deletes what it added and restores what it changed", async () => {
    await makeCar(test, {
      name: "Changed",
      plateNumber: "8UND001",
      monthlyPrice: 50_000,
      features: ["5 seats", 'a "b", {c}'],
      descriptionZh: "原来的",
    });
    await makeCar(test, {
      name: "Back",
      plateNumber: "8UND002",
      monthlyPrice: 60_000,
      retiredAt: new Date("2026-01-02T03:04:05.678Z"),
      available: false,
    });
    const before = await fleet();
    const { batchId, added, updated } = await imported(
      row("Changed again", "749.00", "8UND001", "Sunroof|USB-C,-"),
      row("Back", "799.00", "8UND002"),
      row("New", "899.00", "8UND003"),
    );
    expect([added, updated]).toEqual([1, 2]);
    expect(await listed(batchId)).toMatchObject({ added: 1, updated: 2, undoneAt: null, isUndoable: true });
    expect(await fleet()).not.toEqual(before);
    expect((await undo(batchId)).json()).toMatchObject({ deleted: 1, restored: 2 });
    expect(await fleet()).toEqual(before);
    expect(await listed(batchId)).toMatchObject({ isUndoable: false, undoneAt: expect.any(String) });
    expect(refusalOf(await undo(batchId))).toMatchObject({ status: 409, code: "import_undone" });
    const audit = await test.services.database.rows(
      "select entity, action from audit_events where actor = $1 and reason = $2 order by action",
      [admin.id, `import ${batchId} undone`],
    );
    expect(audit).toEqual([
      { entity: "car", action: "deleted" },
      { entity: "car", action: "updated" },
      { entity: "car", action: "updated" },
    ]);
  });

  it("an undone import takes its pictures along and leaves a car's own", async () => {
    const kept = await makeCar(test, { name: "Kept", plateNumber: "8UND050", images: ["own.webp"] });
    const same = await makeCar(test, { name: "Same", plateNumber: "8UND051", images: [] });
    await imported(row("Same", "749.00", "8UND051"));
    const before = await fleet();
    const { batchId, unchanged } = await imported(
      row("Kept", "749.00", "8UND050"),
      row("Same", "749.00", "8UND051"),
      row("Pictured", "749.00", "8UND052"),
    );
    expect(unchanged).toBe(1);
    const reason = `pictures for import ${batchId}`;
    for (const id of [kept, same, await carWith("8UND052")])
      await addImages(test.services.database, {
        id,
        images: ["one.webp", "two.webp"],
        actor: admin.id,
        reason,
      });
    expect((await undo(batchId)).statusCode).toBe(200);
    expect(await fleet()).toEqual(before);
    const images = await test.services.database.rows(
      "select images from cars where id = any($1::uuid[]) order by name",
      [[kept, same]],
    );
    expect(images).toEqual([{ images: ["own.webp"] }, { images: [] }]);
  });

  it("a host's listed car that an undo leaves with too few photos is paused, and its host hears of it", async () => {
    const host = await makePerson(test, { role: "host" });
    const id = await makeHostCar(test, host.id, "listed", { plateNumber: "8UND055", images: ["own.webp"] });
    const { batchId } = await imported(row("Hosted", "749.00", "8UND055"));
    await addImages(test.services.database, {
      id,
      images: [1, 2, 3, 4].map((at) => `sent-${at}.webp`),
      actor: admin.id,
      reason: `pictures for import ${batchId}`,
    });
    expect((await undo(batchId)).statusCode).toBe(200);
    expect(
      await test.services.database.rows("select listing_state, images from cars where id = $1", [id]),
    ).toEqual([{ listing_state: "paused", images: ["own.webp"] }]);
    expect(
      await test.services.database.rows("select kind from emails where recipient = $1", [host.email]),
    ).toEqual([{ kind: "host_car_changes_declined" }]);
  });

  it("an import can be removed from the list without a change to its cars or earlier imports", async () => {
    const first = await imported(row("Listed", "749.00", "8UND060"));
    const second = await imported(row("Listed", "759.00", "8UND060"));
    const remove = (id: string) =>
      test.app.inject({ method: "DELETE", url: `/api/admin/imports/${id}`, headers: admin.authorization });
    await undo(second.batchId);
    expect((await remove(second.batchId)).statusCode).toBe(200);
    expect(await listed(second.batchId)).toBeUndefined();
    expect((await remove(second.batchId)).statusCode).toBe(404);
    expect((await undo(first.batchId)).statusCode).toBe(200);
    const third = await imported(row("Listed", "749.00", "8UND060"));
    await remove(third.batchId);
    expect(await carWith("8UND060")).not.toBe("");
    expect((await undo(third.batchId)).statusCode).toBe(404);
  });

  it("an import with orders or blocks on its cars can't be undone, and they are named", async () => {
    const { batchId } = await imported(
      row("Ordered", "749.00", "8UND010"),
      row("Blocked", "749.00", "8UND011"),
      row("Edited", "749.00", "8UND012"),
      row("Plain", "749.00", "8UND013"),
      row("Offered", "749.00", "8UND014"),
    );
    const [ordered, blocked, edited, offered] = await Promise.all(
      ["8UND010", "8UND011", "8UND012", "8UND014"].map(carWith),
    );
    const placed = await test.app.inject({
      method: "POST",
      url: "/api/bookings",
      payload: { ...renter, carId: ordered, ...aMonth(test), totalPrice: 749 },
    });
    expect(placed.statusCode, placed.body).toBe(201);
    const { id: orderId, orderNumber } = placed.json<{ id: string; orderNumber: string }>();
    await test.services.database.rows(
      "insert into car_blocks (car_id, first_date, last_date, reason, created_by) values ($1, '2027-01-01', '2027-01-02', 'service', $2)",
      [blocked, admin.id],
    );
    await test.services.database.rows(
      `insert into day_holds (car_id, order_id, first_date, last_date, reason, ends_at)
       values ($1, $2, '2027-01-01', '2027-01-02', 'change', now() + interval '1 day')`,
      [offered, orderId],
    );
    await test.app.inject({
      method: "PATCH",
      url: `/api/admin/cars/${edited}/availability`,
      headers: admin.authorization,
      payload: { available: false },
    });
    const before = await fleet();
    const answer = await undo(batchId);
    expect(refusalOf(answer)).toMatchObject({ status: 409, code: "import_in_use" });
    expect(hanging(answer)).toEqual([
      { carId: blocked, name: "Blocked", why: "blocks", orders: [] },
      { carId: edited, name: "Edited", why: "edited", orders: [] },
      { carId: offered, name: "Offered", why: "blocks", orders: [] },
      { carId: ordered, name: "Ordered", why: "orders", orders: [orderNumber] },
    ]);
    expect(await fleet()).toEqual(before);
  });

  it("hosts hear that an import which brought them cars was undone, in one email for each host", async () => {
    const [host, other] = [
      await makePerson(test, { role: "host" }),
      await makePerson(test, { role: "host" }),
    ];
    const owned = (name: string, plate: string, email: string) => `${row(name, "749.00", plate)},${email}`;
    const { batchId, hosted } = await importedWith(`${header},hostEmail`, [
      owned("Brought", "8UND080", host.email),
      owned("Also", "8UND081", host.email),
      owned("Alone", "8UND082", other.email),
    ]);
    expect(hosted).toBe(3);
    expect((await undo(batchId)).statusCode).toBe(200);
    const heard = await test.services.database.rows(
      "select recipient, subject from emails where kind = 'host_car_taken' and recipient = any($1) order by subject",
      [[host.email, other.email]],
    );
    expect(heard).toEqual([
      { recipient: host.email, subject: "2 cars aren’t in your account anymore" },
      { recipient: other.email, subject: "Alone isn’t in your account anymore" },
    ]);
  });

  it("an import can't be undone once a host has changed one of its cars", async () => {
    const { batchId } = await imported(
      row("Followed", "749.00", "8UND040"),
      row("Written", "749.00", "8UND041"),
    );
    const host = await makePerson(test, { role: "host" });
    const [followed, written] = [await carWith("8UND040"), await carWith("8UND041")];
    const { rows } = test.services.database;
    for (const [id, version] of [
      [followed, 1],
      [written, 2],
    ])
      await rows(
        "insert into host_cars (id, host_id, language, typed, version, created_at, updated_at) values ($1, $2, 'en', '{}', $3, now(), now())",
        [id, host.id, version],
      );
    await rows(
      `insert into car_feeds (id, car_id, label, url, etag, last_modified, read_on, fetched_at, next_at, events, ranges, clashes, created_at)
       values (gen_random_uuid(), $1, 'Airbnb', 'https://example.com/a.ics', '', '', current_date, now(), now(), 0, '[]', '[]', now())`,
      [followed],
    );
    expect(hanging(await undo(batchId))).toMatchObject([
      { name: "Followed", why: "edited" },
      { name: "Written", why: "edited" },
    ]);
    await rows("delete from host_cars where id = any($1)", [[followed, written]]);
    await rows("delete from car_feeds where car_id = $1", [followed]);
    expect((await undo(batchId)).statusCode).toBe(200);
  });

  it.runIf(databaseKind === "postgres")(
    "an undo locks a host's row of a car before the car, as the host's save does",
    async () => {
      const host = await makePerson(test, { role: "host" });
      const { rows } = test.services.database;
      const { batchId } = await imported(row("Saved", "749.00", "8UND070"));
      const id = await carWith("8UND070");
      await rows(
        "insert into host_cars (id, host_id, language, typed, created_at, updated_at) values ($1, $2, 'en', '{}', now(), now())",
        [id, host.id],
      );
      const lock = { text: "select from host_cars where id = $1 for update", values: [id] };
      const undone = await whileLocked(test, lock, async (other) => {
        const answer = undo(batchId);
        await vi.waitFor(async () => {
          const waiting = await rows(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
            [],
          );
          expect(waiting).toHaveLength(1);
        }, 20_000);
        await other.query("select from cars where id = $1 for no key update nowait", [id]);
        return { answer };
      });
      expect((await undone.answer).statusCode).toBe(200);
      expect(await carWith("8UND070")).toBe("");
    },
  );

  it("an import can't be undone while a car that it brought back is ordered or held", async () => {
    const back = { monthlyPrice: 74_900, retiredAt: new Date("2026-01-02T03:04:05.678Z") };
    const carId = await makeCar(test, { name: "Returned", plateNumber: "8UND030", ...back });
    const keptId = await makeCar(test, { name: "Returned too", plateNumber: "8UND031", ...back });
    const { batchId } = await imported(
      row("Returned", "749.00", "8UND030"),
      row("Returned too", "749.00", "8UND031"),
    );
    // A restored car is not on offer until somebody offers it.
    await test.services.database.rows("update cars set available = true where id = $1", [carId]);
    const placed = await test.app.inject({
      method: "POST",
      url: "/api/bookings",
      payload: { ...renter, carId, ...aMonth(test), totalPrice: 749 },
    });
    const { id, orderNumber } = placed.json<{ id: string; orderNumber: string }>();
    await test.services.database.rows(
      `insert into day_holds (car_id, order_id, first_date, last_date, reason, ends_at)
       values ($1, $2, '2027-01-01', '2027-01-02', 'change', now() + interval '1 day')`,
      [keptId, id],
    );
    const answer = await undo(batchId);
    expect(refusalOf(answer)).toMatchObject({ status: 409, code: "import_in_use" });
    expect(hanging(answer)).toEqual([
      { carId, name: "Returned", why: "orders", orders: [orderNumber] },
      { carId: keptId, name: "Returned too", why: "blocks", orders: [] },
    ]);
    await test.services.database.rows("delete from day_holds where order_id = $1", [id]);
    await test.services.database.rows("update orders set status = 'cancelled' where id = $1", [id]);
    expect((await undo(batchId)).statusCode).toBe(200);
  });

  it("an import changed by a later one can be undone once that one is undone", async () => {
    const first = await imported(row("Twice", "749.00", "8UND020"));
    const second = await imported(row("Twice", "759.00", "8UND020"));
    expect(hanging(await undo(first.batchId))).toMatchObject([{ name: "Twice", why: "edited" }]);
    expect((await undo(second.batchId)).statusCode).toBe(200);
    expect(
      (await test.services.database.rows("select monthly_price from cars where plate_number = '8UND020'"))[0],
    ).toEqual({ monthly_price: 74_900 });
    expect((await undo(first.batchId)).statusCode).toBe(200);
    expect(await carWith("8UND020")).toBe("");
  });

  it("an import is undone once, and an unknown or old one is refused", async () => {
    const { batchId } = await imported(row("Race", "749.00", "8UND030"));
    const answers = await Promise.all([undo(batchId), undo(batchId), undo(batchId)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await undo(crypto.randomUUID())).statusCode).toBe(404);
    const old = await imported(row("Old", "749.00", "8UND031"));
    await test.services.database.rows("update import_batches set added_ids = null where id = $1", [
      old.batchId,
    ]);
    expect(refusalOf(await undo(old.batchId))).toMatchObject({ status: 409, code: "import_not_undoable" });
  });
});
