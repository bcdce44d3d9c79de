import { afterAll, expect, it } from "vitest";
import { earlierCarEnd, earlierCarStatus } from "#domain/orders/earlier-cars.ts";
import { emptyRequestColumns } from "#domain/orders/host-requests.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { columnsIn } from "#domain/orders/status-columns.ts";
import { startTestApp } from "#test/app.ts";
import { earlierCarEnd as endInSql, isEarlierCarRunning } from "./first-return.ts";

const test = await startTestApp();
afterAll(() => test.close());

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
const begun = {
  ...emptyRequestColumns,
  hostId: null,
  emailConfirmedAt: at(0),
  pickupDate: "2026-10-01",
  pickupTime: "10:00",
  source: "wizard" as const,
  status: "in_progress" as const,
  expiresAt: null,
  holdEndsAt: null,
  lacksHold: false,
  adminWarnedAt: null,
  tripStartedAt: at(0),
  tripCompletedAt: null,
  isCarOut: false,
  carBackAt: null,
};

it("SQL and the domain agree when the days with an earlier car end", async () => {
  const facts = orderStatuses.flatMap((status) =>
    [false, true].flatMap((isCarOut) =>
      [null, at(5)].map((returnedAt) => ({
        order: columnsIn(status, begun, at(9), { endedAt: at(7), carBackAt: at(8), isCarOut }),
        returnedAt,
      })),
    ),
  );
  for (const { order, returnedAt } of facts) {
    const [inSql] = await test.services.database.rows<{ end: Date | null; isRunning: boolean }>(
      `with own as (select 1 as order_id, 1 as number),
         orders as (select $1::text as status, $2::timestamptz as car_back_at, $3::timestamptz as trip_completed_at),
         return_denials as (select 2 as record_id),
         condition_records as (
           select 1 as id, 1 as order_id, 1 as stretch, 'return' as kind, $4::timestamptz as finished_at
           union all select 2, 1, 1, 'return', $4::timestamptz - interval '1 hour')
       select ${endInSql("own")} as end, ${isEarlierCarRunning("own")} as "isRunning" from own, orders`,
      [order.status, order.carBackAt, order.tripCompletedAt, returnedAt],
    );
    const end = earlierCarEnd({ returnedAt }, order);
    expect([order, inSql]).toEqual([
      order,
      { end, isRunning: earlierCarStatus({ returnedAt }, order) === "in_progress" },
    ]);
  }
  expect(facts).toHaveLength(orderStatuses.length * 4);
});
