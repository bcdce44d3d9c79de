import { expect } from "vitest";
import { today } from "#server/services.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import type { ProviderRentals } from "./provider-rentals.ts";

/** Rentals of hosts' cars, with payments recorded by hand. */
export function hostedRentals(test: TestApp, rentals: ProviderRentals, admin: Person) {
  const rows = <Row>(text: string, parameters: unknown[] = []) =>
    test.services.database.rows<Row & object>(text, parameters);

  /** A confirmed rental of three months of a host's car with a share of 80 %, or of our own car without a host. */
  async function hosted(hostId: string | null) {
    const { id, person } = await rentals.written(3);
    const share = hostId === null ? null : 80;
    await rows(
      `update orders set host_id = $2::uuid, host_share_percent = $3,
         host_answer = case when $2::uuid is not null then 'booked' end, host_answered_at = case when $2::uuid is not null then now() end
       where id = $1`,
      [id, hostId, share],
    );
    if (hostId !== null) {
      await rows(
        `insert into host_cars (id, host_id, language, submitted_at, decided_at)
         select car_id, $2, 'en', now(), now() from orders where id = $1`,
        [id, hostId],
      );
      await rows("update cars set host_id = $2 where id = (select car_id from orders where id = $1)", [
        id,
        hostId,
      ]);
    }
    const months = await rentals.instalments(id);
    const sharedOf = (index: number) =>
      (months[index]?.lines ?? [])
        .filter(({ kind }) => kind === "rental" || kind === "duration_discount")
        .reduce((sum, { amount }) => sum + amount, 0);
    return { id, person, months, sharedOf, pickup: months[0]?.startsOn ?? "" };
  }

  async function pay(orderId: string, amount: number, paidOn = today(test.services)): Promise<string> {
    const id = crypto.randomUUID();
    const sent = {
      id,
      amount: (amount / 100).toFixed(2),
      method: "cash",
      reference: id,
      paidOn,
    };
    const { statusCode } = await rentals.call("POST", `/api/admin/orders/${orderId}/payments`, sent, admin);
    expect(statusCode).toBe(201);
    return id;
  }
  return { hosted, pay, rows };
}
