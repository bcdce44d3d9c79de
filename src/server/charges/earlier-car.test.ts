// @one-database
import { afterAll, expect, it } from "vitest";
import type { AdminCharge, Charge } from "#contract/charges.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { answer, decide, makeCharge, propose, sendEvidence } from "#test/charges.ts";
import { refusalOf } from "#test/client.ts";
import { makeRecord, orderRow } from "#test/condition.ts";
import { emailTo } from "#test/emails.ts";
import { goneOn, startGoneOn } from "#test/gone-on.ts";
import { addDays } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { dayPrice } from "#domain/payments/cancellation.ts";
import { insuranceByDay } from "#domain/pricing/insurance.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import { today } from "#server/services.ts";
import { proposeComputed } from "./jobs.ts";

const { test, first, second, renter, admin, rental, backSince, bringBack } = await startGoneOn();
afterAll(() => test.close());

const get = (by: Person, url: string) => test.app.inject({ url, headers: by.authorization });
const chargesOf = async (by: Person, id: string) =>
  (await get(by, `/api/host/trips/${id}/charges`)).json<{
    charges: (Charge & { isOwn: boolean })[];
    proposable: { category: string; amount: string | null; facts: unknown }[];
  }>();
const categories = async (by: Person, id: string) =>
  (await chargesOf(by, id)).proposable.map(({ category }) => category).toSorted();

it("an earlier car's host may charge while it is out, 7 days after, 30 for tolls, and never for miles", async () => {
  const open = ["cleaning", "damage", "tolls"];
  expect(await categories(first, (await rental()).id)).toEqual(open);
  expect(await categories(first, await backSince(8, "renter"))).toEqual(open);
  expect(await categories(first, await backSince(7))).toEqual(open);
  expect(await categories(first, await backSince(30))).toEqual(["tolls"]);
  expect(await categories(first, await backSince(31))).toEqual([]);
  const id = await backSince(8);
  const sent = { category: "cleaning", amount: "80.00", evidence: [await sendEvidence(test, first)] };
  expect(refusalOf(await propose(test, first, id, sent)).code).toBe("charge_not_possible");
  // The rental's own car is still out, so its host and the back office can go on charging.
  expect(await categories(second, id)).toEqual(open);
  const ofRule = { category: "extra_miles", amount: "8.00", stretch: 1, evidence: [] };
  expect(refusalOf(await propose(test, admin, id, ofRule)).code).toBe("charge_not_possible");
});

type Proposable = { category: string; amount: string | null; facts: unknown }[];
const lateOf = (proposable: Proposable) => proposable.find(({ category }) => category === "late_days");
/** The cars of an order, each with what the back office may charge for it. */
const carsOf = async (id: string) =>
  (await get(admin, `/api/admin/orders/${id}/charges`)).json<{
    cars: { stretch: number; name: string; proposable: Proposable }[];
  }>().cars;

it("the host of an earlier car charges its late days once and is paid their share", async () => {
  // The earlier car's days ended two days ago.
  expect(lateOf((await chargesOf(first, await backSince(2))).proposable)).toBeUndefined();
  const { id } = await rental({ isPaid: false });
  expect(lateOf((await chargesOf(first, id)).proposable)).toBeUndefined();
  await bringBack(id, 0);
  const order = await orderRow(test, id);
  const perDay = dayPrice(order) + insuranceByDay(order.insurance);
  const late = lateOf((await chargesOf(first, id)).proposable);
  expect(late).toMatchObject({
    amount: wireMoney(2 * perDay),
    facts: { days: 2, perDay: wireMoney(perDay) },
  });
  const sent = { category: "late_days", evidence: [] };
  const above = { ...sent, amount: wireMoney(2 * perDay + 1) };
  expect(refusalOf(await propose(test, first, id, above)).code).toBe("charge_above_rule");
  // The rental's own car is out still.
  const whole = { ...sent, amount: wireMoney(2 * perDay) };
  expect(refusalOf(await propose(test, second, id, whole)).code).toBe("charge_not_possible");
  const asked = await propose(test, first, id, whole);
  expect(asked.json()).toMatchObject({ earlierCar: "Honda Fit", facts: { days: 2 } });
  expect(refusalOf(await propose(test, first, id, whole)).code).toBe("charge_exists");
  expect(lateOf((await chargesOf(first, id)).proposable)).toBeUndefined();
  const asking = await emailTo(test, renter.email, "charge_proposed");
  expect(JSON.stringify(asking.content)).toContain("Honda Fit");

  expect((await answer(test, renter, asked.json<AdminCharge>().id, { answer: "accept" })).statusCode).toBe(
    200,
  );
  await recordPayment(test.services, {
    id: crypto.randomUUID(),
    orderId: id,
    amount: 75_000 + 2 * perDay,
    method: "cash",
    reference: "late",
    paidOn: today(test.services),
    by: admin.id,
  });
  const credited = await test.services.database.rows(
    "select host_id as host, stretch, amount::int from host_credits where order_id = $1 and lines::text like '%late_days%'",
    [id],
  );
  const shared = Math.round((2 * dayPrice(order) * 80) / 100);
  expect(credited).toEqual([{ host: first.id, stretch: 1, amount: shared }]);
});

