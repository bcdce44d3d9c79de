// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeRental } from "#test/changes.ts";

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

it("an ended rental's debt is a next step until all of it is written off", async () => {
  const owner = await makePerson(test);
  const id = await makeRental(test, owner.id, { months: 1, inDays: -40 });
  const call = (method: "PUT" | "POST", path: string, payload: object) =>
    test.app.inject({
      method,
      url: `/api/admin/orders/${id}/${path}`,
      payload,
      headers: admin.authorization,
    });
  await call("PUT", "status", { status: "completed", reason: "It came back" });
  const next = async () => {
    const url = "/api/account/overview";
    const seen = await test.app.inject({ url, headers: owner.authorization });
    return seen
      .json<{ next: { kind: string }[] }>()
      .next.flatMap(({ kind }) => (kind === "payment" ? [kind] : []));
  };
  const writeOff = (amount: string) =>
    call("POST", "write-offs", { id: crypto.randomUUID(), amount, reason: "Moved away" });
  expect(await next()).toEqual(["payment"]);
  expect((await writeOff("450.00")).statusCode).toBe(201);
  expect(await next()).toEqual(["payment"]);
  const left = await test.services.database.rows<{ left: string }>(
    "select sum(amount)::bigint / 100.0 as left from ledger_entries where order_id = $1 and account = 'renter'",
    [id],
  );
  const rest = Number(left[0]?.left).toFixed(2);
  expect((await writeOff(rest)).statusCode).toBe(201);
  const waiting = await test.services.database.rows<{ id: string }>(
    "select id from write_offs where order_id = $1 and status = 'awaiting_approval'",
    [id],
  );
  for (const { id: writeOffId } of waiting)
    await test.app.inject({
      method: "PUT",
      url: `/api/admin/write-offs/${writeOffId}`,
      payload: { decision: "written" },
      headers: admin.authorization,
    });
  expect(await next()).toEqual([]);
});
