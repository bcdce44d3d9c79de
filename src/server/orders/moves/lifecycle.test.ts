import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdingStatuses, openStatuses, orderStatuses } from "#domain/orders/lifecycle.ts";
import { mayMove, moves, type MoveName } from "#domain/orders/moves.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { moveEmails } from "#server/orders/emails/after-moves.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function place(): Promise<string> {
  const wanted = { carId: await makeCar(test), ...aMonth(test) };
  const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted });
  const payload = { ...renter, ...wanted, totalPrice: quote.json<{ total: string }>().total };
  return (await test.app.inject({ method: "POST", url: "/api/bookings", payload })).json<{ id: string }>().id;
}

describe("the life of an order", () => {
  it("the domain and the database know the same statuses and which of them hold the car", async () => {
    const id = await place();
    const held: string[] = [];
    for (const status of orderStatuses) {
      const [row] = await test.services.database.rows<{ holds: boolean }>(
        "update orders set status = $2 where id = $1 returning holds_car as holds",
        [id, status],
      );
      if (row?.holds) held.push(status);
      const [lost] = await test.services.database.rows<{ holds: boolean }>(
        "update orders set lacks_hold = true where id = $1 returning holds_car as holds",
        [id],
      );
      expect(lost?.holds, status).toBe(false);
      await test.services.database.rows("update orders set lacks_hold = false where id = $1", [id]);
    }
    expect(held).toEqual(holdingStatuses);
    await expect(
      test.services.database.rows("update orders set status = 'lost' where id = $1", [id]),
    ).rejects.toThrow(/orders_status/);
  });

  it("an automatic or renter's move starts only from an open status and has an email", () => {
    for (const name of Object.keys(moves) as MoveName[]) {
      expect(
        orderStatuses
          .filter((status) => mayMove(name, status))
          .every((status) => openStatuses.includes(status)),
        name,
      ).toBe(true);
      for (const kind of moves[name].emails) expect(moveEmails[kind], kind).toBeTypeOf("function");
    }
  });
});
