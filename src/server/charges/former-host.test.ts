// @one-database
import { afterAll, expect, it } from "vitest";
import type { ConditionRecord } from "#contract/trips.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { addDays } from "#domain/dates.ts";
import { today } from "#server/services.ts";
import { mailOverdue } from "#server/trips/overdue.ts";
import { makePerson } from "#test/accounts.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { propose, sendEvidence } from "#test/charges.ts";
import { refusalOf } from "#test/client.ts";
import { makeRecord, orderRow } from "#test/condition.ts";
import { startGoneOn } from "#test/gone-on.ts";

const { test, first, second, admin, rental } = await startGoneOn();
afterAll(() => test.close());

it("a former host can't charge, record or review former rentals, or answer reviews", async () => {
  const { id } = await rental();
  const records = `/api/orders/${id}/condition-records`;
  const begun = await test.app.inject({
    method: "POST",
    url: records,
    payload: { kind: "return" },
    headers: first.authorization,
  });
  expect(begun.statusCode, begun.body).toBe(201);
  for (const { id: accountId } of [first, second]) {
    const taken = await test.app.inject({
      method: "PUT",
      url: `/api/admin/users/${accountId}/role`,
      payload: { role: "customer", permissions: [] },
      headers: admin.authorization,
    });
    expect(taken.statusCode, taken.body).toBe(200);
  }
  const order = await orderRow(test, id);
  const review = crypto.randomUUID();
  await test.services.database.db.insert(reviews).values({
    id: review,
    orderId: id,
    carId: order.carId ?? "",
    hostId: second.id,
    authorName: "Mei",
    rating: 1,
    comment: "It was loud.",
    language: "en",
    publishedAt: new Date(test.services.now()),
    createdAt: new Date(test.services.now()),
  });
  const reply = await test.app.inject({
    method: "PUT",
    url: `/api/reviews/${review}/reply`,
    payload: { text: "It wasn't." },
    headers: second.authorization,
  });
  expect(refusalOf(reply).code).toBe("review_not_found");
  for (const by of [first, second]) {
    const sent = { category: "damage", amount: "400.00", words: "The bumper" };
    const evidence = [await sendEvidence(test, by)];
    const refused = [
      await propose(test, by, id, { ...sent, evidence }),
      ...(await Promise.all(
        (
          [
            ["GET", records],
            ["POST", records, { kind: "return" }],
            ["POST", `${records}/${begun.json<ConditionRecord>().id}/finish`, {}],
            ["GET", `/api/orders/${id}/reviews`],
            ["POST", `/api/orders/${id}/reviews`, { rating: 1 }],
          ] as const
        ).map(([method, url, payload]) =>
          test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization }),
        ),
      )),
    ];
    expect(refused.map((answer) => refusalOf(answer).code)).toEqual(refused.map(() => "order_not_found"));
  }
});

it("a former host gets no emails about former rentals and can't open their pictures", async () => {
  const host = await makePerson(test, { role: "host" });
  const renter = await makePerson(test);
  const ended = addDays(today(test.services), -1);
  const dates = { pickupDate: addDays(ended, -30), returnDate: ended };
  const orderId = await makeHostedOrder(test, host, renter.id, { status: "in_progress", ...dates });
  const taken = await test.app.inject({
    method: "PUT",
    url: `/api/admin/users/${host.id}/role`,
    payload: { role: "customer", permissions: [] },
    headers: admin.authorization,
  });
  expect(taken.statusCode, taken.body).toBe(200);
  const picture = await sendEvidence(test, renter);
  const reported = await test.app.inject({
    method: "POST",
    url: "/api/conversations",
    payload: {
      report: "accident",
      about: { orderId },
      subject: "Accident",
      message: { text: "Rear-ended on 101.", attachments: [picture] },
    },
    headers: renter.authorization,
  });
  expect(reported.statusCode, reported.body).toBe(201);
  const opened = await test.app.inject({
    url: `/api/uploads/${picture}/content`,
    headers: host.authorization,
  });
  expect(opened.statusCode).toBe(404);
  // Reminders are sent only from the morning on.
  const noon = Date.parse(`${today(test.services)}T20:00:00Z`);
  await mailOverdue({ ...test.services, now: () => noon });
  await makeRecord(test, renter, orderId, "return");
  const kinds = await test.services.database.rows<{ kind: string; recipient: string }>(
    "select kind, recipient from emails where order_id = $1",
    [orderId],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["admin_incident", "admin_order_overdue", "condition_return"]),
  );
  expect(kinds.filter(({ recipient }) => recipient === host.email)).toEqual([]);
});
