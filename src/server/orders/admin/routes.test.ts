// @one-database
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors.ts";
import { orderSorts } from "#domain/orders/attention.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { wireMoney } from "#domain/money.ts";
import { carServesPlan, plans } from "#domain/pricing/plans.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { emailsTo, letEmailsGo } from "#test/emails.ts";
import { refusalOf } from "#test/client.ts";
import { orderConditions } from "./filters.ts";
import { planCondition } from "./queries.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin" });

type PlacedOrder = { id: string; orderNumber: string; status: string };
type ListedOrder = PlacedOrder & {
  renterName: string;
  vehicleId: string | null;
  history: { by: string; from: string; to: string; reason: string }[];
  notes: { text: string; by: string }[];
};

async function place(
  wanted: { carId?: string; customerName?: string; customerEmail?: string; inDays?: number } = {},
): Promise<PlacedOrder> {
  const { inDays = 10, ...changes } = wanted;
  const carId = wanted.carId ?? (await makeCar(test));
  const dates = aMonth(test, inDays);
  const totalPrice = wireMoney(carPrice(75_000, dates).total);
  const payload = { ...renter, ...changes, carId, ...dates, totalPrice };
  const answer = await test.app.inject({ method: "POST", url: "/api/bookings", payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function placePlan(location = "Fremont"): Promise<PlacedOrder> {
  const { pickupDate, returnDate } = aMonth(test);
  const payload = {
    ...renter,
    tier: "standard",
    location,
    insurance: "decline",
    paymentMethod: "paypal",
    pickupDate,
    returnDate,
    totalPrice: "0.00",
  };
  const { quote } = (await test.app.inject({ method: "POST", url: "/api/orders", payload })).json<{
    quote: { total: string };
  }>();
  return (
    await test.app.inject({
      method: "POST",
      url: "/api/orders",
      payload: { ...payload, totalPrice: quote.total },
    })
  ).json();
}

const get = (url: string) => test.app.inject({ url, headers: admin.authorization });
const put = (url: string, payload: object, person = admin) =>
  test.app.inject({ method: "PUT", url, headers: person.authorization, payload });
const setStatus = (id: string, status: string, more: object = {}) =>
  put(`/api/admin/orders/${id}/status`, { status, ...more });
const numbersIn = async (query: string) =>
  (await get(`/api/admin/orders?${query}`)).json<PlacedOrder[]>().map(({ orderNumber }) => orderNumber);

describe("the back office's list of orders", () => {
  it("the search finds words in number, name, address, car and brand, in any case", async () => {
    const carId = await makeCar(test, { name: "Zebra Striped 100%", brand: "Quagga" });
    const order = await place({
      carId,
      customerName: "Ōkubo 魏琳 O'Neil",
      customerEmail: "very.unusual@example.com",
    });
    for (const words of [
      order.orderNumber.slice(3).toLowerCase(),
      order.id.slice(0, 13),
      "o'neil",
      "魏琳",
      "ŌKUBO",
      "UNUSUAL@",
      "zebra",
      "striped 100%",
      "quagga",
      "ze",
      "Q",
    ]) {
      expect([words, await numbersIn(`search=${encodeURIComponent(words)}`)]).toEqual([
        words,
        expect.arrayContaining([order.orderNumber]),
      ]);
    }
    for (const words of ["100_", "zebra%striped", "nothing like this", "\\"])
      expect(await numbersIn(`search=${encodeURIComponent(words)}`)).toEqual([]);
  });

  it("the search finds one or two letters, telephone numbers, plates, cities, plans and cars", async () => {
    const carId = await makeCar(test, {
      plateNumber: "7QQX419",
      city: "Cupertino",
      name: "Lexus ES 350",
      brand: "Lexus",
    });
    const [order, plan] = [
      await place({ carId, customerName: "王小明 Vuong" }),
      await placePlan("Sunnyvale"),
    ];
    await test.services.database.rows(
      "update orders set customer_phone = '+1 (415) 555-0177' where id = $1",
      [order.id],
    );
    for (const words of [
      "小明",
      "王",
      "明",
      "uo",
      "g",
      "王小明 vuong",
      "vuong lexus",
      "(415) 555-0177",
      "415 555 0177",
      "0177",
      "7QQX419",
      "7qqx",
      "Cupertino",
      "库比蒂诺",
      "雷克萨斯",
      carId,
    ]) {
      expect([words, await numbersIn(`search=${encodeURIComponent(words)}`)]).toEqual([
        words,
        expect.arrayContaining([order.orderNumber]),
      ]);
    }
    expect(await numbersIn("search=standard+sunnyvale")).toEqual([plan.orderNumber]);
    for (const words of ["明王", "小王", "vuong toyota", "415 555 0178"])
      expect(await numbersIn(`search=${encodeURIComponent(words)}`)).toEqual([]);
  });

  it("the search finds an order number by its beginning, however it is written", async () => {
    const order = await place({ customerName: "Lena Lb-Brown", customerEmail: "lbrunswick@example.com" });
    const [, first = "", last = ""] = order.orderNumber.split("-");
    for (const words of [
      `LB-${first}`,
      `lb-${first}-${last.slice(0, 2)}`.toLowerCase(),
      `LB\u2010${first}${last}`,
      `LB${first}${last}`,
      `lb-${first.slice(0, 2)} lena`,
      "lb-brown@",
      "lbrunswick",
      "lena lb",
    ]) {
      const isFound = words !== "lb-brown@";
      expect([
        words,
        (await numbersIn(`search=${encodeURIComponent(words)}`)).includes(order.orderNumber),
      ]).toEqual([words, isFound]);
    }
    for (const words of ["LB-01", `LB-${first}${last}2`, "LB-%", "LB-____"])
      expect(await numbersIn(`search=${encodeURIComponent(words)}`)).toEqual([]);
  });

  it("the search for a number's beginning uses the numbers' index", async () => {
    const { database } = test.services;
    const { text, parameters } = await orderConditions(database, { search: "lb-7k" }, "2026-01-01");
    expect(text).not.toContain("search_text");
    await database.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const [prefix = ""] = parameters;
      const plan: unknown = await tx.execute(
        sql.raw(`explain select from orders where ${text.replace("$1", `'${String(prefix)}'`)}`),
      );
      expect(JSON.stringify(plan)).toContain("Index Cond: ((order_number >= 'LB-7K'");
    });
  });

  it("the list filters by pickup and return, both days included", async () => {
    const { id, orderNumber } = await place({ customerName: "Dated Person" });
    const { pickupDate, returnDate } = (await get(`/api/admin/orders/${id}`)).json<{
      pickupDate: string;
      returnDate: string;
    }>();
    const found = (query: string) => numbersIn(`search=dated&${query}`);
    expect(
      await found(
        `pickupFrom=${pickupDate}&pickupUntil=${pickupDate}&returnFrom=${returnDate}&returnUntil=${returnDate}`,
      ),
    ).toEqual([orderNumber]);
    expect(await found(`pickupFrom=${returnDate}`)).toEqual([]);
    expect(await found(`pickupUntil=2020-01-01`)).toEqual([]);
    expect(await found(`returnFrom=2090-01-01`)).toEqual([]);
    expect(await found(`returnUntil=${pickupDate}`)).toEqual([]);
  });

  /** Five orders with the same name, some of them with the same dates, status or price. */
  const placeSorted = async (word: string) => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) {
      const { id } = await place({ customerName: `${word} ${"cabbd"[at]}`, inDays: 10 + (at % 3) });
      if (at % 2) await setStatus(id, "cancelled");
      ids.push(id);
    }
    return ids;
  };
  let sortedOrders: Promise<string[]> | undefined;

  it.each(orderSorts)(
    "the list sorted by %s is in order, page after page, whatever changes meanwhile",
    async (sort) => {
      const word = "Sortedly";
      sortedOrders ??= placeSorted(word);
      for (const [at, id] of (await sortedOrders).entries())
        await test.services.database.rows("update orders set total = 70000 + $2::int % 2 where id = $1", [
          id,
          at,
        ]);
      const value = (order: ListedOrder & Record<string, string>) =>
        ({
          placed: order.createdAt,
          number: order.orderNumber,
          renter: order.renterName,
          car: order.carName?.toLowerCase(),
          pickup: order.pickupDate,
          return: order.returnDate,
          total: order.totalPrice,
          status: orderStatuses.indexOf(order.status as never),
        })[sort];
      for (const direction of ["asc", "desc"]) {
        const seen: (ListedOrder & Record<string, string>)[] = [];
        let next: string | undefined =
          `/api/admin/orders?search=${word}&sort=${sort}&direction=${direction}&limit=2`;
        while (next) {
          const page = await get(next);
          seen.push(...page.json<(ListedOrder & Record<string, string>)[]>());
          next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
          // The last order of the page moves: the next page still begins after its former place.
          if (seen.length === 2)
            await test.services.database.rows("update orders set total = 1 where id = $1", [seen[1]?.id]);
        }
        expect(new Set(seen.map(({ id }) => id)).size).toBe(5);
        if (sort === "total") continue;
        const values = seen.map(value).map(String);
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(values).toEqual(direction === "asc" ? sorted : sorted.toReversed());
      }
    },
  );

  it("the list filters by status and time, and continues where the last page ended", async () => {
    const placed = [];
    for (let at = 0; at < 5; at++) placed.push(await place({ customerName: "Paging Person" }));
    await setStatus(placed[1]?.id ?? "", "confirmed");
    expect(await numbersIn("search=paging&status=confirmed")).toEqual([placed[1]?.orderNumber]);
    const pages: string[] = [];
    let next: string | undefined = "/api/admin/orders?search=paging&limit=2";
    while (next) {
      const page = await get(next);
      expect(page.headers["x-total-count"]).toBe("5");
      pages.push(...page.json<PlacedOrder[]>().map(({ orderNumber }) => orderNumber));
      next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
    }
    expect(pages).toEqual(placed.map(({ orderNumber }) => orderNumber).toReversed());
    await test.services.database.rows(
      "update orders set created_at = created_at - interval '10 days' where id = any($1)",
      [placed.slice(0, 2).map(({ id }) => id)],
    );
    await test.services.database.rows(
      "update orders set created_at = created_at - interval '40 days' where id = $1",
      [placed[2]?.id],
    );
    const counts = await Promise.all(
      ["today", "week", "month", "all"].map(
        async (time) => (await numbersIn(`search=paging&time=${time}`)).length,
      ),
    );
    expect(counts).toEqual([2, 2, 4, 5]);
  });

  it.each([
    "status=open",
    "time=year",
    "limit=0",
    "limit=101",
    "cursor=7",
    `cursor=${Buffer.from(JSON.stringify(["placed", "9".repeat(20), crypto.randomUUID()])).toString("base64url")}`,
    `sort=pickup&cursor=${Buffer.from(JSON.stringify(["pickup", "2026-02-31", crypto.randomUUID()])).toString("base64url")}`,
    "sort=colour",
    "attention=none",
    "pickupFrom=2026-02-30",
    `search=${"x".repeat(101)}`,
    "search=%00",
  ])("the list refuses %s", async (query) => {
    expect((await get(`/api/admin/orders?${query}`)).statusCode).toBe(400);
  });
});

