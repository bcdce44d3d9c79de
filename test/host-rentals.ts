import type { orders } from "#server/db/schema/orders.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { makeOrder } from "./condition.ts";
import { makeHostCar } from "./host-cars.ts";

type HostedOrderFacts = Partial<typeof orders.$inferInsert> & { isPaid?: boolean; isSigned?: boolean };

/** An accepted rental of a host's car, written as rows; confirmed unless a test wants another status. */
export async function makeHostedOrder(
  test: TestApp,
  host: Person,
  renterId: string | null,
  wanted: HostedOrderFacts = {},
): Promise<string> {
  const at = new Date(test.services.now());
  const carId = wanted.carId ?? (await makeHostCar(test, host.id));
  return makeOrder(test, renterId, {
    hostId: host.id,
    hostSharePercent: 80,
    hostAskedAt: at,
    hostAnsweredAt: at,
    hostAnswer: "accepted",
    ...wanted,
    carId,
  });
}
