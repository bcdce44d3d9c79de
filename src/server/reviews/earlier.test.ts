import { afterAll, beforeAll, expect, it } from "vitest";
import type { HostReviews } from "#contract/host/reviews.ts";
import type { OwnReview } from "#contract/reviews.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { makeRecord } from "#test/condition.ts";
import { recordReading } from "#test/ended-rentals.ts";
import { goneOn } from "#test/gone-on.ts";
import { publishOverdueReviews } from "./publish.ts";

const day = 86_400_000;
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

type Read = { review: OwnReview | null; other: OwnReview | null; isOpen: boolean; earlier: OwnReview[] };
const read = async (id: string, by: Person) =>
  (await callAs(test, by, "GET", `/api/orders/${id}/reviews`)).json<Read>();
const write = (id: string, by: Person, comment: string, reviewId?: string) =>
  test.app.inject({
    method: "POST",
    url: `/api/orders/${id}/reviews`,
    payload: { rating: 2, comment, ...(reviewId && { id: reviewId }) },
    headers: by.authorization,
  });
const rental = async () => (await goneOn(test, { first, second, renter })).id;
async function backSince(days: number): Promise<string> {
  const id = await rental();
  const at = new Date(test.services.now() - days * day);
  await recordReading(test.services, {
    orderId: id,
    kind: "return",
    stretch: 1,
    odometer: 20_000,
    by: first.id,
    side: "host",
    at,
  });
  return id;
}
const inDays = (days: number) => ({ ...test.services, now: () => test.services.now() + days * day });
const toWrite = async (by: Person) =>
  (await callAs(test, by, "GET", "/api/host/reviews")).json<HostReviews>().toWrite;

it("the host of an earlier car reviews its renter once, from when the car is back until 14 days later", async () => {
  const out = await rental();
  expect(await read(out, first)).toMatchObject({ isOpen: false });
  expect(refusalOf(await write(out, first, "Early")).code).toBe("review_not_possible");
  expect(refusalOf(await write(await backSince(15), first, "Late")).code).toBe("review_not_possible");

  const id = await backSince(14);
  expect(await read(id, first)).toMatchObject({ isOpen: true, review: null });
  const listed = (await toWrite(first)).find(({ orderId }) => orderId === id);
  expect(listed).toMatchObject({ car: "Honda Fit", firstName: "Mei" });
  expect((await toWrite(second)).map(({ orderId }) => orderId)).not.toContain(id);
  const reviewId = crypto.randomUUID();
  for (const _again of [1, 2])
    expect((await write(id, first, "Sand everywhere", reviewId)).statusCode).toBe(201);
  expect(refusalOf(await write(id, first, "Once more")).code).toBe("review_exists");
  expect(await read(id, first)).toMatchObject({ isOpen: false, review: { comment: "Sand everywhere" } });
  expect((await toWrite(first)).map(({ orderId }) => orderId)).not.toContain(id);
});

it("what they say is nobody's to read before those days are over, and stands beside what the rental's own sides say", async () => {
  const id = await backSince(3);
  await write(id, first, "Words of the first host");
  await publishOverdueReviews(inDays(10));
  for (const reader of [renter, second, admin])
    expect(JSON.stringify(await read(id, reader))).not.toContain("Words of the first");

  await makeRecord(test, admin, id, "return");
  expect(await read(id, second)).toMatchObject({ isOpen: true, review: null, other: null });
  await write(id, second, "Words of the second host");
  await write(id, renter, "Words of the renter");
  // Both sides of the rental are in: what the first host says still waits for its own days.
  expect(await read(id, renter)).toMatchObject({
    other: { comment: "Words of the second host" },
    earlier: [],
  });
  await publishOverdueReviews(inDays(13));
  for (const reader of [renter, admin])
    expect(await read(id, reader)).toMatchObject({ earlier: [{ comment: "Words of the first host" }] });
  expect(JSON.stringify(await read(id, second))).not.toContain("Words of the first");
  const emails = await test.services.database.rows<{ content: string }>(
    "select content::text from emails where order_id = $1 and kind = 'review_published' order by created_at",
    [id],
  );
  expect(emails).toHaveLength(2);
  expect(emails[1]?.content).toContain("Honda Fit");
});

it("a published review of an earlier host keeps nobody else of the rental from writing", async () => {
  const id = await backSince(1);
  await write(id, first, "Fine");
  await publishOverdueReviews(inDays(15));
  await makeRecord(test, admin, id, "return");
  expect((await read(id, second)).isOpen).toBe(true);
  expect((await toWrite(second)).map(({ orderId }) => orderId)).toContain(id);
  expect((await read(id, renter)).isOpen).toBe(true);
  expect((await write(id, renter, "Good car")).statusCode).toBe(201);
});