it("an earlier car that its renter brought back in time is not late, however late it was looked at", async () => {
  const { id } = await rental();
  await bringBack(id, 2, "renter");
  await bringBack(id, 0);
  expect(lateOf((await chargesOf(first, id)).proposable)).toBeUndefined();
});

it("late days of an earlier car and of the last car are charged separately", async () => {
  const { id } = await rental();
  await bringBack(id, 0);
  expect(
    (await propose(test, admin, id, { category: "late_days", amount: "1.00", evidence: [], stretch: 1 }))
      .statusCode,
  ).toBe(201);
  await test.services.database.rows("update orders set return_date = $2 where id = $1", [
    id,
    addDays(today(test.services), -1),
  ]);
  await makeRecord(test, second, id, "return");
  expect(
    (await carsOf(id)).map(({ stretch, proposable }) => [stretch, lateOf(proposable) !== undefined]),
  ).toEqual([
    [1, false],
    [2, true],
  ]);
  await proposeComputed(test.services);
  const asked = (await get(admin, `/api/admin/orders/${id}/charges`)).json<{ charges: AdminCharge[] }>()
    .charges;
  expect(
    asked
      .filter(({ category }) => category === "late_days")
      .map(({ proposedBy, earlierCar }) => [proposedBy === "system", earlierCar]),
  ).toEqual([
    [false, "Honda Fit"],
    [true, null],
  ]);
});

it("late days aren't charged by themselves if only the earlier car's return is recorded", async () => {
  const { id } = await rental();
  await bringBack(id, 5);
  await test.services.database.rows("update orders set return_date = $2 where id = $1", [
    id,
    addDays(today(test.services), -2),
  ]);
  const completed = await test.app.inject({
    method: "PUT",
    url: `/api/admin/orders/${id}/status`,
    payload: { status: "completed", reason: "Came back" },
    headers: admin.authorization,
  });
  expect(completed.statusCode).toBe(200);
  await proposeComputed(test.services);
  const asked = (await get(admin, `/api/admin/orders/${id}/charges`)).json<{ charges: AdminCharge[] }>();
  expect(asked.charges).toEqual([]);
});

it("the back office sees which cars it may charge for and names one", async () => {
  const { id } = await rental();
  expect((await carsOf(id)).map(({ stretch, name }) => [stretch, name])).toEqual([
    [1, "Honda Fit"],
    [2, "Toyota Camry LE"],
  ]);
  for (const { stretch, name } of await carsOf(id)) {
    const sent = { category: "tolls", amount: "7.00", stretch, evidence: [await sendEvidence(test, admin)] };
    const earlierCar = stretch === 1 ? name : null;
    expect((await propose(test, admin, id, sent)).json()).toMatchObject({ earlierCar });
  }
  expect((await carsOf(await backSince(31)))[0]).toMatchObject({ stretch: 1, proposable: [] });
});

