import { type APIRequestContext, expect } from "@playwright/test";
import type { Car } from "#contract/cars.ts";
import type { Order } from "#contract/orders.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { admin } from "./admins.ts";
import { callsOf, confirmedPerson, type Person, placeOrder } from "./people.ts";

/** An administrator puts an order into these statuses, one after another. */
export async function setStatus(
  request: APIRequestContext,
  { id }: Pick<Order, "id">,
  ...statuses: OrderStatus[]
): Promise<void> {
  const headers = await callsOf(request, admin);
  for (const status of statuses) {
    const data = { status, reason: "Seen in person" };
    const set = await request.put(`/api/admin/orders/${id}/status`, { headers, data });
    expect(set.status()).toBe(200);
  }
}

/** A new person and their order for a month, beginning in this many days and confirmed by an administrator. */
export async function confirmedRental(
  request: APIRequestContext,
  car: Car,
  inDays?: number,
): Promise<{ renter: Person; order: Order }> {
  const renter = await confirmedPerson(request);
  const order = await placeOrder(request, car, renter.email, inDays, await callsOf(request, renter));
  await setStatus(request, order, "confirmed");
  return { renter, order };
}
