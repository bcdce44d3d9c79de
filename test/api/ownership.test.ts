// @one-database
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Relation, relations } from "#domain/people/relations.ts";
import { hashToken } from "#server/auth/link-tokens.ts";
import { orders } from "#server/db/schema/orders.ts";
import { makePerson, type Person } from "../accounts.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { callAs } from "../client.ts";
import { makeOrder } from "../condition.ts";
import type { OwnedSubject } from "#contract/endpoint.ts";
import { makeHostCar } from "../host-cars.ts";
import { type AnyEndpoint, endpoints } from "../endpoints.ts";

type Caller = { name: string; relation: Relation | undefined; person?: Person; key?: string };

const key = "the key of the email of this order";
const owning = endpoints.flatMap((endpoint) =>
  endpoint.owns ? [{ ...endpoint, owns: endpoint.owns, call: `${endpoint.method} ${endpoint.path}` }] : [],
);
/** Fills the other parameters of a path. Nothing has this id, so no call changes anything. */
const elsewhere = "00000000-0000-4000-8000-000000000000";

let test: TestApp;
let callers: Caller[];
let things: Record<OwnedSubject, string>;

beforeAll(async () => {
  test = await startTestApp();
  const person = await makePerson(test);
  const host = await makePerson(test, { role: "host" });
  const answeredAt = new Date(test.services.now());
  const order = await makeOrder(test, person.id, {
    customerEmail: person.email,
    customerName: "Mei Zhangsecret",
    customerPhone: "+1 650 555 0177",
    pickupLocation: "77 Hidden Grove",
    keyHash: hashToken(key),
    isSigned: false,
    hostId: host.id,
    hostSharePercent: 80,
    hostAskedAt: answeredAt,
    hostAnsweredAt: answeredAt,
    hostAnswer: "accepted",
  });
  const earlier = await makePerson(test, { role: "host" });
  await test.services.database.rows(
    `insert into order_stretches (order_id, number, car_id, car_name, host_id, host_share_percent, starts_on, ends_on, reason, created_at)
     select id, 1, $2, 'Earlier', $3, 80, pickup_date, pickup_date + 2, 'continuity', now() from orders where id = $1`,
    [order, await makeHostCar(test, earlier.id), earlier.id],
  );
  const begun = await callAs(test, person, "POST", "/api/conversations", {
    subject: "Keys",
    about: { orderId: order },
    to: "host",
    message: { text: "Hello" },
  });
  const applicant = await makePerson(test);
  await callAs(test, applicant, "POST", "/api/account/host-application");
  things = {
    order,
    conversation: begun.json<{ id: string }>().id,
    car: await makeHostCar(test, host.id),
  };
  callers = [
    { name: "its renter", relation: "renter", person },
    { name: "an administrator with no permission", relation: "admin", person: await admin() },
    { name: "a visitor with its key", relation: "key", key },
    { name: "a visitor with another key", relation: undefined, key: `${key}.` },
    { name: "a visitor", relation: undefined },
    { name: "another renter", relation: undefined, person: await makePerson(test) },
    { name: "the host of the car", relation: "host", person: host },
    { name: "the host of an earlier car", relation: "earlier_host", person: earlier },
    { name: "a host of another car", relation: undefined, person: await hostOfAnother() },
    { name: "somebody who applied to host", relation: undefined, person: applicant },
    { name: "a suspended administrator", relation: undefined, person: await admin({ isSuspended: true }) },
    {
      name: "an administrator who manages payments",
      relation: "admin",
      person: await makePerson(test, { role: "admin", permissions: ["manage_payments"] }),
    },
    {
      name: "an administrator who manages users",
      relation: "admin",
      person: await makePerson(test, { role: "admin", permissions: ["manage_users"] }),
    },
    { name: "somebody who no longer hosts", relation: undefined, person: await formerHost() },
  ];
});
afterAll(() => test.close());

/** A former host, who has no `hosting_since`: nobody can rent their cars, and the order was never theirs. */
async function formerHost(): Promise<Person> {
  const person = await hostOfAnother();
  await test.services.database.rows(
    "update accounts set role = 'customer', hosting_since = null where id = $1",
    [person.id],
  );
  return person;
}

async function hostOfAnother(): Promise<Person> {
  const person = await makePerson(test, { role: "host" });
  await makeHostCar(test, person.id);
  return person;
}

/** The kind of thing that a call's `:id` names. */
const subjectOf = ({ owns }: Pick<AnyEndpoint, "owns">): OwnedSubject =>
  owns?.order ? "order" : owns?.car ? "car" : "conversation";

const admin = (wanted: { isSuspended?: boolean } = {}) =>
  makePerson(test, { role: "admin", permissions: [], ...wanted });

/** Calls with an almost empty body; if that does something, the thing still belongs to the same person. */
async function codeOf(endpoint: AnyEndpoint, { person, key: typed }: Caller): Promise<string> {
  const { method, path } = endpoint;
  const id = things[subjectOf(endpoint)];
  const url = path.replace(":id", id).replaceAll(/:\w+/g, elsewhere);
  const answer = await test.app.inject({
    method: method as "GET",
    url: typed === undefined ? url : `${url}?key=${encodeURIComponent(typed)}`,
    headers: person?.authorization ?? {},
    ...(method !== "GET" && { payload: { ...(typed !== undefined && { key: typed }), kind: "none" } }),
  });
  return answer.statusCode < 300 ? "done" : answer.json<{ code: string }>().code;
}