describe("an order's status", () => {
  it("a status can change to any other, with an email and an entry in the history", async () => {
    const customerEmail = "every.way@example.com";
    const { id } = await place({ customerEmail });
    // One walk through all statuses that goes from each to each once, and back to the first.
    const walk = orderStatuses.flatMap((one, at) => [
      one,
      ...orderStatuses.slice(at + 1).flatMap((other) => [one, other]),
    ]);
    let from: string = orderStatuses[0];
    const pairs = new Set<string>();
    for (const to of [...walk.slice(1), orderStatuses[0]]) {
      const answer = await setStatus(id, to, { reason: "because" });
      await letEmailsGo(test);
      expect([from, to, answer.statusCode, answer.json<PlacedOrder>().status]).toEqual([from, to, 200, to]);
      pairs.add(`${from} ${to}`);
      from = to;
    }
    expect(pairs.size).toBe(orderStatuses.length ** 2);
    const { history } = (await get(`/api/admin/orders/${id}`)).json<ListedOrder>();
    expect(history.at(-1)).toMatchObject({ by: "Wei Lin", from: "cancelled", to: "pending" });
    expect(history.some(({ reason }) => reason === "because")).toBe(true);
    expect(new Set(await emailsTo(test, customerEmail))).toEqual(
      new Set([
        "order_received",
        "order_pending",
        "order_confirmed",
        "order_in_progress",
        "order_completed",
        "order_cancelled",
      ]),
    );
  });

  it("a status change never promises a car twice, and the answer names the other order", async () => {
    const carId = await makeCar(test);
    const customerEmail = "first.in.line@example.com";
    const first = await place({ carId, customerEmail });
    await setStatus(first.id, "cancelled");
    const second = await place({ carId });
    const refused = await setStatus(first.id, "confirmed");
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: "car_taken", message: expect.stringContaining(second.orderNumber) },
    ]);
    expect((await get(`/api/admin/orders/${first.id}`)).json<PlacedOrder>().status).toBe("cancelled");
    expect(await emailsTo(test, customerEmail)).not.toContain("order_confirmed");
  });

  it("one of five simultaneous confirmations for one car succeeds", async () => {
    const carId = await makeCar(test);
    const orders = [];
    for (let at = 0; at < 5; at++) {
      const order = await place({ carId });
      await setStatus(order.id, "cancelled");
      orders.push(order);
    }
    const answers = await Promise.all(orders.map(({ id }) => setStatus(id, "confirmed")));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ]);
  });

  it("a status change on an outdated status is refused", async () => {
    const { id } = await place();
    await setStatus(id, "confirmed", { from: "pending" });
    const late = await setStatus(id, "cancelled", { from: "pending" });
    expect([late.statusCode, late.json()]).toMatchObject([412, { code: "stale" }]);
  });

  it("an unknown status or order is refused", async () => {
    const { id } = await place();
    expect((await setStatus(id, "lost")).statusCode).toBe(422);
    expect((await setStatus(crypto.randomUUID(), "confirmed")).statusCode).toBe(404);
    expect((await setStatus("7", "confirmed")).statusCode).toBe(404);
  });
});