it("a charge can be seen and withdrawn only by its own car's host, who alone is paid for it", async () => {
  const { id } = await rental({ isPaid: false });
  const ofFirst = await makeCharge(test, first, id, { category: "damage", amount: "120.00" });
  const ofSecond = await makeCharge(test, second, id, { category: "tolls", amount: "9.00" });
  const named = await propose(test, admin, id, {
    category: "tolls",
    amount: "7.00",
    stretch: 1,
    evidence: [await sendEvidence(test, admin)],
  });
  const ofAdmin = named.json<AdminCharge>();
  const seen = async (by: Person) => (await chargesOf(by, id)).charges.map((charge) => charge.id);
  expect(await seen(first)).toEqual([ofFirst.id, ofAdmin.id]);
  expect(await seen(second)).toEqual([ofSecond.id]);

  const [file] = (await chargesOf(first, id)).charges[0]?.evidence ?? [];
  for (const [by, status] of [
    [first, 200],
    [second, 404],
    [renter, 200],
    [admin, 200],
  ] as const)
    expect((await get(by, `/api/uploads/${file?.id}/content`)).statusCode).toBe(status);

  await answer(test, renter, ofFirst.id, { answer: "contest", words: "It was there." });
  await decide(test, admin, ofFirst.id, { decision: "upheld", reason: "The pictures show it" });
  const announced = await test.services.database.rows<{ kind: string; recipient: string; content: string }>(
    "select kind, recipient, content::text from emails where order_id = $1 and kind like 'host_charge%' order by created_at",
    [id],
  );
  expect(announced.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["host_charge_contested", first.email],
    ["host_charge_decided", first.email],
  ]);
  expect(announced[0]?.content).toContain("Honda Fit");

  await recordPayment(test.services, {
    id: crypto.randomUUID(),
    orderId: id,
    amount: 87_000,
    method: "cash",
    reference: "at the door",
    paidOn: today(test.services),
    by: admin.id,
  });
  const credited = await test.services.database.rows(
    `select host_id as host, stretch, amount::int from host_credits where order_id = $1 and rule = 'charge'`,
    [id],
  );
  expect(credited).toEqual([{ host: first.id, stretch: 1, amount: 12_000 }]);

  const other = await makeCharge(test, first, id, { category: "cleaning", amount: "30.00" });
  const takeBack = (by: Person) =>
    test.app.inject({
      method: "PUT",
      url: `/api/host/charges/${other.id}/withdraw`,
      payload: { reason: "It was rain" },
      headers: by.authorization,
    });
  expect(refusalOf(await takeBack(second)).code).toBe("charge_not_found");
  expect((await takeBack(first)).json()).toMatchObject({ status: "withdrawn" });
});

it("a charge for a car that isn't the host's or the rental's is refused", async () => {
  const { id } = await rental();
  const evidence = [await sendEvidence(test, second)];
  const sent = { category: "damage", amount: "10.00", evidence, stretch: 1 };
  expect((await propose(test, second, id, sent)).statusCode).toBe(201);
  expect((await chargesOf(first, id)).charges).toEqual([]);
  const nowhere = { category: "damage", amount: "10.00", evidence: [], stretch: 9 };
  expect((await propose(test, admin, id, nowhere)).statusCode).toBe(404);
});

it("an administrator who hosts an earlier car of a rental can't decide about its charges", async () => {
  const hosting = await makePerson(test, { role: "admin", permissions: ["all"] });
  await test.services.database.rows("update accounts set hosting_since = now() where id = $1", [hosting.id]);
  const { id } = await goneOn(test, { first: hosting, second, renter }, { customerEmail: renter.email });
  const sent = { category: "damage", amount: "120.00", words: "The bumper", stretch: 1 };
  const proposed = await propose(test, admin, id, { ...sent, evidence: [await sendEvidence(test, admin)] });
  const charge = proposed.json<AdminCharge>();
  await answer(test, renter, charge.id, { answer: "contest", words: "It was there." });

  const upheld = { decision: "upheld", reason: "It's my car" };
  expect(refusalOf(await decide(test, hosting, charge.id, upheld)).code).toBe("own_affair");
  const { charges } = (await get(hosting, `/api/admin/orders/${id}/charges`)).json<{
    charges: AdminCharge[];
  }>();
  expect(charges).toMatchObject([{ mayDecide: false, mayWithdraw: false }]);
  // The administrator decides on a rental whose cars were all other hosts'.
  const { id: another } = await goneOn(test, { first, second, renter }, { customerEmail: renter.email });
  const ofAnother = await propose(test, admin, another, {
    ...sent,
    evidence: [await sendEvidence(test, admin)],
  });
  const contested = ofAnother.json<AdminCharge>().id;
  await answer(test, renter, contested, { answer: "contest", words: "It was there." });
  expect((await decide(test, hosting, contested, upheld)).statusCode).toBe(200);
});
