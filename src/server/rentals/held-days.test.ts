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
import { makeHostCar } from "#test/host-cars.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { clearHolds, isFree } from "./availability.ts";
import { findEarlierCars } from "./earlier-cars.ts";

/** The number of steps in the test suite; LONGBAY_WALKS=20000 makes more. */
const steps = Number(process.env.LONGBAY_WALKS ?? 100);
const brand = "Walked";
/** A second is the aim, and LONGBAY_SOON=1000 holds the walk to it; a busy machine may be slower. */
const soon = { timeout: Number(process.env.LONGBAY_SOON ?? 20_000), interval: 5 };

let test: TestApp;
/** Every process of the installation: two, where a server keeps the data. Their database's clock can be set. */
let processes: TestApp[];
const withOwnClock = "walked, pg_catalog, public";
beforeAll(async () => {
  const first = await startTestApp();
  for (const statement of [
    "create schema walked",
    "create table walked.clock as select interval '0' as ahead",
    `create function walked.now() returns timestamptz language sql stable as $$
       select pg_catalog.now() + (select ahead from walked.clock) $$`,
    // The embedded database has one session.
    ...(databaseKind === "postgres" ? [] : [`set search_path to ${withOwnClock}`]),
  ])
    await first.services.database.rows(statement);
  processes = [first];
  if (databaseKind === "postgres") {
    const url = new URL(first.databaseUrl ?? "");
    url.searchParams.set("options", `-c search_path=${withOwnClock.replaceAll(" ", "")}`);
    const another = () => startAnother(first, { DATABASE_URL: url.href });
    processes = [await another(), await another(), first];
  }
  test = processes.at(-2) ?? first;
});
afterAll(async () => {
  for (const { close } of processes) await close();
});
/** Those whose clock is the database's that is set. */
const walking = () => processes.slice(0, 2);
/** Sets the clock of the database, as SQL; nothing but the clock changes. */
const setClock = async (ahead: string) => {
  await rows(`update walked.clock set ahead = ${ahead}`);
  await rows("select pg_notify('held_days', '')");
};

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
    { timeout: 60_000 + steps * 3000 },
    async () => {
      const hosts = [await makePerson(test, { role: "host" }), await makePerson(test, { role: "host" })];
      const renters = [await makePerson(test), await makePerson(test)];
      const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
      const { id: admin } = desk;
      const hosted: string[] = [];
      for (const { id } of hosts) hosted.push(await makeHostCar(test, id, "listed", { brand }));
      const cars = [...hosted];
      for (let count = 0; count < 4; count++) cars.push(await makeCar(test, { brand }));
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
          const [by, carId, span] = [one(walking()), one(cars), one(spans)];
          const status = await order(by, carId, span);
          // A retired car of a host is unknown.
          expect([201, 404, 409, 429]).toContain(status);
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
        "later days": change("pickup_date = pickup_date + 2, return_date = return_date + 2"),
        "another car": () => change(`car_id = '${one(cars)}'`)(),
        "days of another calendar": async () => {
          const [carId, span, id] = [one(hosted), one(spans), crypto.randomUUID()];
          await rows(
            `insert into car_feeds (id, car_id, label, url, read_on, fetched_at, next_at, events, ranges)
             values ($1, $2, 'Airbnb', 'https://example.com/' || $1::uuid, current_date, now(), now() + interval '1 year', 1, '[]')`,
            [id, carId],
          );
          await rows(
            "insert into car_blocks (car_id, first_date, last_date, reason, feed_id) values ($1, $2, $3, '', $4)",
            [carId, span.pickupDate, span.returnDate, id],
          );
        },
        "another calendar forgotten": () => rows("delete from car_feeds where car_id = $1", [one(hosted)]),
        draft: async () => {
          const [{ id: account }, span] = [one(renters), one(spans)];
          await rows("delete from wizard_drafts where account_id = $1", [account]);
          await rows(
            `insert into wizard_drafts (id, order_number, account_id, car_id, pickup_date, return_date, customer_phone, pickup_location, language, request_hash, hold_began_at, hold_ends_at)
             values ($1, 'LB-' || $1::uuid, $2, $3, $4, $5, '', '', 'en', '', now(), now() + interval '${random(2) ? 30 : 1_800_000} milliseconds')`,
            [crypto.randomUUID(), account, one(cars), span.pickupDate, span.returnDate],
          );
        },
        "end of a draft": () => rows(`${clearHolds} where car_id = $1`, [one(cars)]),
        suspension: async () => {
          const { id } = one([...hosts, ...renters]);
          const [account] = await rows<{ is: boolean }>(
            "select suspended_at is not null as is from accounts where id = $1",
            [id],
          );
          const { statusCode } = await one(walking()).app.inject({
            method: "POST",
            url: `/api/admin/users/${id}/${account?.is ? "restore" : "suspend"}`,
            headers: desk.authorization,
            payload: { reason: "For the walk" },
          });
          expect(statusCode).toBe(200);
        },
        gift: async () => {
          const { statusCode } = await one(walking()).app.inject({
            method: "PUT",
            url: `/api/admin/cars/${one(hosted)}/owner`,
            headers: desk.authorization,
            payload: { hostId: one(hosts).id, reason: "For the walk" },
          });
          // A car that is promised to somebody stays with its host, and nobody gives cars to a suspended one.
          expect([200, 404, 409, 422]).toContain(statusCode);
        },
        retire: () =>
          rows(
            "update cars set retired_at = case when retired_at is null then now() end, available = retired_at is not null where id = $1",
            [one(cars)],
          ),
        midnight: async () => {
          const today = days(0).pickupDate;
          await change(
            `status = 'in_progress', pickup_date = '${days(-60).pickupDate}', return_date = '${today}'`,
          )();
          await setClock(
            `('${days(1).pickupDate}'::timestamp at time zone 'America/Los_Angeles') - pg_catalog.now() - interval '60 milliseconds'`,
          );
          for (const by of walking()) for (const span of spans) await listed(by, span);
          await vi.waitFor(
            async () =>
              expect(
                await rows(`select from walked.clock where ${inLosAngeles("now()")} > $1`, [today]),
              ).toHaveLength(1),
            soon,
          );
        },
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
        "later days",
        "another car",
      ]);
      const play = async (name: string) => kinds[name]?.();
      const done = new Map<string, number>();
      /** Every kind comes once before any comes again. */
      let deck: string[] = [];
      for (let step = 0; step < steps; step++) {
        if (deck.length === 0) deck = ["order", "order", ...Object.keys(kinds)];
        const [name = ""] = deck.splice(random(deck.length), 1);
        // The database refuses to promise the same days twice.
        const isDone = await play(name).then(
          (made) => !ofOrders.has(name) || (made as unknown[]).length > 0,
          (error: unknown) => {
            if (!/on some of these days|exclusion constraint|range lower bound/i.test(String(error)))
              throw error;
            return false;
          },
        );
        if (isDone) done.set(name, (done.get(name) ?? 0) + 1);
        for (const by of walking())
          for (const span of spans)
            await vi.waitFor(
              async () =>
                expect(await listed(by, span), `${name}, step ${step}`).toEqual(await freeInDatabase(span)),
              soon,
            );
        if (name === "midnight") await setClock("interval '0'");
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
    await test.services.carFacts.changed();
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
