// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ListedOrder } from "#contract/account/orders.ts";
import type { Car } from "#contract/cars.ts";
import type { OwnReview } from "#contract/reviews.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";

let test: TestApp;
let renter: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  [renter, other] = [await makePerson(test), await makePerson(test)];
  admin = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
});
afterAll(() => test.close());

const daysAgo = (days: number) => new Date(test.services.now() - days * 86_400_000);
const completed = (carId: string, days = 1, by: Person = renter) =>
  makeOrder(test, by.id, { carId, status: "completed", tripCompletedAt: daysAgo(days) });
const call = (method: "POST" | "PUT", url: string, by: Person, payload: object) =>
  test.app.inject({ method, url, payload, headers: by.authorization });
const write = (orderId: string, by: Person, payload: object) =>
  call("POST", `/api/orders/${orderId}/reviews`, by, payload);
const ofOrder = async (orderId: string, by: Person) =>
  (await test.app.inject({ url: `/api/orders/${orderId}/reviews`, headers: by.authorization })).json<{
    review: OwnReview | null;
    isOpen: boolean;
    mayHide: boolean;
  }>();
const ofCar = async (carId: string, query = "") =>
  (await test.app.inject(`/api/cars/${carId}/reviews${query}`)).json<{
    mean: number | null;
    count: number;
    reviews: OwnReview[];
  }>();
/** The rating of a car in lists and on its own page. */
async function ratings(carId: string): Promise<(Car["rating"] | null)[]> {
  const listed = (await test.app.inject("/api/cars?limit=100")).json<Car[]>();
  const one = (await test.app.inject(`/api/cars/${carId}`)).json<Car>();
  return [listed.find(({ id }) => id === carId)?.rating ?? null, one.rating ?? null];
}

