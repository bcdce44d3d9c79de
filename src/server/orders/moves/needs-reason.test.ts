import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder, makeRecord, orderRow } from "#test/condition.ts";

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const setStatus = (id: string, body: object) =>
  test.app.inject({
    method: "PUT",
    url: `/api/admin/orders/${id}/status`,
    payload: body,
    headers: admin.authorization,
  });

describe("a rental that is begun or ended by hand", () => {
  it.each(["in_progress", "completed"] as const)(
    "a change to %s needs a reason if there is no record of it",
    async (status) => {
      const id = await makeOrder(test, null);
      const sentBefore = await test.services.database.rows("select 1 from emails where order_id = $1", [id]);
      for (const body of [{ status }, { status, reason: "" }, { status, reason: "  " }])
        expect(refusalOf(await setStatus(id, body))).toMatchObject({ status: 422, code: "reason_needed" });
      expect((await orderRow(test, id)).status).toBe("confirmed");
      expect(await test.services.database.rows("select 1 from emails where order_id = $1", [id])).toEqual(
        sentBefore,
      );
      expect((await setStatus(id, { status, reason: "Handed over in person" })).statusCode).toBe(200);
      const [event] = await test.services.database.rows<{ reason: string }>(
        "select reason from audit_events where entity_id = $1 and action = 'status'",
        [id],
      );
      expect(event?.reason).toBe("Handed over in person");
    },
  );

  it("a change with its record needs no reason, nor does any other status", async () => {
    const id = await makeOrder(test, null);
    await makeRecord(test, admin, id, "pickup", { overrideReason: "Seen" });
    expect((await setStatus(id, { status: "confirmed" })).statusCode).toBe(200);
    expect((await setStatus(id, { status: "in_progress" })).statusCode).toBe(200);
    expect(refusalOf(await setStatus(id, { status: "completed" }))).toMatchObject({ code: "reason_needed" });
    await makeRecord(test, admin, id, "return");
    expect((await setStatus(id, { status: "in_progress" })).statusCode).toBe(200);
    expect((await setStatus(id, { status: "completed" })).statusCode).toBe(200);
  });
});
