import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { startAnother } from "#test/another-process.ts";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { fieldOf } from "#test/client.ts";
import { makeRecord } from "#test/condition.ts";
import { recordReading } from "#test/ended-rentals.ts";
import { makeCar, renter } from "#test/factories.ts";
import { goneOn } from "#test/gone-on.ts";
import { makePerson } from "#test/accounts.ts";
import { isFree } from "./availability.ts";
import { findEarlierCars } from "./earlier-cars.ts";

/** The number of steps in the test suite; LONGBAY_WALKS=20000 makes more. */
const steps = Number(process.env.LONGBAY_WALKS ?? 60);
const brand = "Walked";
/** A second is the aim, and LONGBAY_SOON=1000 holds the walk to it; a busy machine may be slower. */
const soon = { timeout: Number(process.env.LONGBAY_SOON ?? 20_000), interval: 5 };

let test: TestApp;
/** Every process of the installation: two, where a server keeps the data. */
let processes: TestApp[];
beforeAll(async () => {
  test = await startTestApp();
  processes = [...(databaseKind === "postgres" ? [await startAnother(test)] : []), test];
});
afterAll(async () => {
  for (const { close } of processes) await close();
});

type Days = { pickupDate: string; returnDate: string };
const days = (inDays: number, long = 30): Days => {
  const pickupDate = addDays(dateInLosAngeles(Date.now()), inDays);
  return { pickupDate, returnDate: addDays(pickupDate, long) };
};
const rows = <Row>(text: string, parameters: unknown[] = []) =>
  test.services.database.rows<Row>(text, parameters);

const listed = async (by: TestApp, { pickupDate, returnDate }: Days) =>
  (
    await fieldOf<string>(
      by,
      `/api/cars?brand=${brand}&limit=100&pickupDate=${pickupDate}&returnDate=${returnDate}`,
      "id",
    )
  ).toSorted();
const freeInDatabase = async ({ pickupDate, returnDate }: Days) =>
  (
    await rows<{ id: string }>(
      `select id from cars where brand = $1 and available and ${isFree("cars.id", "$2::date", "$3::date")} order by id`,
      [brand, pickupDate, returnDate],
    )
  ).map(({ id }) => id);

async function order(by: TestApp, carId: string, dates: Days): Promise<number> {
  const post = (url: string, payload: object) => by.app.inject({ method: "POST", url, payload });
  const { total } = (await post("/api/quotes", { carId, ...dates })).json<{ total: string }>();
  return (
    await post("/api/bookings", {
      ...renter,
      customerEmail: `${crypto.randomUUID()}@example.com`,
      ...dates,
      carId,
      totalPrice: total,
    })
  ).statusCode;
}

