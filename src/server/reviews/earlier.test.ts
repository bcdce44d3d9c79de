// @one-database
import { afterAll, expect, it, vi } from "vitest";
import type { HostReviews } from "#contract/host/reviews.ts";
import type { OwnReview } from "#contract/reviews.ts";
import type { Person } from "#test/accounts.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { makeRecord, orderRow } from "#test/condition.ts";
import { startGoneOn } from "#test/gone-on.ts";
import { findEarlierRentals } from "./earlier.ts";
import { publishWaitingReviews } from "./publish-waiting.ts";

const day = 86_400_000;
const { test, first, second, renter, admin, rental, backSince } = await startGoneOn();
afterAll(() => test.close());

type Sides = { review: OwnReview | null; other: OwnReview | null; isOpen: boolean; mayReply: boolean };
type Read = Sides & { earlier: (Sides & { stretch: number; car: string })[] };
const read = async (id: string, by: Person) =>
  (await callAs(test, by, "GET", `/api/orders/${id}/reviews`)).json<Read>();
type SentReview = { id?: string; stretch?: number };
const write = (id: string, by: Person, comment: string, sent: SentReview = {}) =>
  test.app.inject({
    method: "POST",
    url: `/api/orders/${id}/reviews`,
    payload: { rating: 2, comment, ...sent },
    headers: by.authorization,
  });
const ofCar = { stretch: 1 };
const inDays = (days: number) => ({ ...test.services, now: () => test.services.now() + days * day });
const toWrite = async (by: Person) =>
  (await callAs(test, by, "GET", "/api/host/reviews")).json<HostReviews>().toWrite;

it("the host of an earlier car reviews its renter once, within 14 days after the car is back", async () => {
  const { id: out } = await rental();
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
    expect((await write(id, first, "Sand everywhere", { id: reviewId })).statusCode).toBe(201);
  expect(refusalOf(await write(id, first, "Once more")).code).toBe("review_exists");
  expect(await read(id, first)).toMatchObject({ isOpen: false, review: { comment: "Sand everywhere" } });
  expect((await toWrite(first)).map(({ orderId }) => orderId)).not.toContain(id);
});

it("an earlier host's review stays hidden for those days and appears beside the others", async () => {
  const id = await backSince(3);
  await write(id, first, "Words of the first host");
  await publishWaitingReviews(inDays(10));
  for (const reader of [renter, second, admin])
    expect(JSON.stringify(await read(id, reader))).not.toContain("Words of the first");

  await makeRecord(test, admin, id, "return");
  expect(await read(id, second)).toMatchObject({ isOpen: true, review: null, other: null });
  await write(id, second, "Words of the second host");
  await write(id, renter, "Words of the renter");
  // Both sides of the rental have written, but the first host's review still waits for its own days.
  expect(await read(id, renter)).toMatchObject({
    other: { comment: "Words of the second host" },
    earlier: [{ stretch: 1, other: null, isOpen: true }],
  });
  await publishWaitingReviews(inDays(13));
  for (const reader of [renter, admin])
    expect(await read(id, reader)).toMatchObject({
      earlier: [{ stretch: 1, car: "Honda Fit", other: { comment: "Words of the first host" } }],
    });
  expect(JSON.stringify(await read(id, second))).not.toContain("Words of the first");
  const emails = await test.services.database.rows<{ content: string }>(
    "select content::text from emails where order_id = $1 and kind = 'review_published' order by created_at",
    [id],
  );
  expect(emails).toHaveLength(2);
  expect(emails[1]?.content).toContain("Honda Fit");
});

it("an earlier host's review is not published before those days are over", async () => {
  await write(await backSince(14), first, "Fine");
  const changed = vi.spyOn(test.services.carFacts, "changed");
  await publishWaitingReviews(test.services);
  expect(changed).not.toHaveBeenCalled();
  await publishWaitingReviews(inDays(1));
  expect(changed).toHaveBeenCalled();
  changed.mockRestore();
});

