// @one-database
import { afterAll, describe, expect, it } from "vitest";
import { getOverview, type OwnOrder } from "#contract/account/orders.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { addDays } from "#domain/dates.ts";
import { pay } from "#test/changes.ts";
import { callAs } from "#test/client.ts";
import { today } from "#server/services.ts";
import { findLateCars } from "#server/rentals/late-cars.ts";
import { makeRecord, orderRow } from "#test/condition.ts";
import { startGoneOn } from "#test/gone-on.ts";

const { test, admin, first, renter, rental } = await startGoneOn();
afterAll(test.close);
const { db, rows } = test.services.database;

const set = (id: string, status: string) =>
  callAs(test, admin, "PUT", `/api/admin/orders/${id}/status`, { status, reason: "By telephone" });

describe("a running rental that has gone on with another car", () => {
  it("a rental that an administrator cancels keeps only days with a car", async () => {
    const { id, pickupDate } = await rental({ isPaid: false });
    // The first car ended on the tenth day; the next one came on the eighteenth, two days ago.
    await rows("update order_stretches set ends_on = $2 where order_id = $1", [id, addDays(pickupDate, 10)]);
    await rows(
      `insert into order_stretches (order_id, number, car_id, car_name, starts_on, ends_on, is_without_car, reason, created_at)
       select order_id, 2, car_id, car_name, ends_on, ends_on + 8, true, reason, created_at from order_stretches where order_id = $1`,
      [id],
    );
    const { total } = await orderRow(test, id);
    await pay(test, id, total, admin.id);
    expect((await set(id, "cancelled")).statusCode).toBe(200);
    const money = (await callAs(test, admin, "GET", `/api/admin/orders/${id}/money`)).json<AdminOrderMoney>();
    const kept = money.instalments.filter(({ lines }) => lines[0]?.kind === "kept");
    const days = 13;
    expect(kept.map(({ amount }) => amount)).toEqual([((days * Math.round(total / 22)) / 100).toFixed(2)]);
  });

  it.each(["pending", "confirmed", "cancelled"])(
    "an earlier car that is out is not forgotten when the rental is set to %s",
    async (status) => {
      const { id, earlierCar } = await rental();
      expect((await set(id, status)).statusCode).toBe(200);
      const isFree = async () =>
        !(await findLateCars(db, [earlierCar])).some(({ orderId }) => orderId === id);
      expect(await isFree()).toBe(false);
      const late = await callAs(test, admin, "GET", "/api/admin/orders?attention=overdue");
      expect(late.json<{ id: string }[]>().map((order) => order.id)).toContain(id);
      const running = await callAs(test, first, "GET", "/api/host/trips?stage=running");
      expect(running.json<{ id: string }[]>().map((order) => order.id)).toContain(id);
      const records = await callAs(test, renter, "GET", `/api/orders/${id}/condition-records`);
      const { open, stretchOf } = records.json<{ open: string[]; stretchOf: { return: number } }>();
      expect(open).toContain("return");
      const recorded = await makeRecord(test, first, id, "return", {}, { stretch: 1 });
      expect(recorded.finishedAt).not.toBeNull();
      expect(await isFree()).toBe(true);
      // Its own car is out too.
      expect([stretchOf.return, (await orderRow(test, id)).isCarOut]).toEqual([2, true]);
    },
  );

  it("an earlier car that is out keeps its rental current for the renter until it is back", async () => {
    const { id } = await rental();
    await makeRecord(test, admin, id, "return", {}, { stretch: 2 });
    expect((await orderRow(test, id)).status).toBe("completed");
    const list = async (filter: string) =>
      (await callAs(test, renter, "GET", `/api/account/orders?filter=${filter}`)).json<OwnOrder[]>();
    const own = async (filter: string) => (await list(filter)).find((order) => order.id === id);
    const dueOn = addDays(today(test.services), -2);
    const out = { stage: "overdue", toBringBack: { carName: "Honda Fit", dueOn } };
    expect([await own("active"), await own("completed")]).toMatchObject([out, undefined]);
    const shown = (await callAs(test, renter, "GET", `/api/account/orders/${id}`)).json<OwnOrder>();
    expect(shown).toMatchObject(out);
    const overview = (await callAs(test, renter, "GET", getOverview.path)).json<Answer<typeof getOverview>>();
    expect(overview.next).toContainEqual({ kind: "overdue", orderId: id, title: "Honda Fit", on: dueOn });
    await makeRecord(test, renter, id, "return", {}, { stretch: 1 });
    expect([await own("active"), await own("completed")]).toMatchObject([undefined, { stage: "completed" }]);
  });
});
