import { describe, expect, it } from "vitest";
import { hasBegun, holdsCar, orderSources, type OrderStatus, orderStatuses } from "./lifecycle.ts";
import { type HostedOrder, emptyRequestColumns } from "./host-requests.ts";
import { columnsIn, type StatusColumns } from "./status-columns.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
const fresh: StatusColumns & Omit<HostedOrder, "source"> & { status: OrderStatus } = {
  ...emptyRequestColumns,
  hostId: null,
  emailConfirmedAt: at(0),
  pickupDate: "2026-12-01",
  pickupTime: "10:00",
  status: "pending",
  expiresAt: at(24),
  holdEndsAt: at(2),
  lacksHold: true,
  adminWarnedAt: at(1),
  tripStartedAt: null,
  tripCompletedAt: null,
  isCarOut: false,
  carBackAt: null,
};

describe("an order's columns in a status", () => {
  it("an order's columns keep what has begun and mark what is over, in any three statuses", () => {
    const walks = orderStatuses.flatMap((a) =>
      orderStatuses.flatMap((b) => orderStatuses.map((c) => [a, b, c] as const)),
    );
    for (const source of orderSources)
      for (const walk of walks) {
        let order = { ...fresh, source };
        walk.forEach((status, step) => {
          const before = order;
          order = { ...order, ...columnsIn(status, order, at(step + 3)) };
          expect(order.status).toBe(status);
          expect(order.tripCompletedAt !== null).toBe(status === "completed");
          expect(order.carBackAt !== null).toBe(status === "completed");
          const mustHaveBegun = hasBegun(before.status) || status === "in_progress";
          expect(mustHaveBegun && order.tripStartedAt === null).toBe(false);
          expect(order.tripStartedAt).toEqual(before.tripStartedAt ?? order.tripStartedAt);
          const holds = holdsCar(status) ? { holdEndsAt: null, lacksHold: false } : before;
          expect([order.holdEndsAt, order.lacksHold]).toEqual([holds.holdEndsAt, holds.lacksHold]);
        });
      }
  });

  it("an order whose keys nobody got has not begun", () => {
    const begun = {
      ...fresh,
      source: "request" as const,
      status: "in_progress" as const,
      tripStartedAt: at(4),
    };
    expect(columnsIn("confirmed", begun, at(5)).tripStartedAt).toEqual(at(4));
    expect(columnsIn("confirmed", begun, at(5), { hasNotBegun: true }).tripStartedAt).toBeNull();
  });

  it("an order that waits again gets its whole time to be answered, unlike a plan order", () => {
    const again = (source: (typeof orderSources)[number]) =>
      columnsIn("pending", { ...fresh, source, status: "cancelled" }, at(30));
    expect(again("request")).toMatchObject({ expiresAt: at(54), adminWarnedAt: null });
    expect(again("plan").expiresAt).toEqual(fresh.expiresAt);
  });

  it("a record's times are used before the clock's", () => {
    const running = {
      ...fresh,
      source: "request" as const,
      ...columnsIn("in_progress", { ...fresh, source: "request" }, at(4)),
    };
    const back = columnsIn("completed", running, at(9), { endedAt: at(8), isCarOut: true, carBackAt: at(8) });
    expect(back).toMatchObject({
      tripStartedAt: at(4),
      tripCompletedAt: at(8),
      isCarOut: true,
      carBackAt: null,
    });
    const ours = columnsIn("completed", running, at(9), { endedAt: at(7), carBackAt: at(8) });
    expect(ours).toMatchObject({ tripCompletedAt: at(7), isCarOut: false, carBackAt: at(8) });
  });
});
