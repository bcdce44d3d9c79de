import { describe, expect, it } from "vitest";
import { publicFacts, usualFacts } from "#domain/cars/fields.ts";
import { pick } from "#domain/pick.ts";
import * as accounts from "./accounts.ts";
import * as carCalls from "./cars.ts";
import * as changes from "./changes.ts";
import * as condition from "./trips.ts";
import * as contact from "./contact.ts";
import * as adminAccounts from "./admin/accounts.ts";
import * as adminBackend from "./admin/status.ts";
import * as adminContact from "./admin/contact.ts";
import * as adminSubscriptions from "./admin/subscriptions.ts";
import { type Endpoint, isAccess } from "./endpoint.ts";
import * as hosting from "./hosting.ts";
import * as ordering from "./booking.ts";
import * as orders from "./orders.ts";
import * as reviews from "./reviews.ts";
import * as quotes from "./quotes.ts";
import * as subscriptions from "./subscriptions.ts";

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;
const people = {
  ...accounts,
  ...adminAccounts,
  ...contact,
  ...adminContact,
  ...subscriptions,
  ...adminSubscriptions,
};
const endpoints = Object.entries<unknown>({
  ...people,
  ...adminBackend,
  ...carCalls,
  ...hosting,
  ...ordering,
  ...orders,
  ...quotes,
  ...changes,
  ...condition,
  ...reviews,
}).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as const] : []));