it("the database finds the cars of a plan as the domain does", async () => {
  const cars = ["Electric", "Sedan"].flatMap((category) =>
    ["Tesla", "TESLA", "Kia"].map((brand) => ({ category, brand })),
  );
  for (const plan of plans) {
    const found = await test.services.database.rows(
      `select category, brand from jsonb_to_recordset($1::jsonb) as cars(category text, brand text) where ${planCondition(plan)}`,
      [JSON.stringify(cars)],
    );
    expect(found).toEqual(cars.filter((car) => carServesPlan({ ...car, monthlyPrice: 0 }, plan)));
  }
});

describe("a plan order", () => {
  it("a plan order keeps its car while an extension is waiting, and once it is over", async () => {
    const [first, second] = [
      await makeCar(test, { monthlyPrice: 70_000 }),
      await makeCar(test, { monthlyPrice: 70_000 }),
    ];
    const { id } = await placePlan();
    const give = (carId: string) => put(`/api/admin/orders/${id}/car`, { carId });
    expect((await give(first)).statusCode).toBe(200);
    const { rows } = test.services.database;
    const [asked] = await rows<{ id: string }>(
      `insert into order_changes (id, order_id, kind, before, after, refund, status, answer_until, request_hash, created_at)
       values (gen_random_uuid(), $1, 'extension', '{}', '{}', 0, 'requested', now() + interval '1 day', 'x', now()) returning id`,
      [id],
    );
    const refused = async () => (await give(second)).json<ErrorBody>();
    expect(await refused()).toMatchObject({ code: "change_not_possible", obstacle: "waiting" });
    await rows("update order_changes set kind = 'swap' where id = $1", [asked?.id]);
    expect(await refused()).toMatchObject({ code: "change_not_possible", obstacle: "offered" });
    await rows("update order_changes set status = 'withdrawn', answered_at = now() where id = $1", [
      asked?.id,
    ]);
    expect((await give(second)).statusCode).toBe(200);
    await rows("update orders set status = 'completed' where id = $1", [id]);
    expect((await give(first)).statusCode).toBe(422);
    expect((await get(`/api/admin/orders/${id}`)).json()).toMatchObject({ canChooseCar: false });
  });

  it("a plan order keeps the car that another administrator has just chosen, and the answer names both", async () => {
    const colleague = await makePerson(test, { role: "admin" });
    const [first, second] = [
      await makeCar(test, { name: "Given first", monthlyPrice: 70_000 }),
      await makeCar(test, { name: "Given second", monthlyPrice: 70_000 }),
    ];
    const { id } = await placePlan();
    const give = (by: typeof admin, body: { carId: string; from?: string | null }) =>
      test.app.inject({
        method: "PUT",
        url: `/api/admin/orders/${id}/car`,
        payload: body,
        headers: by.authorization,
      });
    const raced = await Promise.all([
      give(admin, { carId: first, from: null }),
      give(colleague, { carId: second, from: null }),
    ]);
    expect(raced.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { vehicleId } = (await get(`/api/admin/orders/${id}`)).json<ListedOrder>();
    const [winner, loser] = vehicleId === first ? [admin, colleague] : [colleague, admin];
    const [name] = await test.services.database.rows<{ name: string }>(
      "select coalesce(nullif(full_name, ''), email) as name from accounts where id = $1",
      [winner.id],
    );
    const other = vehicleId === first ? second : first;
    const assigned = { by: name?.name, car: vehicleId === first ? "Given first" : "Given second" };
    expect(raced.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: "car_assigned",
      assigned,
    });
    // A caller that doesn't say which car it saw can't replace the car either; a caller that looked again can.
    expect((await give(loser, { carId: other })).json()).toMatchObject({ code: "car_assigned", assigned });
    expect((await give(loser, { carId: other, from: vehicleId })).statusCode).toBe(200);
    expect((await give(winner, { carId: vehicleId ?? "", from: vehicleId })).statusCode).toBe(409);
  });

  it("a plan order gets a free suitable car, and cars in its city come first", async () => {
    const [inCity, elsewhere, dear, electric] = [
      await makeCar(test, { name: "In town", city: "Fremont", monthlyPrice: 70_000 }),
      await makeCar(test, { name: "Elsewhere", city: "San Jose", monthlyPrice: 79_900 }),
      await makeCar(test, { name: "Dear", monthlyPrice: 80_000 }),
      await makeCar(test, { name: "Electric", category: "Electric", brand: "Tesla", monthlyPrice: 60_000 }),
    ];
    const order = await placePlan();
    const offered = (await get(`/api/admin/orders/${order.id}/cars`)).json<{ id: string; city: string }[]>();
    expect(offered[0]?.city).toBe("Fremont");
    const ids = new Set(offered.map(({ id }) => id));
    expect([inCity, elsewhere, dear, electric].map((id) => ids.has(id))).toEqual([true, true, false, false]);
    for (const carId of [dear, electric])
      expect((await put(`/api/admin/orders/${order.id}/car`, { carId })).statusCode).toBe(422);
    expect((await put(`/api/admin/orders/${order.id}/car`, { carId: inCity })).json()).toMatchObject({
      vehicleId: inCity,
      carName: "In town",
    });
    expect(await emailsTo(test, renter.customerEmail)).toContain("order_car");
    const other = await placePlan();
    expect((await put(`/api/admin/orders/${other.id}/car`, { carId: inCity })).json()).toMatchObject({
      code: "car_taken",
    });
    const request = await place();
    expect((await put(`/api/admin/orders/${request.id}/car`, { carId: elsewhere })).statusCode).toBe(422);
  });

  it("a plan order's car is found by words or plate among many", async () => {
    const order = await placePlan();
    const { rows } = test.services.database;
    await rows("update cars set available = false");
    for (let car = 0; car < 51; car++) await makeCar(test, { monthlyPrice: 70_000, city: "Fremont" });
    const last = await makeCar(test, {
      name: "Honda Fit",
      brand: "Honda",
      model: "Fit",
      plateNumber: "9LST001",
      city: "San Jose",
      monthlyPrice: 50_000,
    });
    for (let tesla = 0; tesla < 3; tesla++)
      await makeCar(test, { brand: "Tesla", category: "Electric", monthlyPrice: 79_900, city: "Fremont" });
    const find = async (q: string) => {
      const found = await get(`/api/admin/orders/${order.id}/cars?q=${encodeURIComponent(q)}`);
      return [found.json<{ id: string }[]>().map(({ id }) => id), Number(found.headers["x-total-count"])];
    };
    const [all, total] = await find("");
    expect([all, total]).toEqual([expect.not.arrayContaining([last]), 52]);
    for (const q of ["honda fit", "本田", "9lst", last]) expect(await find(q)).toEqual([[last], 1]);
    expect(await find("no such car")).toEqual([[], 0]);
  });
});

