// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AdminCharge, listHostCharges } from "#contract/charges.ts";
import type { listOwnOrders } from "#contract/account/orders.ts";
import type { Answer } from "#contract/endpoint.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { propose, sendEvidence } from "#test/charges.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";

const desk = "desk@longbay.example";
let test: TestApp;
let renter: Person;
let host: Person;
let admin: Person;
let orderId: string;
beforeAll(async () => {
  test = await startTestApp({ DESK_EMAIL: desk });
  [renter, host] = [await makePerson(test), await makePerson(test, { role: "host" })];
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
  const on = today(test.services);
  const dates = { pickupDate: addDays(on, -10), returnDate: addDays(on, 20) };
  orderId = await makeHostedOrder(test, host, renter.id, { status: "in_progress", ...dates });
});
afterAll(() => test.close());

const report = (attachments: string[], more: object = {}) => ({
  id: crypto.randomUUID(),
  report: "accident",
  about: { orderId },
  subject: "Accident",
  message: { id: crypto.randomUUID(), text: "Rear-ended on 101, police report 77-1.", attachments },
  ...more,
});
const begin = (payload: object, by = renter) =>
  test.app.inject({ method: "POST", url: "/api/conversations", payload, headers: by.authorization });
const contentOf = (id: string, by: Person) =>
  test.app.inject({ url: `/api/uploads/${id}/content`, headers: by.authorization });

it("a report reaches the back office and the host once, and its photos become evidence", async () => {
  const picture = await sendEvidence(test, renter);
  const sent = report([picture]);
  const begun = await begin(sent);
  expect(begun.statusCode, begun.body).toBe(201);
  expect((await begin(sent)).statusCode).toBe(201);

  expect((await emailsTo(test, desk)).filter((kind) => kind === "admin_incident")).toHaveLength(1);
  const toUs = JSON.stringify(await emailTo(test, desk, "admin_incident"));
  expect(toUs).toContain("Accident: LB-");
  expect(toUs).toContain("police report 77-1");
  expect(toUs).toContain("+1 650 555 0134");
  expect(toUs).toContain(`/admin/messages?conversation=${sent.id}`);
  const toHost = JSON.stringify(await emailTo(test, host.email, "host_incident"));
  expect(toHost).toContain(`/host/trips/${orderId}`);
  // The renter's words may name other people: they are for the back office only.
  expect(toHost).not.toContain("police report");

  const { reported } = (await callAs(test, host, "GET", `/api/host/trips/${orderId}/charges`)).json<
    Answer<typeof listHostCharges>
  >();
  expect(reported.map(({ id }) => id)).toEqual([picture]);
  expect((await contentOf(picture, host)).statusCode).toBe(200);
  expect((await contentOf(picture, await makePerson(test, { role: "host" }))).statusCode).toBe(404);

  const charge = { category: "damage", amount: "300.00", words: "Rear bumper", evidence: [picture] };
  const made = await propose(test, host, orderId, charge);
  expect(made.statusCode, made.body).toBe(201);
  const [file] = made.json<AdminCharge>().evidence;
  expect(file?.id).not.toBe(picture);
  expect((await contentOf(file?.id ?? "", renter)).rawPayload).toEqual(
    (await contentOf(picture, renter)).rawPayload,
  );
  // The report keeps its own, which may show more than one thing.
  const again = await propose(test, admin, orderId, { ...charge, category: "cleaning" });
  expect(again.statusCode, again.body).toBe(201);
});

it("only pictures of a report about this order can become evidence", async () => {
  const plain = await sendEvidence(test, renter);
  await begin(report([plain], { report: undefined, subject: "A question" }));
  const elsewhere = await sendEvidence(test, renter);
  const other = await makeHostedOrder(test, host, renter.id, { status: "in_progress" });
  await begin(report([elsewhere], { about: { orderId: other } }));
  for (const picture of [plain, elsewhere])
    expect(
      refusalOf(
        await propose(test, host, orderId, {
          category: "damage",
          amount: "10.00",
          words: "",
          evidence: [picture],
        }),
      ),
    ).toMatchObject({ code: "invalid" });
  expect((await contentOf(plain, host)).statusCode).toBe(404);
});

it("a report needs the person's own rental", async () => {
  for (const body of [
    report([], { about: undefined }),
    report([], { to: "host" }),
    report([], { as: "host" }),
  ])
    expect((await begin(body, "as" in body ? host : renter)).statusCode).toBe(422);
  expect((await begin(report([]), admin)).statusCode).toBe(422);
});

it("a report about a rental that hasn't begun or ended long ago is refused and reaches no host", async () => {
  const on = today(test.services);
  const dates = { pickupDate: addDays(on, -40), returnDate: addDays(on, -10) };
  const daysAgo = (days: number) => new Date(test.services.now() - days * 24 * 3_600_000);
  const made = (wanted: Parameters<typeof makeHostedOrder>[3]) =>
    makeHostedOrder(test, host, renter.id, { ...dates, ...wanted });
  const over = (days: number) => ({
    status: "completed" as const,
    tripStartedAt: daysAgo(40),
    tripCompletedAt: daysAgo(days),
    carBackAt: daysAgo(days),
  });
  const later = { pickupDate: addDays(on, 10), returnDate: addDays(on, 40) };
  const unasked = { hostAskedAt: null, hostAnsweredAt: null, hostAnswer: null };
  const never = [
    await made({ ...later, status: "pending", ...unasked, emailConfirmedAt: null }),
    await made({ ...later, status: "confirmed" }),
    await made({ ...later, status: "cancelled" }),
    await made(over(8)),
  ];
  for (const id of never) {
    const picture = await sendEvidence(test, renter);
    const refused = refusalOf(await begin(report([picture], { about: { orderId: id } })));
    expect(refused).toMatchObject({ status: 409, code: "report_not_possible" });
    expect((await contentOf(picture, host)).statusCode).toBe(404);
  }
  const possible = [await made(over(6)), await made({ ...over(20), carBackAt: null, isCarOut: true })];
  for (const id of possible) {
    const sent = report([], { about: { orderId: id } });
    expect((await begin(sent)).statusCode).toBe(201);
    // A repeated report is still accepted when it is too late for a new one.
    await test.services.database.rows(
      "update orders set car_back_at = now() - interval '30 days', is_car_out = false where id = $1",
      [id],
    );
    expect((await begin(sent)).statusCode).toBe(201);
  }
  const listed = (await callAs(test, renter, "GET", "/api/account/orders?limit=100")).json<
    Answer<typeof listOwnOrders>
  >();
  expect(never.map((id) => listed.find((order) => order.id === id)?.reportable)).toEqual(
    never.map(() => false),
  );
  expect(listed.find((order) => order.id === orderId)?.reportable).toBe(true);
  const reportedOrders = await test.services.database.rows<{ id: string }>(
    "select order_id as id from emails where kind = 'host_incident' and order_id = any($1)",
    [[...never, ...possible]],
  );
  expect(reportedOrders.map(({ id }) => id).toSorted()).toEqual(possible.toSorted());
});
