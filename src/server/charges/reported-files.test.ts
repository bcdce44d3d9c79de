// @one-database
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import type { AdminCharge, listHostCharges } from "#contract/charges.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { Person } from "#test/accounts.ts";
import { databaseKind } from "#test/app.ts";
import { propose, sendEvidence } from "#test/charges.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { startGoneOn } from "#test/gone-on.ts";
import { whileLocked } from "#test/while-locked.ts";

const { test, first, second, renter, admin, rental } = await startGoneOn();
afterAll(() => test.close());

/** Reports an accident with a picture, and returns the picture's id. */
async function report(orderId: string): Promise<{ picture: string; conversationId: string }> {
  const picture = await sendEvidence(test, renter);
  const conversationId = crypto.randomUUID();
  const begun = await callAs(test, renter, "POST", "/api/conversations", {
    id: conversationId,
    report: "accident",
    about: { orderId },
    subject: "Accident",
    message: { text: "Rear-ended on 101.", attachments: [picture] },
  });
  expect(begun.statusCode, begun.body).toBe(201);
  return { picture, conversationId };
}

/** Dates a conversation's messages back to when the first host's car was driven. */
const writtenBefore = (conversationId: string) =>
  test.services.database.rows(
    "update messages set created_at = now() - interval '10 days' where conversation_id = $1",
    [conversationId],
  );

const reportedTo = async (by: Person, orderId: string) =>
  (await callAs(test, by, "GET", `/api/host/trips/${orderId}/charges`))
    .json<Answer<typeof listHostCharges>>()
    .reported.map(({ id }) => id);
const canOpen = async (by: Person, id: string) =>
  (await test.app.inject({ url: `/api/uploads/${id}/content`, headers: by.authorization })).statusCode ===
  200;

it("a report's pictures are shown only to the host of the car that was driven then", async () => {
  const { id: orderId } = await rental();
  const { picture: before, conversationId } = await report(orderId);
  await writtenBefore(conversationId);
  const { picture: now } = await report(orderId);

  expect([await reportedTo(first, orderId), await reportedTo(second, orderId)]).toEqual([[before], [now]]);
  expect([await canOpen(first, before), await canOpen(first, now)]).toEqual([true, false]);
  expect([await canOpen(second, before), await canOpen(second, now)]).toEqual([false, true]);

  const charge = { category: "damage", amount: "90.00", words: "Rear bumper" };
  for (const [by, others, own] of [
    [first, now, before],
    [second, before, now],
  ] as const) {
    expect(refusalOf(await propose(test, by, orderId, { ...charge, evidence: [others] })).code).toBe(
      "invalid",
    );
    expect((await propose(test, by, orderId, { ...charge, evidence: [own] })).statusCode).toBe(201);
  }
  // An administrator charges for either car, with either picture.
  const byAdmin = await propose(test, admin, orderId, { ...charge, stretch: 1, evidence: [before, now] });
  expect(byAdmin.json<AdminCharge>().evidence).toHaveLength(2);
});

it.runIf(databaseKind === "postgres")("a reported picture is copied before the order is locked", async () => {
  const { id: orderId } = await rental();
  const { picture } = await report(orderId);
  const contents = async () => (await readdir(join(test.services.config.dataDir, "attachments"))).length;
  const before = await contents();
  const charge = { category: "damage", amount: "90.00", words: "Rear bumper", evidence: [picture] };
  const lock = { text: "select from orders where id = $1 for update", values: [orderId] };
  const proposed = await whileLocked(test, lock, async () => {
    const answer = propose(test, admin, orderId, charge);
    await vi.waitFor(async () => expect(await contents()).toBe(before + 1), 10_000);
    return { answer };
  });
  expect((await proposed.answer).statusCode).toBe(201);
  expect(await contents()).toBe(before + 1);
});

it("a picture added to a report after a swap shows the new car", async () => {
  const { id: orderId } = await rental();
  const { picture: before, conversationId } = await report(orderId);
  await writtenBefore(conversationId);
  const added = await sendEvidence(test, renter);
  const sent = await callAs(test, renter, "POST", `/api/conversations/${conversationId}/messages`, {
    text: "The other car has a scratch too.",
    attachments: [added],
  });
  expect(sent.statusCode, sent.body).toBe(201);
  expect([await reportedTo(first, orderId), await reportedTo(second, orderId)]).toEqual([[before], [added]]);
  expect([await canOpen(first, before), await canOpen(first, added)]).toEqual([true, false]);
  expect([await canOpen(second, before), await canOpen(second, added)]).toEqual([false, true]);
  const charge = { category: "damage", amount: "90.00", words: "Scratch", evidence: [added] };
  expect(refusalOf(await propose(test, first, orderId, charge)).code).toBe("invalid");
  expect((await propose(test, second, orderId, charge)).statusCode).toBe(201);
});

it("a picture shows the earlier car until the day on which the rental continues with the next", async () => {
  const { id: orderId } = await rental();
  const { picture } = await report(orderId);
  // The next car was chosen before the picture was sent, and begins only tomorrow, after two days without one.
  await test.services.database.rows(
    "update order_stretches set created_at = now() - interval '3 days', ends_on = current_date - 1 where order_id = $1",
    [orderId],
  );
  await test.services.database.rows(
    `insert into order_stretches (order_id, number, car_id, car_name, is_without_car, starts_on, ends_on, reason, created_at)
     select order_id, 2, car_id, car_name, true, ends_on, current_date + 2, 'continuity', created_at
     from order_stretches where order_id = $1`,
    [orderId],
  );
  expect(await canOpen(first, picture)).toBe(true);
  expect(await canOpen(second, picture)).toBe(false);
});
