import { afterAll, beforeAll, expect, it } from "vitest";
import type { AdminCharge, Charge } from "#contract/charges.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { answer, decide, makeCharge, propose, sendEvidence } from "#test/charges.ts";
import { refusalOf } from "#test/client.ts";
import { recordReading } from "#test/ended-rentals.ts";
import { goneOn } from "#test/gone-on.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import { today } from "#server/services.ts";

let test: TestApp;
let first: Person;
let second: Person;
let renter: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  [first, second, renter, admin] = await Promise.all([
    makePerson(test, { role: "host" }),
    makePerson(test, { role: "host" }),
    makePerson(test),
    makePerson(test, { role: "admin", permissions: ["all"] }),
  ]);
});
afterAll(() => test.close());

const get = (by: Person, url: string) => test.app.inject({ url, headers: by.authorization });
const chargesOf = async (by: Person, id: string) =>
  (await get(by, `/api/host/trips/${id}/charges`)).json<{
    charges: (Charge & { isOwn: boolean })[];
    proposable: { category: string; until: string | null }[];
  }>();
const rental = (wanted: { isPaid?: boolean } = {}) =>
  goneOn(test, { first, second, renter }, { customerEmail: renter.email, ...wanted });
const categories = async (by: Person, id: string) =>
  (await chargesOf(by, id)).proposable.map(({ category }) => category).toSorted();
/** A rental whose earlier car its host, or its renter alone, recorded back so many days ago. */
async function backSince(days: number, side: "host" | "renter" = "host"): Promise<string> {
  const { id } = await rental();
  const at = new Date(test.services.now() - days * 86_400_000);
  const by = side === "host" ? first.id : renter.id;
  await recordReading(test.services, {
    orderId: id,
    kind: "return",
    stretch: 1,
    odometer: 20_000,
    by,
    side,
    at,
  });
  return id;
}

it("the host of an earlier car charges for it as long as it is out, then 7 days, for tolls 30, and for nothing that a rule computes", async () => {
  const open = ["cleaning", "damage", "tolls"];
  expect(await categories(first, (await rental()).id)).toEqual(open);
  expect(await categories(first, await backSince(8, "renter"))).toEqual(open);
  expect(await categories(first, await backSince(7))).toEqual(open);
  expect(await categories(first, await backSince(30))).toEqual(["tolls"]);
  expect(await categories(first, await backSince(31))).toEqual([]);
  const id = await backSince(8);
  const sent = { category: "cleaning", amount: "80.00", evidence: [await sendEvidence(test, first)] };
  expect(refusalOf(await propose(test, first, id, sent)).code).toBe("charge_not_possible");
  // The rental's own car is out: its host and the desk may go on.
  expect(await categories(second, id)).toEqual(open);
  const ofRule = { category: "extra_miles", amount: "8.00", stretch: 1, evidence: [] };
  expect(refusalOf(await propose(test, admin, id, ofRule)).code).toBe("charge_not_possible");
});

it("a charge is its own car's host's alone to see, to take back, to hear of, and to be paid", async () => {
  const { id } = await rental({ isPaid: false });
  const ofFirst = await makeCharge(test, first, id, { category: "damage", amount: "120.00" });
  const ofSecond = await makeCharge(test, second, id, { category: "tolls", amount: "9.00" });
  const named = await propose(test, admin, id, {
    category: "tolls",
    amount: "7.00",
    stretch: 1,
    evidence: [await sendEvidence(test, admin)],
  });
  const ofDesk = named.json<AdminCharge>();
  const seen = async (by: Person) => (await chargesOf(by, id)).charges.map((charge) => charge.id);
  expect(await seen(first)).toEqual([ofFirst.id, ofDesk.id]);
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

it("nobody charges for a car that a rental never had, and a host names no other car than their own", async () => {
  const { id } = await rental();
  const evidence = [await sendEvidence(test, second)];
  const sent = { category: "damage", amount: "10.00", evidence, stretch: 1 };
  expect((await propose(test, second, id, sent)).statusCode).toBe(201);
  expect((await chargesOf(first, id)).charges).toEqual([]);
  const nowhere = { category: "damage", amount: "10.00", evidence: [], stretch: 9 };
  expect((await propose(test, admin, id, nowhere)).statusCode).toBe(404);
});