describe("the export", () => {
  it("the exported amounts add up to the total, and the plate is named", async () => {
    const carId = await makeCar(test, { plateNumber: "8SUM100" });
    const order = await place({ carId, customerName: "Sum Person" });
    const plan = await placePlan("Cupertino");
    await test.services.database.rows(
      `update orders set discount_percent = 5, total = subtotal - 4000 + 10900 - 2000 + 100 + 50, fees = 100, taxes = 50, lines = jsonb_build_array(
         jsonb_build_object('kind', 'rental', 'amount', subtotal), jsonb_build_object('kind', 'duration_discount', 'amount', -4000),
         jsonb_build_object('kind', 'insurance', 'amount', 10900), jsonb_build_object('kind', 'promo', 'amount', -2000)) where id = $1`,
      [order.id],
    );
    const read = async (number: string) => {
      const [header = "", line = ""] = (await get(`/api/admin/orders/export.csv?search=${number}`)).body
        .replace("\uFEFF", "")
        .split("\n");
      const cells = line.replaceAll(/"[^"]*"/g, "quoted").split(",");
      return Object.fromEntries(header.split(",").map((name, place) => [name, cells[place] ?? ""]));
    };
    for (const { orderNumber } of [order, plan]) {
      const row = await read(orderNumber);
      const sum = ["Rental", "Discount", "Insurance", "Promo", "Fees", "Taxes"].reduce(
        (all, name) => all + Number(row[name]),
        0,
      );
      expect([orderNumber, sum.toFixed(2)]).toEqual([orderNumber, row.Total]);
    }
    expect(await read(order.orderNumber)).toMatchObject({
      Plate: "8SUM100",
      Discount: "-40.00",
      Insurance: "109.00",
      Promo: "-20.00",
      Status: "Pending",
      Source: "car request",
    });
    expect(await read(plan.orderNumber)).toMatchObject({ Plate: "", Plan: "Standard", City: "Cupertino" });
  });
});