describe("a review", () => {
  it("a review is written once by the renter of a completed rental and appears with the car", async () => {
    const carId = await makeCar(test);
    const orderId = await completed(carId);
    expect(await ofOrder(orderId, renter)).toMatchObject({ review: null, isOpen: true });
    expect(await ratings(carId)).toEqual([null, null]);
    const id = crypto.randomUUID();
    const sent = { id, rating: 4, comment: "Clean, on time." };
    const answers = await Promise.all([0, 1, 2].map(() => write(orderId, renter, sent)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await ratings(carId)).toEqual([
      { mean: 4, count: 1 },
      { mean: 4, count: 1 },
    ]);
    const shown = await ofCar(carId);
    expect(shown).toMatchObject({ mean: 4, count: 1 });
    expect(shown.reviews).toEqual([
      expect.objectContaining({ id, rating: 4, comment: "Clean, on time.", author: "Wei", reply: null }),
    ]);
    expect(JSON.stringify(shown)).not.toContain(renter.id);
    expect(refusalOf(await write(orderId, renter, { rating: 1 }))).toMatchObject({ code: "review_exists" });
    expect(refusalOf(await write(orderId, renter, { ...sent, rating: 1 }))).toMatchObject({
      status: 422,
      code: "record_id_used",
    });
    expect(await ofOrder(orderId, renter)).toMatchObject({ review: { id }, isOpen: false });

    const second = await completed(carId, 2, other);
    await write(second, other, { rating: 5 });
    expect(await ratings(carId)).toEqual([
      { mean: 4.5, count: 2 },
      { mean: 4.5, count: 2 },
    ]);
    const first = await test.app.inject(`/api/cars/${carId}/reviews?limit=1`);
    expect(first.json()).toMatchObject({ count: 2, reviews: [{ rating: 5 }] });
    const next = await test.app.inject(/<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "");
    expect(next.json()).toMatchObject({ count: 2, reviews: [{ rating: 4 }] });
    expect(next.headers.link).toBeUndefined();
  });

  it("a review is refused to others, of a running rental, and after 14 days", async () => {
    const carId = await makeCar(test);
    const orderId = await completed(carId);
    expect((await write(orderId, other, { rating: 5 })).statusCode).toBe(404);
    expect((await write(orderId, admin, { rating: 5 })).statusCode).toBe(404);
    for (const rating of [0, 6, 4.5, "5"])
      expect((await write(orderId, renter, { rating })).statusCode).toBe(422);
    const late = await completed(carId, 16);
    expect(refusalOf(await write(late, renter, { rating: 5 }))).toMatchObject({
      status: 409,
      code: "review_not_possible",
    });
    const lasting = await makeOrder(test, renter.id, { status: "in_progress" });
    expect(refusalOf(await write(lasting, renter, { rating: 5 }))).toMatchObject({ status: 409 });
    expect(await ratings(carId)).toEqual([null, null]);
  });

  it("a review is answered in public, and hidden with a reason that only its author reads", async () => {
    const carId = await makeCar(test);
    const orderId = await completed(carId);
    const { id } = (await write(orderId, renter, { rating: 1, comment: "Call me at 555" })).json<OwnReview>();
    const kept = test.services.carFacts.version() ?? Infinity;
    const reply = await call("PUT", `/api/reviews/${id}/reply`, admin, { text: "We are sorry." });
    expect(reply.statusCode).toBe(200);
    // Kept pages of the car are without it.
    expect(test.services.carFacts.version()).toBeGreaterThan(kept);
    expect((await ofCar(carId)).reviews[0]?.reply?.text).toBe("We are sorry.");
    expect((await call("PUT", `/api/admin/reviews/${id}`, admin, { isHidden: true })).statusCode).toBe(422);
    expect(
      (await call("PUT", `/api/admin/reviews/${id}`, renter, { isHidden: true, reason: "x" })).statusCode,
    ).toBe(403);
    const hide = { isHidden: true, reason: "It has a phone number" };
    await call("PUT", `/api/admin/reviews/${id}`, admin, hide);
    expect(await ofCar(carId)).toMatchObject({ mean: null, count: 0, reviews: [] });
    expect(await ratings(carId)).toEqual([null, null]);
    expect((await ofOrder(orderId, renter)).review).toMatchObject({
      isHidden: true,
      hiddenReason: "It has a phone number",
    });
    // Hiding it twice hides it once, and a review that is shown again counts once.
    await call("PUT", `/api/admin/reviews/${id}`, admin, hide);
    await call("PUT", `/api/admin/reviews/${id}`, admin, { isHidden: false, reason: "Number removed" });
    expect(await ratings(carId)).toEqual([
      { mean: 1, count: 1 },
      { mean: 1, count: 1 },
    ]);
  });

  it("a review can be answered or hidden by an administrator who isn't involved, if there is another", async () => {
    const second = await makePerson(test, { role: "admin" });
    const orderId = await completed(await makeCar(test), 1, second);
    await write(orderId, second, { rating: 4 });
    expect((await ofOrder(orderId, second)).mayHide).toBe(false);
    expect((await ofOrder(orderId, admin)).mayHide).toBe(true);
    const ofRenter = await completed(await makeCar(test));
    await write(ofRenter, renter, { rating: 4 });
    expect((await ofOrder(ofRenter, renter)).mayHide).toBe(false);
  });

  it("the quoted reviews are the newest, one per person, in one language, and not hidden", async () => {
    const quoted = async (query = "language=zh") =>
      (await test.app.inject(`/api/reviews?${query}`)).json<(OwnReview & { car: { id: string } })[]>();
    const [one, two, three] = [await makePerson(test), await makePerson(test), await makePerson(test)];
    const say = async (by: Person, comment: string, language = "zh") => {
      const carId = await makeCar(test);
      const url = `/api/orders/${await completed(carId, 1, by)}/reviews`;
      const headers = { ...by.authorization, cookie: `language=${language}` };
      const payload = { rating: 5, comment };
      const sent = await test.app.inject({ method: "POST", url, payload, headers });
      return { carId, id: sent.json<OwnReview>().id };
    };
    await say(one, "很干净");
    const newer = await say(one, "很准时");
    await say(two, "");
    const hidden = await say(two, "不好");
    await say(two, "Fine", "en");
    const english = await say(three, "It held all my boxes.");
    const retired = await say(three, "不错");
    expect((await quoted()).map(({ comment }) => comment)).toEqual(["不错", "不好", "很准时"]);
    await call("PUT", `/api/admin/reviews/${hidden.id}`, admin, { isHidden: true, reason: "x" });
    await test.services.database.rows("update cars set retired_at = now(), available = false where id = $1", [
      retired.carId,
    ]);
    const left = await quoted();
    expect(left).toMatchObject([{ comment: "很准时", author: "Wei", car: { id: newer.carId } }]);
    expect(JSON.stringify(left)).not.toContain(one.id);
    expect(await quoted("language=zh&limit=1")).toHaveLength(1);
    // A review's language is that of its words, whatever language its author reads.
    expect((await quoted("language=en")).find(({ id }) => id === english.id)).toMatchObject({
      language: "en",
    });
    for (const bad of ["", "language=fr", "language=zh&limit=13"])
      expect((await test.app.inject(`/api/reviews?${bad}`)).statusCode).toBe(400);
  });

  it("a review is a next step until it is written or its time is over", async () => {
    const person = await makePerson(test);
    const orderId = await completed(await makeCar(test), 1, person);
    await completed(await makeCar(test), 20, person);
    const next = async () =>
      (await test.app.inject({ url: "/api/account/overview", headers: person.authorization })).json<{
        next: { kind: string; orderId: string }[];
      }>().next;
    const listed = async () => {
      const { authorization: headers } = person;
      const all = (await test.app.inject({ url: "/api/account/orders", headers })).json<ListedOrder[]>();
      const { recent } = (await test.app.inject({ url: "/api/account/overview", headers })).json<{
        recent: ListedOrder[];
      }>();
      return [all, recent].map((orders) => orders.filter(({ reviewable }) => reviewable).map(({ id }) => id));
    };
    expect(await next()).toEqual([expect.objectContaining({ kind: "review", orderId })]);
    expect(await listed()).toEqual([[orderId], [orderId]]);
    await write(orderId, person, { rating: 5 });
    expect(await next()).toEqual([]);
    expect(await listed()).toEqual([[], []]);
  });
});