describe("a list of cars with dates", () => {
  it(
    "a list with dates matches the database in every process, after every change and by the clock",
    { timeout: 60_000 + steps * 500 },
    async () => {
      const cars = await Promise.all(Array.from({ length: 5 }, () => makeCar(test, { brand })));
      const { id: admin } = await makePerson(test, { role: "admin" });
      const spans = [days(3), days(40), days(20, 60)];
      let seed = Number(process.env.LONGBAY_SEED ?? 102);
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      const one = <T>(all: readonly T[]): T => all[random(all.length)] as T;
      const anOrder = `(select id from orders where car_id = $1 order by md5(id::text || $2) limit 1)`;
      const change = (set: string) => () =>
        rows(`update orders set ${set} where id = ${anOrder} returning id`, [
          one(cars),
          String(random(1000)),
        ]);
      const orders = new Map<number, number>();
      const kinds: Record<string, () => Promise<unknown>> = {
        order: async () => {
          const [by, carId, span] = [one(processes), one(cars), one(spans)];
          const status = await order(by, carId, span);
          expect([201, 409, 429]).toContain(status);
          // The process that ordered a car, or was refused one, no longer offers it.
          const offered = status === 429 ? [] : await listed(by, span);
          expect(offered).not.toContain(carId);
          orders.set(status, (orders.get(status) ?? 0) + 1);
        },
        cancel: change("status = 'cancelled'"),
        complete: change("status = 'completed', trip_completed_at = now()"),
        "hold of a moment": change("hold_ends_at = now() + interval '30 milliseconds'"),
        "overdue car": change(
          `status = 'in_progress', pickup_date = '${days(-60).pickupDate}', return_date = '${days(-1).pickupDate}'`,
        ),
        "other days": change("return_date = return_date + 9"),
        block: () =>
          rows(
            "insert into car_blocks (car_id, first_date, last_date, reason, created_by) values ($1, $2, $3, '', $4)",
            [one(cars), one(spans).pickupDate, one(spans).returnDate, admin],
          ),
        unblock: () => rows("delete from car_blocks where car_id = $1", [one(cars)]),
        "days beside": () =>
          rows(
            `insert into day_holds (car_id, order_id, first_date, last_date, reason, ends_at)
           select car_id, id, return_date + 1, return_date + 20, 'change', now() + interval '${random(60)} milliseconds' from orders where id = ${anOrder} returning order_id`,
            [one(cars), String(random(1000))],
          ),
        pause: () => rows("update cars set available = not available where id = $1", [one(cars)]),
        forget: () => rows("delete from day_holds where car_id = $1", [one(cars)]),
      };
      // These show something only where the car has an order.
      const ofOrders = new Set([
        "cancel",
        "complete",
        "hold of a moment",
        "overdue car",
        "other days",
        "days beside",
      ]);
      const done = new Map<string, number>();
      for (let step = 0; step < steps; step++) {
        const [name, act] = one(Object.entries(kinds));
        // The database refuses to promise the same days twice.
        const isDone = await act().then(
          (made) => !ofOrders.has(name) || (made as unknown[]).length > 0,
          (error: unknown) => {
            if (!/on some of these days|exclusion constraint|range lower bound/i.test(String(error)))
              throw error;
            return false;
          },
        );
        if (isDone) done.set(name, (done.get(name) ?? 0) + 1);
        for (const by of processes)
          for (const span of spans)
            await vi.waitFor(
              async () =>
                expect(await listed(by, span), `${name}, step ${step}`).toEqual(await freeInDatabase(span)),
              soon,
            );
      }
      expect([orders.has(201), orders.has(409)]).toEqual([true, true]);
      expect([...done.keys()].toSorted()).toEqual(Object.keys(kinds).toSorted());
    },
  );

  it("a list with dates has a car the moment its hold ends, without any write", async () => {
    const carId = await makeCar(test, { brand });
    const span = days(10);
    expect(await order(test, carId, span)).toBe(201);
    await rows("update orders set hold_ends_at = now() + interval '400 milliseconds' where car_id = $1", [
      carId,
    ]);
    expect(await listed(test, span)).not.toContain(carId);
    await vi.waitFor(async () => expect(await listed(test, span)).toContain(carId), {
      timeout: 3000,
      interval: 20,
    });
  });

  it("a list with dates has a car that a rental left once the car is back", async () => {
    const people = {
      first: await makePerson(test, { role: "host" }),
      second: await makePerson(test, { role: "host" }),
      renter: await makePerson(test),
    };
    const { id, earlierCar, pickupDate } = await goneOn(test, people);
    await rows("update cars set brand = $2 where id = $1", [earlierCar, brand]);
    await test.services.catalogue.changed();
    const span = days(70);
    const agrees = async () => {
      for (const by of processes)
        await vi.waitFor(
          async () => expect(await listed(by, span)).toEqual(await freeInDatabase(span)),
          soon,
        );
      return (await listed(test, span)).includes(earlierCar);
    };
    expect(await agrees()).toBe(false);
    // The renter's own record in time frees the car, until somebody denies it.
    const at = new Date(`${addDays(pickupDate, 18)}T20:00:00Z`);
    await recordReading(test.services, {
      orderId: id,
      kind: "return",
      stretch: 1,
      odometer: 1,
      by: people.renter.id,
      at,
    });
    expect(await agrees()).toBe(true);
    await rows(
      `insert into return_denials (record_id, order_id, side, words, denied_by, denied_at)
       select id, order_id, 'host', 'It isn’t here', $2, now() from condition_records where order_id = $1 and kind = 'return'`,
      [id, people.first.id],
    );
    expect(await agrees()).toBe(false);
    expect((await findEarlierCars(test.services.database.db, id))[0]).toMatchObject({ returnedAt: null });
    await makeRecord(test, people.first, id, "return", {}, { stretch: 1 });
    expect(await agrees()).toBe(true);
  });

  it("a list with dates reads nothing from the database while nothing happens", async () => {
    const span = days(10);
    const { heldDays, database } = test.services;
    await vi.waitFor(() => expect(heldDays.version()).toBeDefined(), soon);
    await listed(test, span);
    const asked = vi.spyOn(database, "rows");
    await listed(test, span);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it("a list with dates stays kept over a write that concerns no days, and not over one that does", async () => {
    const { heldDays, database } = test.services;
    const carId = await makeCar(test, { brand });
    const known = async () => {
      await vi.waitFor(() => expect(heldDays.version()).toBeDefined(), soon);
      return heldDays.version();
    };
    const before = await known();
    await database.transaction((tx) => tx.execute("update accounts set updated_at = updated_at"));
    expect(heldDays.version()).toBe(before);
    await database.transaction((tx) => tx.execute("delete from car_blocks where false"));
    expect(await known()).not.toBe(before);
    const third = await known();
    await database
      .transaction(async (tx) => {
        await tx.execute(`select from cars where id = '${carId}' for update`);
        throw new Error("refused");
      })
      .catch(() => undefined);
    expect(await known()).not.toBe(third);
  });

  it.runIf(databaseKind === "postgres")(
    "a list with dates is not kept while the listening connection is lost",
    async () => {
      const span = days(10);
      const carId = await makeCar(test, { brand });
      const [other = test] = processes;
      expect(await listed(other, span)).toContain(carId);
      await rows(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
      );
      await rows(
        "insert into car_blocks (car_id, first_date, last_date, reason, created_by) select $1, $2, $3, '', id from accounts where role = 'admin' limit 1",
        [carId, span.pickupDate, span.returnDate],
      );
      await vi.waitFor(async () => expect(await listed(other, span)).not.toContain(carId), soon);
      await vi.waitFor(() => expect(other.services.heldDays.version()).toBeDefined(), { timeout: 5000 });
    },
  );
});