describe("notes and the export", () => {
  it("a note of an administrator is kept with its author", async () => {
    const { id } = await place();
    const written = await test.app.inject({
      method: "POST",
      url: `/api/admin/orders/${id}/notes`,
      headers: admin.authorization,
      payload: { text: "  Called back. <b>魏</b> " },
    });
    expect(written.statusCode).toBe(201);
    expect((await get(`/api/admin/orders/${id}`)).json<ListedOrder>().notes).toMatchObject([
      { text: "Called back. <b>魏</b>", by: "Wei Lin" },
    ]);
  });

  it("a note sent again with its id is kept once", async () => {
    const [order, other] = [await place(), await place()];
    const sent = { id: crypto.randomUUID(), text: "Called back" };
    const write = (payload: object, orderId = order.id) =>
      test.app.inject({
        method: "POST",
        url: `/api/admin/orders/${orderId}/notes`,
        headers: admin.authorization,
        payload,
      });
    const first = await write(sent);
    const again = await write(sent);
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(again.json()).toMatchObject(sent);
    expect((await get(`/api/admin/orders/${order.id}`)).json<ListedOrder>().notes).toHaveLength(1);
    for (const refused of [await write({ ...sent, text: "Other words" }), await write(sent, other.id)])
      expect(refusalOf(refused)).toMatchObject({ status: 422, code: "record_id_used" });
  });

  it("the export is a dated file whose cells run as no formula", async () => {
    const carId = await makeCar(test, { name: "@SUM(A1)" });
    const order = await place({ carId, customerName: '=HYPERLINK("http://evil.example","x")' });
    const answer = await get("/api/admin/orders/export.csv?search=hyperlink");
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toMatch(
      /^attachment; filename="orders_\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [header, row, ...others] = answer.body.replace("\uFEFF", "").trimEnd().split("\n");
    expect(header).toMatch(/^Order,Status,Placed,Source,Car,/);
    expect([row, others]).toEqual([expect.stringContaining(order.orderNumber), []]);
    expect(row).toContain('"\'=HYPERLINK(""http://evil.example"",""x"")"');
    expect(row).toContain(",'@SUM(A1),");
    expect(answer.body.startsWith("\uFEFF")).toBe(true);
    const inChinese = await get(`/api/admin/orders/export.csv?search=hyperlink&lang=zh`);
    expect(inChinese.body).toMatch(/^\uFEFF订单号,状态,下单时间,/);
    expect(inChinese.body).toContain(",待确认,");
    const everything = (await get("/api/admin/orders/export.csv")).body.trimEnd().split("\n").length - 1;
    expect(everything).toBe(Number((await get("/api/admin/orders?limit=1")).headers["x-total-count"]));
    const quoted = await get(
      `/api/admin/orders/export.csv?search=${encodeURIComponent("'; drop table orders; --")}`,
    );
    expect([quoted.statusCode, quoted.body.trimEnd().split("\n").length]).toEqual([200, 1]);
    expect((await get("/api/admin/orders/export.csv?status=open")).statusCode).toBe(400);
  });
});
