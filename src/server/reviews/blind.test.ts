// @one-database
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { HostReviews } from "#contract/host/reviews.ts";
import type { HostRequest } from "#contract/host/requests.ts";
import type { OwnReview } from "#contract/reviews.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { type AnyEndpoint, endpoints } from "#test/endpoints.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { requestCalls } from "#test/host-requests.ts";
import { publishWaitingReviews } from "./publish-waiting.ts";

const day = 86_400_000;
let test: TestApp;
let host: Person;
let renter: Person;
let admin: Person;
const { requested } = requestCalls(() => test);

beforeAll(async () => {
  test = await startTestApp();
  host = await hostNamed("lena_lends");
  renter = await makePerson(test);
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

async function hostNamed(username: string): Promise<Person> {
  const person = await makePerson(test, { role: "host" });
  await test.services.database.rows("update accounts set username = $2 where id = $1", [person.id, username]);
  return person;
}
const completed = async (daysAgo: number, wanted: { carId?: string; accountId?: string } = {}) =>
  makeHostedOrder(test, host, wanted.accountId ?? renter.id, {
    ...(wanted.carId && { carId: wanted.carId }),
    isSigned: false,
    status: "completed",
    tripCompletedAt: new Date(test.services.now() - daysAgo * day),
  });
const write = (orderId: string, by: Person, rating: number, comment = "") =>
  test.app.inject({
    method: "POST",
    url: `/api/orders/${orderId}/reviews`,
    payload: { rating, comment },
    headers: by.authorization,
  });
const read = async (orderId: string, by: Person) =>
  (await callAs(test, by, "GET", `/api/orders/${orderId}/reviews`)).json<{
    review: OwnReview | null;
    other: OwnReview | null;
    isOpen: boolean;
    mayReply: boolean;
    mayHide: boolean;
  }>();
const later = (days: number): TestApp["services"] => ({
  ...test.services,
  now: () => test.services.now() + days * day,
});
const emailsOf = (orderId: string) =>
  test.services.database.rows<{ kind: string; recipient: string }>(
    "select kind, recipient from emails where order_id = $1 and kind like '%review%' order by kind",
    [orderId],
  );

/** Reads everything that a person can read about orders and their car. */
async function everythingRead(by: Person | undefined, orders: string[], car: string): Promise<string> {
  const bodies: string[] = [];
  const ids = [...orders, car, renter.id, host.id];
  const addresses = new Set(endpoints.flatMap((endpoint) => addressesOf(endpoint, ids)));
  for (const url of [...addresses, `/cars/${car}`, "/hosts/lena_lends", "/cars", "/"]) {
    const answer = await test.app.inject({ url, headers: by?.authorization ?? {} });
    bodies.push(answer.body);
  }
  return bodies.join("\n");
}

function addressesOf({ method, path }: AnyEndpoint, ids: string[]): string[] {
  if (method !== "GET" || path === "/api/events") return [];
  const query = path.includes("calendar") ? "?from=2026-01-01&until=2027-12-31" : "";
  return ids.map(
    (id) =>
      path
        .replace(/:(id|orderId)/, id)
        .replace(":username", "lena_lends")
        .replaceAll(/:\w+/g, "none") + query,
  );
}

describe("reviews of a host's car", () => {
  it("a review of only one side can be read only by its author", async () => {
    const carId = await makeHostCar(test, host.id);
    const order = await completed(2, { carId });
    const said = { renter: "Blind words of the renter", host: "Blind words of the host" };
    expect((await write(order, renter, 2, said.renter)).statusCode).toBe(201);
    const other = await completed(2, { carId });
    expect((await write(other, host, 1, said.host)).statusCode).toBe(201);
    const readBy = (reader: Person | undefined) => everythingRead(reader, [order, other], carId);
    const isSeen = (text: string) => [text.includes(said.renter), text.includes(said.host)];
    expect(isSeen(await readBy(renter))).toEqual([true, false]);
    expect(isSeen(await readBy(host))).toEqual([false, true]);
    for (const reader of [admin, undefined]) expect(isSeen(await readBy(reader))).toEqual([false, false]);
    expect(await read(order, host)).toMatchObject({ review: null, other: null, isOpen: true });
    expect(await read(order, admin)).toMatchObject({ review: null, other: null });
    expect(await emailsOf(order)).toEqual([]);
    const events = await test.services.database.rows<{ to: string[]; admins: string | null }>(
      `select "to", admins from events where kind = 'review' and about ->> 'orderId' = $1`,
      [order],
    );
    expect(events).toEqual([{ to: [renter.id], admins: null }]);
    expect(await read(other, renter)).toMatchObject({ review: null, other: null, isOpen: true });
  });

  it("a review counts nowhere before it is published, and everywhere afterwards", async () => {
    const another = await hostNamed("omar_lends");
    const carId = await makeHostCar(test, another.id);
    const order = await makeHostedOrder(test, another, renter.id, {
      carId,
      status: "completed",
      tripCompletedAt: new Date(test.services.now() - day),
    });
    const means = async () => {
      const car = (await test.app.inject(`/api/cars/${carId}`)).json<{
        rating?: object;
        host: { rating?: object };
      }>();
      const cars = (await test.app.inject("/api/cars?limit=100")).json<{ id: string; rating?: object }[]>();
      const page = (await test.app.inject("/api/hosts/omar_lends")).json<{ host: { rating?: object } }>();
      return [car.rating, car.host.rating, page.host.rating, cars.find(({ id }) => id === carId)?.rating];
    };
    await write(order, renter, 4, "Good");
    expect(await means()).toEqual([undefined, undefined, undefined, undefined]);
    await write(order, another, 5);
    expect(await means()).toEqual(Array(4).fill({ mean: 4, count: 1 }));
  });

  it("the second review publishes both, and each side gets one email", async () => {
    const order = await completed(1);
    await write(order, renter, 3, "Late");
    await write(order, host, 5, "Kind");
    expect(await read(order, renter)).toMatchObject({
      review: { rating: 3, isPublished: true },
      other: { rating: 5, comment: "Kind" },
      isOpen: false,
    });
    expect(await read(order, host)).toMatchObject({
      review: { rating: 5 },
      other: { rating: 3 },
      mayReply: true,
    });
    expect(await read(order, admin)).toMatchObject({
      review: { rating: 3 },
      other: { rating: 5 },
      mayHide: true,
    });
    expect((await emailsOf(order)).map(({ kind }) => kind)).toEqual([
      "host_review_published",
      "review_published",
    ]);
    await publishWaitingReviews(later(30));
    expect(await emailsOf(order)).toHaveLength(2);
  });

  it("a single review is published after its fourteenth day, and the other side can't answer in kind", async () => {
    const order = await completed(14);
    await write(order, renter, 4, "Fine");
    await publishWaitingReviews(test.services);
    expect((await read(order, host)).other).toBeNull();
    await publishWaitingReviews(later(1));
    expect(await read(order, host)).toMatchObject({ other: { rating: 4 }, isOpen: false });
    expect(refusalOf(await write(order, host, 1)).code).toBe("review_not_possible");
    expect((await emailsOf(order)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["host_review_published", host.email],
    ]);
  });

  it("a review is not published before its fourteenth day is over", async () => {
    await write(await completed(14), renter, 4);
    const changed = vi.spyOn(test.services.carFacts, "changed");
    await publishWaitingReviews(test.services);
    expect(changed).not.toHaveBeenCalled();
    await publishWaitingReviews(later(1));
    expect(changed).toHaveBeenCalled();
    changed.mockRestore();
  });

  it("two simultaneous reviews are both published", async () => {
    const order = await completed(1);
    await Promise.all([write(order, renter, 4), write(order, host, 4), publishWaitingReviews(test.services)]);
    expect(await read(order, renter)).toMatchObject({ review: { isPublished: true }, other: { rating: 4 } });
  });

  it("a host can't review a rental of their own or another host's renter", async () => {
    const order = await completed(1, { accountId: host.id });
    expect(refusalOf(await write(order, host, 5)).code).toBe("own_car");
    const byAddress = await makeHostedOrder(test, host, null, {
      customerEmail: host.email,
      status: "completed",
      tripCompletedAt: new Date(test.services.now() - day),
    });
    expect(refusalOf(await write(byAddress, host, 5)).code).toBe("own_car");
    expect((await read(byAddress, host)).isOpen).toBe(false);
    const listed = (await callAs(test, host, "GET", "/api/host/reviews")).json<HostReviews>().toWrite;
    expect(listed.map(({ orderId }) => orderId)).not.toContain(byAddress);
    const stranger = await makePerson(test, { role: "host" });
    expect(refusalOf(await write(await completed(1), stranger, 1)).status).toBe(404);
  });

  it("a published review can be answered only by its host, and a blind one not answered or hidden", async () => {
    const order = await completed(1);
    const { id } = (await write(order, renter, 2, "Dusty")).json<OwnReview>();
    const reply = (by: Person) =>
      test.app.inject({
        method: "PUT",
        url: `/api/reviews/${id}/reply`,
        payload: { text: "Sorry for the dust." },
        headers: by.authorization,
      });
    const hide = () =>
      test.app.inject({
        method: "PUT",
        url: `/api/admin/reviews/${id}`,
        payload: { isHidden: true, reason: "Test" },
        headers: admin.authorization,
      });
    for (const by of [host, admin, renter]) expect(refusalOf(await reply(by)).status).toBe(404);
    expect(refusalOf(await hide()).status).toBe(404);
    await write(order, host, 4);
    expect(refusalOf(await reply(admin)).status).toBe(404);
    expect(refusalOf(await reply(renter)).status).toBe(404);
    expect((await reply(host)).json<OwnReview>().reply).toMatchObject({
      by: "host",
      text: "Sorry for the dust.",
    });
    expect((await hide()).statusCode).toBe(200);
    expect((await read(order, host)).other).toBeNull();
    expect((await read(order, renter)).review).toMatchObject({ isHidden: true, hiddenReason: "Test" });
  });

  it("the next host sees the renter's mean rating without blind or hidden reviews", async () => {
    const guest = await makePerson(test);
    const carId = await makeHostCar(test, host.id);
    const request = await requested(guest, { carId });
    const mean = async () =>
      (await callAs(test, host, "GET", `/api/host/requests/${request}`)).json<HostRequest>().renter.mean;
    expect(await mean()).toBeNull();
    const [one, two] = [
      await completed(1, { accountId: guest.id }),
      await completed(1, { accountId: guest.id }),
    ];
    await write(one, host, 5);
    expect(await mean()).toBeNull();
    await write(one, guest, 5);
    expect(await mean()).toBe(5);
    await write(two, guest, 5);
    const { id } = (await write(two, host, 2)).json<OwnReview>();
    expect(await mean()).toBe(3.5);
    await callAs(test, admin, "PUT", `/api/admin/reviews/${id}`, { isHidden: true, reason: "Unfair" });
    expect(await mean()).toBe(5);
  });

  it("a host reads the reviews of all their cars page by page, and which renters they may review", async () => {
    const lender = await makePerson(test, { role: "host" });
    const made = async (days: number) =>
      makeHostedOrder(test, lender, renter.id, {
        status: "completed",
        tripCompletedAt: new Date(test.services.now() - days * day),
      });
    const [first, second, open] = [await made(3), await made(2), await made(1)];
    await made(20);
    for (const order of [first, second]) {
      await write(order, renter, 4, "Fine");
      await write(order, lender, 4);
    }
    const page = (address: string) => callAs(test, lender, "GET", address);
    const answer = await page("/api/host/reviews?limit=1");
    const one = answer.json<HostReviews>();
    expect(one).toMatchObject({ mean: 4, count: 2, reviews: [{ orderId: second, author: "Wei" }] });
    expect(one.toWrite).toEqual([expect.objectContaining({ orderId: open, firstName: "Wei" })]);
    const rest = await page(/<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? "");
    expect(rest.json()).toMatchObject({ reviews: [{ orderId: first }] });
    expect(rest.headers.link).toBeUndefined();
  });
});