it("an earlier host's published review doesn't close the reviews of the other sides", async () => {
  const id = await backSince(1);
  await write(id, first, "Fine");
  await publishWaitingReviews(inDays(15));
  await makeRecord(test, admin, id, "return");
  expect((await read(id, second)).isOpen).toBe(true);
  expect((await toWrite(second)).map(({ orderId }) => orderId)).toContain(id);
  expect((await read(id, renter)).isOpen).toBe(true);
  expect((await write(id, renter, "Good car")).statusCode).toBe(201);
});

it("the renter reviews an earlier car once, within 14 days after it is back, during the rental", async () => {
  const { id: out } = await rental();
  expect((await read(out, renter)).earlier).toEqual([]);
  expect(refusalOf(await write(out, renter, "Early", ofCar)).code).toBe("review_not_possible");
  expect(refusalOf(await write(await backSince(15), renter, "Late", ofCar)).code).toBe("review_not_possible");

  const id = await backSince(14);
  expect(await read(id, renter)).toMatchObject({
    isOpen: false,
    earlier: [{ stretch: 1, car: "Honda Fit", isOpen: true, review: null, other: null }],
  });
  expect(await nextOf(id)).toEqual([{ kind: "review_earlier_car", title: "Honda Fit" }]);
  expect(refusalOf(await write(id, renter, "The rental runs on")).code).toBe("review_not_possible");
  expect(refusalOf(await write(id, renter, "No such car", { stretch: 9 })).status).toBe(404);
  const reviewId = crypto.randomUUID();
  for (const _again of [1, 2])
    expect((await write(id, renter, "It rattled", { id: reviewId, ...ofCar })).statusCode).toBe(201);
  expect(refusalOf(await write(id, renter, "Once more", ofCar)).code).toBe("review_exists");
  expect(await nextOf(id)).toEqual([]);
  expect(await read(id, renter)).toMatchObject({
    isOpen: false,
    earlier: [{ isOpen: false, review: { comment: "It rattled", isPublished: false } }],
  });
});

it("an earlier car is not offered for review if its host's address is the renter's", async () => {
  const id = await backSince(3);
  expect(await nextOf(id)).toHaveLength(1);
  await test.services.database.rows("update orders set customer_email = $2 where id = $1", [id, first.email]);
  expect((await read(id, first)).isOpen).toBe(false);
  expect((await read(id, renter)).earlier).toEqual([]);
  expect((await toWrite(first)).map(({ orderId }) => orderId)).not.toContain(id);
  expect(await nextOf(id)).toEqual([]);
  expect(refusalOf(await write(id, first, "My own")).code).toBe("own_car");
});

/** The dashboard's suggestion to a renter to review a rental. */
const nextOf = async (id: string) =>
  (await callAs(test, renter, "GET", "/api/account/overview"))
    .json<{ next: { kind: string; orderId: string; title: string }[] }>()
    .next.filter(({ kind, orderId }) => orderId === id && kind.startsWith("review"))
    .map(({ kind, title }) => ({ kind, title }));

/** All that other people than the author may read of a car and the rental. */
async function readElsewhere(id: string, carId: string): Promise<string> {
  const answers = await Promise.all([
    test.app.inject(`/api/cars/${carId}/reviews`),
    test.app.inject("/api/reviews?language=en"),
    callAs(test, first, "GET", "/api/host/reviews"),
    callAs(test, second, "GET", "/api/host/reviews"),
    ...[first, second, admin].map((by) => callAs(test, by, "GET", `/api/orders/${id}/reviews`)),
  ]);
  return answers.map(({ body }) => body).join("\n");
}

