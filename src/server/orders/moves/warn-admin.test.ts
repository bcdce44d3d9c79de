// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { warnAdmin } from "./warn-admin.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ DESK_EMAIL: "desk@longbay.example" });
});
afterAll(() => test.close());

async function place(expiresIn: string, change = ""): Promise<string> {
  const dates = { carId: await makeCar(test), ...aMonth(test) };
  const { total } = (await test.app.inject({ method: "POST", url: "/api/quotes", payload: dates })).json<{
    total: string;
  }>();
  const placed = await test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: { ...renter, ...dates, totalPrice: total },
  });
  const { id } = placed.json<{ id: string }>();
  await test.services.database.rows(
    `update orders set expires_at = now() + interval '${expiresIn}' ${change} where id = $1`,
    [id],
  );
  return id;
}
const warnings = (id: string) =>
  test.services.database.rows<{ recipient: string; subject: string }>(
    "select recipient, subject from emails where order_id = $1 and kind = 'admin_order_expiring'",
    [id],
  );

describe("the back office", () => {
  it("the back office gets one warning about a request with less than four hours left", async () => {
    const id = await place("3 hours 59 minutes");
    await Promise.all([warnAdmin(test.services), warnAdmin(test.services)]);
    await warnAdmin(test.services);
    expect(await warnings(id)).toEqual([
      { recipient: "desk@longbay.example", subject: expect.stringMatching(/^Answer soon: LB-/) },
    ]);
  });

  it("the back office gets no warning about a request that has time, has ended or was answered", async () => {
    const quiet = [
      await place("4 hours 5 minutes"),
      await place("-1 minute"),
      await place("1 hour", ", status = 'confirmed'"),
    ];
    await warnAdmin(test.services);
    for (const id of quiet) expect(await warnings(id)).toEqual([]);
  });
});
