import { afterAll, describe, expect, it } from "vitest";
import type { CarSent, AdminCar } from "#contract/admin/cars.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });

const call = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
) =>
  test.app.inject({
    method,
    url: `/api/admin/cars${path}`,
    headers: { ...admin.authorization, ...headers },
    ...(payload && { payload }),
  });

const camry: CarSent = {
  name: "Toyota Camry XSE",
  brand: "Toyota",
  model: "Camry",
  year: 2024,
  category: "Sedan",
  monthlyPrice: "829.50" as never,
  city: "San Mateo",
  state: "ca",
  plateNumber: "7cmf 599",
  insurance: "Progressive",
};

async function added(more: Partial<CarSent> = {}): Promise<AdminCar> {
  const answer = await call("POST", "", {
    ...camry,
    plateNumber: "",
    name: `Camry ${crypto.randomUUID()}`,
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const auditOf = (id: string) =>
  test.services.database.rows<{
    actor: string;
    action: string;
    before: unknown;
    after: Record<string, unknown>;
    reason: string | null;
  }>(
    "select actor, action, before, after, reason from audit_events where entity = 'car' and entity_id = $1 order by id",
    [id],
  );

describe("a car of the fleet", () => {
  it("a new car keeps its plate, insurance and price in cents, and gets a matching body", async () => {
    const answer = await call("POST", "", camry);
    expect(answer.statusCode, answer.body).toBe(201);
    const car = answer.json<AdminCar>();
    expect(car).toMatchObject({
      monthlyPrice: "829.50",
      state: "CA",
      plateNumber: "7CMF 599",
      insurance: "Progressive",
      minRentDays: 30,
      bodyStyle: "sedan",
    });
    expect(answer.headers.etag).toBe(`"${car.version}"`);
    expect(await auditOf(car.id)).toMatchObject([{ actor: admin.id, action: "added" }]);
    const shown = (await test.app.inject(`/api/cars/${car.id}`)).json<Record<string, unknown>>();
    expect(shown).toMatchObject({ name: camry.name, available: true });
    expect(Object.keys(shown)).not.toContain("plateNumber");
  });

  it.each([
    [{ monthlyPrice: "-1" }, "monthlyPrice"],
    [{ monthlyPrice: "1,200.00" }, "monthlyPrice"],
    [{ monthlyPrice: 0 }, "monthlyPrice"],
    [{ monthlyPrice: 1e9 }, "monthlyPrice"],
    [{ year: 1885 }, "year"],
    [{ year: 2190 }, "year"],
    [{ year: 2024.5 }, "year"],
    [{ year: "2024" }, "year"],
    [{ name: "<b>Camry</b>" }, "name"],
    [{ name: "  " }, "name"],
    [{ category: "Hatchback" }, "category"],
    [{ transmission: "tiptronic" }, "transmission"],
    [{ minRentDays: 29 }, "minRentDays"],
    [{ state: "California" }, "state"],
    [{ zipCode: "9404" }, "zipCode"],
    [{ plateNumber: "<script>" }, "plateNumber"],
    [{ images: ["http://169.254.169.254/latest/meta-data"] }, "images"],
    [{ images: ["https://images.example/car.jpg"] }, "images"],
    [{ images: ["/api/images/cars/p-none.00000000.webp"] }, "images"],
    [{ images: ["/api/images/cars/../../etc/passwd"] }, "images"],
  ])("a car with %j is refused", async (wrong, field) => {
    const { status, code, fields } = refusalOf(
      await call("POST", "", { ...camry, plateNumber: "", ...wrong }),
    );
    expect([status, code]).toEqual([422, "invalid"]);
    expect(
      fields.some((name) => name === field || name.startsWith(`${field}.`)),
      String(fields),
    ).toBe(true);
  });

  it("a car with another car's plate is refused, however that is written", async () => {
    await added({ plateNumber: "8ABC 123" });
    const answer = await call("POST", "", { ...camry, name: "Another", plateNumber: "8abc-123" });
    expect(refusalOf(answer)).toEqual({ status: 409, code: "car_exists", fields: ["plateNumber"] });
  });

  it("a change to another car's plate or to an unknown image is refused", async () => {
    await added({ plateNumber: "8TWN 777" });
    const car = await added();
    const save = (change: Partial<CarSent>) =>
      call("PUT", `/${car.id}`, { ...camry, plateNumber: "", name: car.name, ...change });
    expect(refusalOf(await save({ plateNumber: "8twn777" }))).toEqual({
      status: 409,
      code: "car_exists",
      fields: ["plateNumber"],
    });
    expect(refusalOf(await save({ images: ["/api/images/cars/p-none.00000000.webp"] }))).toEqual({
      status: 422,
      code: "invalid",
      fields: ["images"],
    });
    expect(await auditOf(car.id)).toMatchObject([{ action: "added" }]);
  });

  it("a car's minimum beyond its host's longest rental is refused", async () => {
    const host = await makePerson(test, { role: "host" });
    const id = await makeHostCar(test, host.id, "listed", { maxRentDays: 60 });
    const save = (minRentDays: number) =>
      call("PUT", `/${id}`, { ...camry, plateNumber: "", name: `Camry ${id}`, minRentDays });
    expect(refusalOf(await save(61))).toEqual({ status: 422, code: "invalid", fields: ["minRentDays"] });
    expect((await save(60)).json()).toMatchObject({ minRentDays: 60 });
  });

  it("a car saved over an older version is refused with the current one", async () => {
    const car = await added();
    const first = await call(
      "PUT",
      `/${car.id}`,
      { ...camry, plateNumber: "", name: car.name, city: "Fremont" },
      { "if-match": `"${car.version}"` },
    );
    expect(first.statusCode, first.body).toBe(200);
    const second = await call(
      "PUT",
      `/${car.id}`,
      { ...camry, plateNumber: "", name: car.name, trim: "XLE" },
      { "if-match": `"${car.version}"` },
    );
    expect(refusalOf(second)).toMatchObject({ status: 412, code: "stale" });
    expect(second.json<ErrorBody>().car).toMatchObject({ id: car.id, city: "Fremont", trim: "" });
    expect(await auditOf(car.id)).toMatchObject([
      { action: "added" },
      { action: "updated", before: { city: "San Mateo" }, after: { city: "Fremont" }, reason: null },
    ]);
  });

  it("a car saved without If-Match is saved, and the audit says so", async () => {
    const car = await added();
    expect(
      (await call("PUT", `/${car.id}`, { ...camry, plateNumber: "", name: car.name, trim: "SE" })).statusCode,
    ).toBe(200);
    expect(await auditOf(car.id)).toMatchObject([
      { action: "added" },
      { action: "updated", reason: "saved without If-Match" },
    ]);
  });

  it("one of two simultaneous saves is kept, without mixing their fields", async () => {
    const car = await added();
    const save = (change: Partial<CarSent>) =>
      call(
        "PUT",
        `/${car.id}`,
        { ...camry, plateNumber: "", name: car.name, ...change },
        { "if-match": `"${car.version}"` },
      );
    const answers = await Promise.all([
      save({ trim: "A", city: "Fremont" }),
      save({ trim: "B", city: "Cupertino" }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const kept = (await call("GET", `/${car.id}`)).json<AdminCar>();
    expect([`${kept.trim} ${kept.city}`]).toContain(
      answers[0]?.statusCode === 200 ? "A Fremont" : "B Cupertino",
    );
  });

  it("an unavailable car leaves the public lists, and the change is audited", async () => {
    const car = await added();
    const answer = await call("PATCH", `/${car.id}/availability`, { available: false });
    expect(answer.json<AdminCar>().available).toBe(false);
    expect((await test.app.inject(`/api/cars?q=${encodeURIComponent(car.name)}`)).json()).toEqual([]);
    expect(await auditOf(car.id)).toMatchObject([
      {},
      { action: "availability", before: { available: true }, after: { available: false } },
    ]);
    expect(
      refusalOf(await call("PATCH", `/${crypto.randomUUID()}/availability`, { available: true })),
    ).toMatchObject({ status: 404 });
  });
});

describe("deleting a car", () => {
  const order = async (carId: string) => {
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/bookings",
      payload: {
        ...renter,
        ...aMonth(test),
        carId,
        totalPrice: 750,
        paymentMethod: "credit-card",
        termsAccepted: true,
      },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ id: string; orderNumber: string }>();
  };

  it("a car that nobody ordered is deleted", async () => {
    const car = await added();
    expect((await call("DELETE", `/${car.id}`)).json()).toMatchObject({ deleted: true, retired: false });
    expect((await call("GET", `/${car.id}`)).statusCode).toBe(404);
    expect((await test.app.inject(`/api/cars/${car.id}`)).statusCode).toBe(404);
    expect((await auditOf(car.id)).at(-1)).toMatchObject({ action: "deleted", before: { name: car.name } });
  });

  it("a car with a conversation is deleted, and its messages stay", async () => {
    const id = await makeCar(test);
    const customer = await makePerson(test);
    const written = await test.app.inject({
      method: "POST",
      url: "/api/conversations",
      headers: customer.authorization,
      payload: {
        id: crypto.randomUUID(),
        messageId: crypto.randomUUID(),
        subject: "The car",
        message: { text: "Is it quiet?" },
        about: { carId: id },
      },
    });
    expect(written.statusCode, written.body).toBe(201);
    expect((await call("DELETE", `/${id}`)).json()).toMatchObject({ deleted: true });
    const read = await test.app.inject({
      url: `/api/conversations/${written.json<{ id: string }>().id}`,
      headers: customer.authorization,
    });
    expect(read.statusCode, read.body).toBe(200);
    expect(read.body).toContain("Is it quiet?");
  });

  it("a car that is still out after its rental continued with another can't be deleted", async () => {
    const [id, next] = [await makeCar(test), await makeCar(test)];
    const { id: orderId, orderNumber } = await order(next);
    await test.services.database.rows(
      `insert into order_stretches (order_id, number, car_id, car_name, starts_on, ends_on, reason, created_at)
       select id, 1, $2, 'Before', pickup_date - 9, pickup_date - 1, 'swap', now() from orders where id = $1`,
      [orderId, id],
    );
    await test.services.database.rows("update orders set status = 'in_progress' where id = $1", [orderId]);
    const out = await call("DELETE", `/${id}`);
    expect(refusalOf(out)).toMatchObject({ status: 409, code: "car_has_open_orders" });
    expect(out.json<ErrorBody>().message).toContain(orderNumber);
    await test.services.database.rows("update orders set status = 'completed' where id = $1", [orderId]);
    expect((await call("DELETE", `/${id}`)).json()).toMatchObject({ deleted: false, retired: true });
  });

  it("a car with an open order can't be deleted, and the answer names the order", async () => {
    const id = await makeCar(test);
    const { orderNumber } = await order(id);
    const answer = await call("DELETE", `/${id}`);
    expect(refusalOf(answer)).toMatchObject({ status: 409, code: "car_has_open_orders" });
    expect(answer.json<ErrorBody>().message).toContain(orderNumber);
    expect((await call("GET", `/${id}`)).statusCode).toBe(200);
  });

  it("a car kept for a renter's answer can't be deleted until the days are released", async () => {
    const [id, own] = [await makeCar(test), await makeCar(test)];
    const { id: orderId, orderNumber } = await order(own);
    const keep = (endsAt: string) =>
      test.services.database.rows(
        `insert into day_holds (car_id, order_id, first_date, last_date, reason, ends_at)
         select $1, id, pickup_date, return_date, 'change', now() + $3::interval from orders where id = $2`,
        [id, orderId, endsAt],
      );
    await keep("1 day");
    const answer = await call("DELETE", `/${id}`);
    expect(refusalOf(answer)).toMatchObject({ status: 409, code: "car_has_open_orders" });
    expect(answer.json<ErrorBody>().message).toContain(orderNumber);
    expect((await call("GET", `/${id}`)).statusCode).toBe(200);
    await test.services.database.rows("delete from day_holds where car_id = $1", [id]);
    await keep("-1 minute");
    expect((await call("DELETE", `/${id}`)).json()).toMatchObject({ deleted: true });
  });

  it("a car with past orders is retired, and the orders keep it", async () => {
    const id = await makeCar(test);
    const placed = await order(id);
    await test.services.database.rows("update orders set status = 'completed' where id = $1", [placed.id]);
    expect((await call("DELETE", `/${id}`)).json()).toMatchObject({ deleted: false, retired: true });
    expect((await call("GET", `/${id}`)).statusCode).toBe(404);
    expect((await test.app.inject(`/api/orders/${placed.id}`)).json()).toMatchObject({ car: { id } });
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: "retired" });
    const retired = async () => (await call("GET", "?retired=true")).json<AdminCar[]>().map((car) => car.id);
    expect(await retired()).toContain(id);
    // The car comes back as it was, but nobody can rent it before an administrator makes it available.
    expect((await call("POST", `/${id}/restore`)).json()).toMatchObject({
      id,
      available: false,
      retiredAt: null,
    });
    expect(await retired()).not.toContain(id);
    expect((await call("GET", `/${id}`)).statusCode).toBe(200);
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: "restored", actor: admin.id });
    for (const other of [id, crypto.randomUUID()])
      expect(refusalOf(await call("POST", `/${other}/restore`))).toMatchObject({ status: 404 });
  });
});

describe("restoring a host's car", () => {
  it("a restored car is no longer contested, once no other car has its plate", async () => {
    const host = await makePerson(test, { role: "host" });
    const plateNumber = "8CNT777";
    const other = await makeHostCar(test, host.id, "listed", { plateNumber });
    const id = await makeHostCar(test, host.id, "retired", {
      plateNumber,
      listedAt: new Date(),
      isContested: true,
    });
    expect(refusalOf(await call("POST", `/${id}/restore`))).toMatchObject({
      status: 409,
      code: "car_exists",
    });
    await test.services.database.rows("update cars set plate_number = '8CNT778' where id = $1", [other]);
    const restored = await call("POST", `/${id}/restore`);
    expect(restored.statusCode, restored.body).toBe(200);
    expect(
      await test.services.database.rows("select listing_state, is_contested from cars where id = $1", [id]),
    ).toEqual([{ listing_state: "paused", is_contested: false }]);
  });

  it("a car that was never listed can't be restored", async () => {
    const host = await makePerson(test, { role: "host" });
    const id = await makeHostCar(test, host.id, "retired");
    const answer = await call("POST", `/${id}/restore`);
    expect(refusalOf(answer)).toMatchObject({ status: 409, code: "car_not_in_state" });
    expect((await test.app.inject(`/api/cars/${id}`)).statusCode).toBe(404);
  });
});

describe("the fleet's list", () => {
  it("the list includes unavailable cars, searches names and plates, and filters", async () => {
    const word = `Zephyr${Date.now()}`;
    const ids = [
      await makeCar(test, { name: `${word} One`, plateNumber: "9XYZ 001", category: "SUV" }),
      await makeCar(test, { name: `${word} Two`, available: false, plateNumber: null }),
      await makeCar(test, { name: `${word} Gone`, retiredAt: new Date(), available: false }),
    ];
    const list = async (query: string) => {
      const answer = await call("GET", `?${query}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return {
        ids: answer.json<AdminCar[]>().map(({ id }) => id),
        total: Number(answer.headers["x-total-count"]),
      };
    };
    expect(await list(`q=${word.toLowerCase()}`)).toEqual({ ids: ids.slice(0, 2), total: 2 });
    expect(await list(`q=${word}&available=false`)).toEqual({ ids: [ids[1]], total: 1 });
    expect(await list(`q=${word}&category=SUV`)).toEqual({ ids: [ids[0]], total: 1 });
    expect(await list("q=9xyz001")).toEqual({ ids: [ids[0]], total: 1 });
    expect(await list(`q=${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`)).toEqual({
      ids: ids.slice(0, 2),
      total: 2,
    });
    expect(await list(`q=${ids[1]}`)).toEqual({ ids: [ids[1]], total: 1 });
    expect(await list("q=%25")).toEqual({ ids: [], total: 0 });
    expect((await call("GET", "?category=Boat")).statusCode).toBe(400);
  });

  it("the list's pages leave no car out", async () => {
    const word = `Quill${Date.now()}`;
    const ids = [];
    for (const place of ["c", "a", "e", "b", "d"])
      ids.push(await makeCar(test, { name: `${word} ${place}` }));
    const seen: string[] = [];
    let url: string | undefined = `?q=${word}&limit=2`;
    while (url) {
      const answer = await call("GET", url);
      seen.push(...answer.json<AdminCar[]>().map(({ name }) => name.at(-1) ?? ""));
      url = /<[^>]*(\?[^>]*)>; rel="next"/.exec(String(answer.headers.link ?? ""))?.[1];
    }
    expect(seen).toEqual(["a", "b", "c", "d", "e"]);
    expect((await call("GET", "?cursor=bm9uc2Vuc2U")).statusCode).toBe(400);
  });

  it("the counts include unavailable and retired cars", async () => {
    const before = (await call("GET", "/counts")).json<{
      total: number;
      available: number;
      unavailable: number;
      retired: number;
    }>();
    await makeCar(test, { available: false });
    await makeCar(test, { retiredAt: new Date() });
    expect((await call("GET", "/counts")).json()).toEqual({
      ...before,
      retired: before.retired + 1,
      total: before.total + 1,
      unavailable: before.unavailable + 1,
    });
  });
});