it("the two reviews of an earlier car's days are published together, apart from the rental's own", async () => {
  const id = await backSince(3);
  const carId = (await carOf(id)).first;
  await write(id, renter, "The renter of the first car", ofCar);
  await makeRecord(test, admin, id, "return");
  await write(id, renter, "The renter of the second car");
  await write(id, second, "The host of the second car");
  await publishWaitingReviews(inDays(10));
  const before = await readElsewhere(id, carId);
  expect(before).toContain("The renter of the second car");
  expect(before).not.toContain("The renter of the first car");
  expect(await rated(carId)).toEqual([]);

  await write(id, first, "The host of the first car");
  expect(await read(id, renter)).toMatchObject({
    review: { comment: "The renter of the second car" },
    other: { comment: "The host of the second car" },
    earlier: [
      {
        review: { comment: "The renter of the first car", isPublished: true },
        other: { comment: "The host of the first car" },
      },
    ],
  });
  expect(await read(id, first)).toMatchObject({
    review: { comment: "The host of the first car" },
    other: { comment: "The renter of the first car" },
    mayReply: true,
    earlier: [],
  });
  const ofSecond = JSON.stringify(await read(id, second));
  expect(ofSecond).not.toContain("the first car");
  expect(await rated(carId)).toEqual([{ count: 1, sum: 2 }]);
  const listed = (await callAs(test, first, "GET", "/api/host/reviews")).json<HostReviews>().reviews;
  const ofFirst = listed.find(({ orderId }) => orderId === id);
  expect(ofFirst).toMatchObject({ comment: "The renter of the first car", car: "Honda Fit" });
  const reply = { text: "Sorry for the rattle" };
  await callAs(test, first, "PUT", `/api/reviews/${ofFirst?.id}/reply`, reply);
  expect(await readElsewhere(id, carId)).toContain(reply.text);
  const announced = await test.services.database.rows<{ kind: string; recipient: string }>(
    "select kind, recipient from emails where order_id = $1 and kind like '%review_published' order by recipient, kind",
    [id],
  );
  expect(announced.map(({ recipient }) => recipient).toSorted()).toEqual(
    [first, second]
      .map(({ email }) => email)
      .concat(renter.email, renter.email)
      .toSorted(),
  );
});

it("a single review of an earlier car is published after its 14 days and closes the other side's", async () => {
  const id = await backSince(5);
  await write(id, renter, "Alone of the first car", ofCar);
  await publishWaitingReviews(inDays(8));
  expect(await read(id, first)).toMatchObject({ other: null, isOpen: true });
  await publishWaitingReviews(inDays(11));
  expect(await read(id, first)).toMatchObject({
    other: { comment: "Alone of the first car" },
    isOpen: false,
  });
  expect(refusalOf(await write(id, first, "In kind")).code).toBe("review_not_possible");
  expect((await toWrite(first)).map(({ orderId }) => orderId)).not.toContain(id);
});

it("the days with an earlier car run on after a canceled rental, and can't be reviewed without a return", async () => {
  const { id } = await rental();
  await test.services.database.rows("update orders set status = 'cancelled' where id = $1", [id]);
  const [earlier] = await findEarlierRentals(test.services.database.db, await orderRow(test, id));
  expect(earlier?.order).toMatchObject({ status: "in_progress", tripCompletedAt: null });
  expect(refusalOf(await write(id, first, "Never came back")).code).toBe("review_not_possible");
});

it("a review of an earlier car of ours is published at once", async () => {
  const id = await backSince(1);
  await test.services.database.rows("update order_stretches set host_id = null where order_id = $1", [id]);
  expect((await write(id, renter, "Ours was clean", ofCar)).json()).toMatchObject({ isPublished: true });
});

/** The cars of a rental. */
async function carOf(id: string): Promise<{ first: string }> {
  const [found] = await test.services.database.rows<{ first: string }>(
    "select car_id as first from order_stretches where order_id = $1",
    [id],
  );
  return found ?? { first: "" };
}
const rated = (carId: string) =>
  test.services.database.rows("select count, sum from car_ratings where car_id = $1", [carId]);
