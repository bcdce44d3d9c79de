// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { giveLicence } from "#test/factories.ts";
import { asker, requestCalls } from "#test/host-requests.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";

let test: TestApp;
const { call, rows, carOf } = requestCalls(() => test);
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("a booking without a hold must meet the host's rules as they are when it is completed", async () => {
  const host = await makePerson(test, { role: "host" });
  const renter = await makePerson(test);
  await giveLicence(test, renter.id);
  const carId = await carOf(host, { instantBook: true });
  const pickupDate = addDays(today(test.services), 5);
  const begun = await call(renter, "POST", "/api/wizard", {
    customerPhone: asker.customerPhone,
    pickupLocation: asker.pickupLocation,
    language: "en",
    carId,
    pickupDate,
    returnDate: addDays(pickupDate, 30),
  });
  const { id } = begun.json<{ id: string }>();
  await rows(
    "update wizard_drafts set lacks_hold = true, hold_began_at = null, hold_ends_at = null where id = $1",
    [id],
  );
  await rows("update cars set notice_days = 14 where id = $1", [carId]);
  const answers = { selectedInsurance: "basic", paymentMethod: "paypal" };
  expect((await call(renter, "PATCH", `/api/wizard/${id}`, answers)).statusCode).toBe(200);
  const [draft] = await rows<{ lacksHold: boolean }>(
    `select lacks_hold as "lacksHold" from wizard_drafts where id = $1`,
    [id],
  );
  expect(draft).toEqual({ lacksHold: true });
  expect(refusalOf(await call(renter, "POST", `/api/wizard/${id}/complete`, {})).fields).toEqual([
    "pickupDate",
  ]);
  await rows("update cars set notice_days = 2 where id = $1", [carId]);
  expect((await call(renter, "POST", `/api/wizard/${id}/complete`, {})).statusCode).toBe(200);
});
