// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CurrentUser } from "#contract/accounts.ts";
import type { AdminUser } from "#contract/admin/accounts.ts";
import { countOtherHolders } from "#server/auth/administrators.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const call = (who: Person, method: "GET" | "PUT" | "POST", url: string, payload?: object) =>
  test.app.inject({ method, url, headers: who.authorization, ...(payload && { payload }) });
const set = (by: Person, id: string, body: object) => call(by, "PUT", `/api/admin/users/${id}`, body);

it("an administrator can get a named role that reads everything and changes nothing", async () => {
  const { id, ...person } = await makePerson(test);
  const made = await set(owner, id, { role: "operations", isReadOnly: true });
  expect(made.json<AdminUser>()).toMatchObject({
    role: "admin",
    namedRole: "operations",
    isReadOnly: true,
    permissions: ["manage_users", "manage_cars", "manage_disputes", "upload_data"],
  });
  const reader = { id, ...person };
  expect((await call(reader, "GET", "/api/admin/user")).json<CurrentUser>().isReadOnly).toBe(true);
  expect((await call(reader, "GET", "/api/admin/orders")).statusCode).toBe(200);
  const car = crypto.randomUUID();
  expect(refusalOf(await call(reader, "PUT", `/api/admin/cars/${car}`, {})).code).toBe("read_only");
  expect(refusalOf(await call(reader, "POST", "/api/bookings", {})).code).toBe("read_only");
  expect((await set(owner, id, { isReadOnly: false })).json<AdminUser>().isReadOnly).toBe(false);
  expect(refusalOf(await call(reader, "PUT", `/api/admin/cars/${car}`, {})).code).not.toBe("read_only");
  expect((await set(owner, id, { role: "customer" })).json<AdminUser>()).toMatchObject({
    role: "customer",
    namedRole: null,
    permissions: [],
  });
});

it("a read-only administrator doesn't count as a second person who could decide", async () => {
  const [holder] = await Promise.all(
    [false, true].map((isReadOnly) =>
      makePerson(test, { role: "admin", permissions: ["manage_disputes"], isReadOnly }),
    ),
  );
  const others = await countOtherHolders(test.services.database.db, "manage_disputes", holder?.id ?? "");
  // The owner's role holds every permission.
  expect(others).toBe(1);
});

it("lifting the read-only mark takes the rights it frees, and two owners can't lift each other's at once", async () => {
  const lesser = await makePerson(test, { role: "admin", permissions: ["manage_users"] });
  const finance = await makePerson(test, {
    role: "admin",
    permissions: ["manage_payments"],
    isReadOnly: true,
  });
  expect(refusalOf(await set(lesser, finance.id, { isReadOnly: false })).code).toBe("forbidden");
  const other = await makePerson(test, { role: "admin", permissions: ["all"] });
  const answers = await Promise.all([
    set(owner, other.id, { isReadOnly: true }),
    set(other, owner.id, { isReadOnly: true }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 403]));
  const rows = await test.services.database.rows<{ writers: number }>(
    "select count(*)::int as writers from accounts where 'all' = any(permissions) and not is_read_only",
  );
  expect(rows[0]?.writers).toBe(1);
  await test.services.database.rows("update accounts set is_read_only = false where id = $1", [owner.id]);
});