describe("every endpoint", () => {
  it("every endpoint has an address of its own", () => {
    const addresses = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ":")}`);
    expect(addresses.length).toBeGreaterThanOrEqual(13);
    expect(addresses.filter((address, place) => addresses.indexOf(address) !== place)).toEqual([]);
  });

  it.each(endpoints)(
    "the endpoint %s declares its callers, address, summary and answer",
    (_name, { access, path, summary, tag, status, method, response, body, params }) => {
      expect(isAccess(access)).toBe(true);
      expect(path).toMatch(/^\/api(\/(:[a-zA-Z]+|[a-z][a-z0-9-]*))+$/);
      expect([summary, tag].every((words) => /^\S.*\S$/.test(words))).toBe(true);
      expect([200, 201]).toContain(status);
      expect(response).toBeDefined();
      expect(method === "GET" ? body : "none").toBe(method === "GET" ? undefined : "none");
      expect(params !== undefined).toBe(path.includes(":"));
    },
  );
});

const money = {
  days: 30,
  months: 1,
  discountPercent: 0,
  lines: [{ kind: "rental", amount: "749.00" }],
  subtotal: "749.00",
  fees: "0.00",
  taxes: "0.00",
  total: "749.00",
  milesIncluded: 1000,
};
const car = {
  id: crypto.randomUUID(),
  name: "Toyota Camry LE",
  brand: "Toyota",
  model: "Camry",
  year: 2022,
  category: "Sedan",
  bodyStyle: "sedan",
  colour: "Silver",
  monthlyPrice: "749.00",
  description: "",
  features: [],
  image: "/a.webp",
  images: [],
  city: "San Jose",
  state: "CA",
  zipCode: "95112",
  minRentDays: 30,
  ...pick(usualFacts(), publicFacts),
  available: true,
  pictures: [
    { url: "/a.webp", width: 1, height: 1, widths: [], view: "hero", illustration: true, path: "/secret/a" },
  ],
};

describe("an answer", () => {
  it("an answer about a car has no plate, no insurance and no undeclared field", () => {
    const { pictures, ...rest } = car;
    const secrets = { plateNumber: "7ITW146", insurance: "AAA", retiredAt: null, search_text: "secret" };
    const { path: _path, ...image } = pictures[0] ?? {};
    expect(carCalls.Car.parse({ ...car, ...secrets })).toEqual({ ...rest, pictures: [image] });
    expect(carCalls.listCars.response.parse([{ ...car, ...secrets }])).toEqual([
      { ...rest, pictures: [image] },
    ]);
  });

  it("an answer about an order has no name, telephone number, place or key", () => {
    const order = {
      ...money,
      id: crypto.randomUUID(),
      orderNumber: "LB-7K3F-9QXA",
      source: "request",
      status: "pending",
      createdAt: "2026-11-21T00:00:00Z",
      pickupDate: "2026-12-01",
      returnDate: "2026-12-31",
      pickupTime: "10:00",
      returnTime: "10:00",
      totalPrice: "749.00",
      dailyRate: "24.97",
      customerEmail: "w***@example.com",
      collisionIncluded: true,
      monthlyPrice: "749.00",
      emailConfirmed: true,
      confirmable: false,
      cancellable: false,
    };
    const secrets = {
      customerName: "Wei Lin",
      customerPhone: "+1 650 555 0134",
      pickupLocation: "123 Castro Street",
      keyHash: "x",
      requestHash: "y",
      placedFrom: "z",
      promo: "WELCOME",
    };
    expect(orders.Order.parse({ ...order, ...secrets })).toEqual(order);
  });

  it("an answer with an amount without two decimals fails", () => {
    for (const monthlyPrice of [749, "749", "749.5", "$749.00", "1,749.00", "NaN"])
      expect(carCalls.Car.safeParse({ ...car, monthlyPrice }).success, String(monthlyPrice)).toBe(false);
  });
});

const request = {
  customerName: "Wei Lin",
  customerEmail: "wei.lin@example.com",
  pickupDate: "2026-12-01",
  returnDate: "2026-12-31",
  totalPrice: "749.00",
};

describe("a request body", () => {
  const booking = { ...request, carId: crypto.randomUUID(), pickupLocation: "123 Castro Street" };

  it("a request keeps only declared fields: no price, no status, no owner", () => {
    const made = {
      status: "confirmed",
      total: 1,
      monthlyPrice: 1,
      userId: "1",
      source: "plan",
      expiresAt: null,
      __proto__: { isAdmin: true },
      card: { number: "4242424242424242" },
    };
    expect(ordering.BookingRequest.parse({ ...booking, ...made })).toEqual({
      ...booking,
      totalPrice: 74_900,
    });
  });

  it("a request for a plan keeps only the brand, last four digits and expiry of a card", () => {
    const card = { brand: "visa", last4: "4242", expiry: "12/29" };
    const sent = {
      ...request,
      tier: "basic",
      location: "Fremont",
      insurance: "decline",
      paymentMethod: "credit-card",
      card: { ...card, number: "4242424242424242", cvv: "123", name: "Wei Lin" },
    };
    expect(ordering.PlanOrderRequest.parse(sent)).toMatchObject({ card });
    expect(JSON.stringify(ordering.PlanOrderRequest.parse(sent))).not.toMatch(/424242|123/);
    expect(
      ordering.PlanOrderRequest.safeParse({ ...sent, card: { ...card, last4: "42424242" } }).success,
    ).toBe(false);
    expect(ordering.PlanOrderRequest.safeParse({ ...sent, card: { ...card, expiry: "13/29" } }).success).toBe(
      false,
    );
  });

  it.each([
    ["customerName", ["", "   ", "x".repeat(121), "a\u0000", 5, null]],
    ["customerEmail", ["", "nobody", "a@b.co\r\nBcc: x@y.co", ["a@b.co"]]],
    ["pickupDate", ["2026-02-30", "2026-12-01T00:00:00Z", "tomorrow", 20261201, null]],
    ["returnDate", ["", "31.12.2026"]],
    ["pickupTime", ["08:00", "25:00", 9]],
    ["totalPrice", ["-1", "NaN", "1e3", "1,917.00", Number.NaN, Infinity, true, null, {}, "7490000000.00"]],
    ["carId", ["", "1", "../etc", "00000000-0000-0000-0000-00000000000g"]],
    ["pickupLocation", ["", " "]],
    ["language", ["fr", "", null]],
    ["id", ["1", "", null]],
  ])("a request with a bad %s is refused", (field, values) => {
    const errors = values.map(
      (value) => ordering.BookingRequest.safeParse({ ...booking, [field]: value }).error?.issues[0]?.path[0],
    );
    expect(errors).toEqual(values.map(() => field));
  });

  it("a request for a quote names a car or a plan, and not both", () => {
    const dates = { pickupDate: "2026-12-01", returnDate: "2026-12-31" };
    const isRead = (body: object) => quotes.QuoteRequest.safeParse({ ...dates, ...body }).success;
    const carId = crypto.randomUUID();
    expect([
      isRead({ carId }),
      isRead({ tier: "basic" }),
      isRead({}),
      isRead({ carId, tier: "basic" }),
    ]).toEqual([true, true, false, false]);
  });
});

describe("a query of the fleet", () => {
  it.each([
    [{ limit: "" }, {}],
    [
      { q: "  camry  ", limit: "24", sort: "name" },
      { q: "camry", limit: 24, sort: "name" },
    ],
    [{ category: "", location: "", pickupDate: "", returnDate: "" }, {}],
    [{ utm_source: "letter" }, {}],
  ])("the query %j is read as %j", (query, read) => {
    expect(JSON.parse(JSON.stringify(carCalls.CarListQuery.parse(query)))).toEqual(read);
  });

  it.each(["0", "101", "-1", "1.5", "1e2", "1e309", "0x10", " 5", "٥", "abc"])(
    "the query limit=%s is refused",
    (limit) => {
      expect(carCalls.CarListQuery.safeParse({ limit }).success).toBe(false);
    },
  );
});