const back = (days: number) =>
  `status = 'completed', trip_started_at = now() - interval '40 days', trip_completed_at = now() - interval '${days} days', is_car_out = false, car_back_at = now() - interval '${days} days', pickup_date = current_date - 40, return_date = current_date - ${days}`;
/** The order's state at each moment, and whether its host may know the renter then. */
const moments = [
  ["before the pickup", "status = 'confirmed', trip_started_at = null, trip_completed_at = null", true],
  ["during the rental", "status = 'in_progress', trip_started_at = now(), trip_completed_at = null", true],
  ["6 days after the car is back", back(6), true],
  ["8 days after the car is back", back(8), false],
] as const;
const stand = (columns: string) =>
  test.services.database.rows(`update orders set ${columns} where id = $1`, [things.order]);

describe("a call about a person's own thing", () => {
  it("every call under an order, a conversation or a host's car declares its owners, with known exceptions", () => {
    const apart = endpoints.filter(
      ({ path, owns, access }) =>
        /^\/api\/(orders|conversations|host\/cars)\/:id/.test(path) &&
        !owns &&
        access !== "admin" &&
        !Array.isArray(access),
    );
    // Calls that anybody may make, that also answer for an unfinished booking, or that an address alone opens.
    expect(apart.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      "GET /api/orders/:id",
      "GET /api/orders/:id/payment-session",
      "POST /api/orders/:id/charges",
      "POST /api/orders/:id/payment-session",
      "PUT /api/conversations/:id/origin",
    ]);
  });

  describe.each(moments)("%s", (moment, columns, isRenterKnown) => {
    // Before each test the order gets this state again.
    beforeEach(() => stand(columns));

    it("the host sees the renter's name, phone and place only for the allowed time, and never the email", async () => {
      const host = callers.find(({ relation }) => relation === "host");
      const reads = owning.filter(
        ({ method, owns }) => method === "GET" && owns.order?.some((relation) => relation === "host"),
      );
      const bodies = await Promise.all(
        reads.map(async ({ path }) => {
          const url = path.replace(":id", things.order).replaceAll(/:\w+/g, elsewhere);
          return (await test.app.inject({ url, headers: host?.person?.authorization ?? {} })).body;
        }),
      );
      expect(reads.map(({ path }) => path)).toContain("/api/host/trips/:id");
      const text = bodies.join("\n");
      const found = (words: readonly string[]) => words.filter((word) => text.includes(word));
      const known = ["Zhangsecret", "+1 650 555 0177", "77 Hidden Grove"];
      expect([found(known), found([callers[0]?.person?.email ?? "?"])]).toEqual([
        isRenterKnown ? known : [],
        [],
      ]);
    });

    // A host's call is tried at each of the moments; others at one of them by turns, and after the host's time.
    const place = moments.findIndex(([name]) => name === moment);
    const isOfHost = ({ owns }: (typeof owning)[number]) =>
      owns.order?.some((relation) => relation === "host" || relation === "earlier_host");
    const tried = owning.filter(
      (endpoint, at) => !isRenterKnown || isOfHost(endpoint) || at % (moments.length - 1) === place,
    );

    it.each(tried)(
      "$call is open to the declared relations, and answers 404 to everybody else",
      async (endpoint) => {
        const subject = subjectOf(endpoint);
        const allowed: readonly Relation[] = endpoint.owns[subject] ?? [];
        for (const caller of callers) {
          const code = await codeOf(endpoint, caller);
          const isThere = ![
            `${subject}_not_found`,
            "unauthenticated",
            "forbidden",
            "account_suspended",
            "host_not_approved",
          ].includes(code);
          const isForAdmins = endpoint.access === "admin" && caller.relation !== "admin";
          const mayCall = caller.relation !== undefined && allowed.includes(caller.relation) && !isForAdmins;
          // A permitted caller may get a 404 for the path's other ids.
          expect([
            caller.name,
            isThere || (mayCall && endpoint.path.includes("/:", endpoint.path.indexOf(":id"))),
          ]).toEqual([caller.name, mayCall]);
        }
      },
    );
  });

  it("every kind of relation is declared by some call", () => {
    const named = new Set(owning.flatMap(({ owns }) => Object.values(owns).flat()));
    expect([...named].toSorted()).toEqual([...relations].toSorted());
  });

  it("an order without its account is hidden from its former renter", async () => {
    const [order] = await test.services.database.db.select().from(orders).where(eq(orders.id, things.order));
    await test.services.database.db
      .update(orders)
      .set({ accountId: null })
      .where(eq(orders.id, things.order));
    const reviews = owning.find(({ call }) => call === "GET /api/orders/:id/reviews");
    const [renter] = callers;
    expect(reviews && renter && (await codeOf(reviews, renter))).toBe("order_not_found");
    await test.services.database.db
      .update(orders)
      .set({ accountId: order?.accountId ?? null })
      .where(eq(orders.id, things.order));
  });
});
