// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChangeQuote } from "#contract/changes.ts";
import { addDays } from "#domain/dates.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { orderRow } from "#test/condition.ts";

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await makePerson(test);
});
afterAll(() => test.close());

it("a paid month that becomes cheaper is shown as paid, with its new amount", async () => {
  const id = await makeRental(test, owner.id, { months: 2, inDays: 10 });
  const { total, pickupDate, returnDate } = await orderRow(test, id);
  await pay(test, id, total, owner.id);
  const shorter = { kind: "dates", pickupDate, returnDate: addDays(returnDate, -5) };
  const send = (path: string) =>
    test.app.inject({
      method: "POST",
      url: `/api/orders/${id}/${path}`,
      payload: shorter,
      headers: owner.authorization,
    });
  const { instalments } = (await send("changes/quote")).json<ChangeQuote>();
  expect(instalments?.map(({ paid }) => paid)).toEqual([true, true]);
  expect((await send("changes")).statusCode).toBe(201);
  const standing = await standingInstalments(test.services.database.db, id);
  expect(standing.map(({ amount, paid }) => paid === amount)).toEqual([true, true]);
});
