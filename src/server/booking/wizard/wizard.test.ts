// @one-database
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WizardBooking } from "#contract/account/booking.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { wireMoney } from "#domain/money.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { languages } from "#domain/languages.ts";
import { findEmails } from "#server/mail/queries.ts";
import { renderEmail } from "#server/mail/render-email.ts";
import { forgetRenter } from "#server/accounts/forget-person.ts";
import { findUser } from "#gotrue/queries.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { forgetDrafts } from "./drafts.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailsTo, emailTo } from "#test/emails.ts";
import { verifyLicence } from "#test/condition.ts";
import { aMonth, giveLicence, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ DESK_EMAIL: "desk@longbay.example" });
});
afterAll(() => test.close());

const rows = <Row>(text: string, parameters: unknown[] = []) =>
  test.services.database.rows<Row>(text, parameters);

const call = (
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
  url: string,
  person?: Person,
  payload?: InjectOptions["payload"],
) => test.app.inject({ method, url, headers: person?.authorization ?? {}, ...(payload && { payload }) });

const phone = "+1 650 555 0134";
type WantedRental = { carId: string; pickupDate: string; returnDate: string };
const wanted = async (inDays = 10): Promise<WantedRental> => ({
  carId: await makeCar(test, { monthlyPrice: 75_000 }),
  ...aMonth(test, inDays),
});
const begin = (person: Person, what: WantedRental, more: object = {}) =>
  call("POST", "/api/wizard", person, { customerPhone: phone, ...what, ...more });
const begun = async (person: Person, what: WantedRental): Promise<WizardBooking> => {
  const answer = await begin(person, what);
  expect(answer.statusCode).toBe(201);
  return answer.json();
};
const change = (person: Person, id: string, body: object) => call("PATCH", `/api/wizard/${id}`, person, body);
const complete = (person: Person, id: string, body: object = {}) =>
  call("POST", `/api/wizard/${id}/complete`, person, body);
const resume = async (person: Person, carId: string) =>
  (await call("GET", `/api/wizard?carId=${carId}`, person)).json<WizardBooking>();
const request = (what: WantedRental) =>
  call("POST", "/api/bookings", undefined, {
    ...renter,
    ...what,
    totalPrice: wireMoney(carPrice(75_000, what).total),
  });

/** Moves a hold back by `time`, as if that much time had passed. */
const letPass = (id: string, time: string) =>
  rows(
    `update wizard_drafts set hold_began_at = hold_began_at - interval '${time}', hold_ends_at = hold_ends_at - interval '${time}' where id = $1`,
    [id],
  );
const minutesLeft = ({ holdEndsAt }: WizardBooking): number =>
  Math.round((Date.parse(holdEndsAt ?? "") - Date.now()) / 60_000);

/** A begun booking with all answers, ready to be completed. */
async function answered(person: Person, what: WantedRental, insurance = "basic"): Promise<WizardBooking> {
  await giveLicence(test, person.id);
  const { id } = await begun(person, what);
  const answer = await change(person, id, { selectedInsurance: insurance, paymentMethod: "paypal" });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

describe("a booking under way", () => {
  it("a booking under way holds its car for 30 minutes from each step and two hours at most", async () => {
    const person = await makePerson(test);
    const booking = await begun(person, await wanted());
    expect(booking).toMatchObject({ source: "wizard", status: "pending", hold: "held" });
    expect(minutesLeft(booking)).toBe(30);
    await letPass(booking.id, "25 minutes");
    const next = (await change(person, booking.id, { selectedInsurance: "premium" })).json<WizardBooking>();
    expect(minutesLeft(next)).toBe(30);
    for (const _ of [1, 2, 3, 4]) {
      await letPass(booking.id, "20 minutes");
      await change(person, booking.id, { selectedInsurance: "basic" });
    }
    // 25 + 80 minutes are over.
    expect(minutesLeft(await resume(person, booking.carId))).toBe(15);
  });

  it("the server prices a booking at every step, with insurance by the day", async () => {
    const person = await makePerson(test);
    const what = { ...(await wanted()), ...aMonth(test, 10, 3) };
    const booking = await begun(person, what);
    expect(booking.total).toBe(wireMoney(carPrice(75_000, what).total));
    for (const insurance of ["basic", "premium"] as const) {
      const next = await change(person, booking.id, { selectedInsurance: insurance });
      expect(next.json()).toMatchObject({
        total: wireMoney(carPrice(75_000, what, { insurance }).total),
        insurance: { product: insurance, dailyPrice: insurance === "basic" ? "15.00" : "40.00" },
      });
    }
  });

  it("a car being booked can't be found, quoted, requested, booked, blocked or deleted", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
    const what = await wanted();
    await makeCar(test, { monthlyPrice: 75_000 });
    const { carId, pickupDate, returnDate } = what;
    const isOffered = async () => {
      const dates = `pickupDate=${pickupDate}&returnDate=${returnDate}`;
      const listed = await call("GET", `/api/cars?${dates}&limit=100`);
      const quote = await call("POST", "/api/quotes", undefined, what);
      return [
        listed.json<{ id: string }[]>().some(({ id }) => id === carId),
        quote.json<{ available: boolean }>().available,
      ];
    };
    expect(await isOffered()).toEqual([true, true]);
    await begun(person, what);
    expect(await isOffered()).toEqual([false, false]);
    const refused = [await request(what), await begin(other, what)];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    for (const answer of refused) {
      const body = answer.json<ErrorBody>();
      expect(body.code).toBe("car_taken");
      expect(body.nextFree?.[0]?.from).toBe(addDays(returnDate, 1));
      expect(body.similarCars?.length).toBeGreaterThan(0);
    }
    const block = { from: pickupDate, until: returnDate, reason: "Service" };
    expect((await call("POST", `/api/admin/cars/${carId}/blocks`, admin, block)).statusCode).toBe(409);
    expect((await call("DELETE", `/api/admin/cars/${carId}`, admin)).statusCode).toBe(409);
    await expect(
      rows(
        "insert into car_blocks (car_id, first_date, last_date, reason, created_by) values ($1, $2, $3, 'x', $4)",
        [carId, pickupDate, returnDate, admin.id],
      ),
    ).rejects.toMatchObject({ code: "23P01" });
  });

  it("a booking's hold ends by the clock alone, without an email, and the booking keeps its answers", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const what = await wanted();
    const booking = await begun(person, what);
    await change(person, booking.id, { selectedInsurance: "premium", pickupLocation: "1 Castro Street" });
    await letPass(booking.id, "29 minutes");
    expect((await begin(other, what)).statusCode).toBe(409);
    await letPass(booking.id, "1 minute");
    expect((await call("POST", "/api/quotes", undefined, what)).json()).toMatchObject({ available: true });
    expect(await resume(person, what.carId)).toMatchObject({
      id: booking.id,
      hold: "lost",
      holdEndsAt: null,
      customerPhone: phone,
      pickupLocation: "1 Castro Street",
      selectedInsurance: "premium",
      nextFree: [{ from: what.pickupDate, until: null }],
    });
    await endStaleOrders(test.services);
    expect((await begin(other, what)).statusCode).toBe(201);
    expect(await resume(person, what.carId)).toMatchObject({
      hold: "lost",
      nextFree: [{ from: addDays(what.returnDate, 1), until: null }],
    });
    expect(await emailsTo(test, person.email)).toEqual([]);
  });

  it("a booking without its hold keeps new answers and can be held for other dates", async () => {
    const person = await makePerson(test);
    const what = await wanted();
    const { id } = await begun(person, what);
    await letPass(id, "31 minutes");
    const lost = await change(person, id, { selectedInsurance: "basic" });
    expect(lost.json()).toMatchObject({ hold: "lost", selectedInsurance: "basic" });
    const { pickupDate, returnDate } = aMonth(test, 60);
    const again = (await change(person, id, { pickupDate, returnDate })).json<WizardBooking>();
    expect(again).toMatchObject({ hold: "held", pickupDate, selectedInsurance: "basic" });
    expect(minutesLeft(again)).toBe(30);
  });

  it("a new booking ends the account's hold of another car, and resumes the one of the same car", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const [first, second] = [await wanted(), await wanted()];
    const booking = await begun(person, first);
    await change(person, booking.id, { selectedInsurance: "premium" });
    const later = await begin(person, { ...first, ...aMonth(test, 12) });
    expect(later.json()).toMatchObject({ id: booking.id, hold: "held", selectedInsurance: "premium" });
    await begun(person, second);
    expect(await resume(person, first.carId)).toMatchObject({ hold: "lost", selectedInsurance: "premium" });
    expect((await begin(other, first)).statusCode).toBe(201);
  });

  it("a booking repeated with its id is the same, and other data or another person gets no details", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const id = crypto.randomUUID();
    const what = await wanted();
    expect((await begin(person, what, { id })).json()).toMatchObject({ id });
    expect((await begin(person, what, { id })).json()).toMatchObject({ id });
    const others = [
      await begin(person, { ...what, ...aMonth(test, 20) }, { id }),
      await begin(other, what, { id }),
    ];
    for (const answer of others)
      expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([422, "order_id_used"]);
  });

  it("a booking under way is hidden from other accounts and is no order yet", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
    const booking = await begun(person, await wanted());
    expect(await resume(other, booking.carId)).toMatchObject({ hold: "none", holdEndsAt: null });
    for (const [who, status] of [
      [undefined, 401],
      [other, 404],
      [admin, 404],
    ] as const) {
      const answers = [
        await call("PATCH", `/api/wizard/${booking.id}`, who, { selectedInsurance: "basic" }),
        await call("POST", `/api/wizard/${booking.id}/complete`, who, {}),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status]);
    }
    for (const who of [undefined, other, admin])
      expect((await call("GET", `/api/orders/${booking.id}`, who)).statusCode).toBe(404);
    expect((await call("GET", `/api/orders/${booking.id}`, person)).json()).toMatchObject({
      id: booking.id,
      source: "wizard",
      status: "pending",
      heldUntil: booking.holdEndsAt,
      cancellable: false,
    });
    expect((await call("POST", `/api/orders/${booking.id}/cancel`, person, {})).statusCode).toBe(404);
  });

  it("a booking with invalid dates, car, insurance or card is refused", async () => {
    const person = await makePerson(test);
    const what = await wanted();
    const { pickupDate } = what;
    const codes = async (body: object) => {
      const answer = await call("POST", "/api/wizard", person, { customerPhone: phone, ...what, ...body });
      return [answer.statusCode, Object.keys(answer.json<ErrorBody>().fields ?? {})];
    };
    expect(await codes({ returnDate: pickupDate })).toEqual([422, ["returnDate"]]);
    expect(await codes({ returnDate: addDays(pickupDate, 20) })).toEqual([422, ["returnDate"]]);
    expect(await codes({ pickupDate: "2020-01-01" })).toEqual([422, ["pickupDate"]]);
    expect(await codes({ customerPhone: " " })).toEqual([422, ["customerPhone"]]);
    expect(await codes({ carId: crypto.randomUUID() })).toEqual([404, ["carId"]]);
    const { id } = await begun(person, what);
    expect((await change(person, id, { selectedInsurance: "protection" })).statusCode).toBe(422);
    const card = { brand: "visa", last4: "4242", expiry: "12/30" };
    expect(
      (
        await change(person, id, {
          paymentMethod: "credit-card",
          card: { ...card, last4: "4242424242424242" },
        })
      ).statusCode,
    ).toBe(400);
    const paid = await change(person, id, { paymentMethod: "credit-card", card });
    expect(paid.json()).toMatchObject({ payment: { method: "credit-card", card } });
    const paypal = await change(person, id, { paymentMethod: "paypal" });
    expect(paypal.json<WizardBooking>().payment).toEqual({ method: "paypal" });
  });
});

describe("limits of holds", () => {
  it("an account may begin a hundred bookings an hour, and refused ones don't count", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const [person, other] = [await makePerson(limited), await makePerson(limited)];
      const what = { carId: await makeCar(limited), customerPhone: phone, ...aMonth(limited) };
      const send = async (who: Person, carId = what.carId) =>
        (
          await limited.app.inject({
            method: "POST",
            url: "/api/wizard",
            headers: who.authorization,
            payload: { ...what, carId },
          })
        ).statusCode;
      expect(await send(person, crypto.randomUUID())).toBe(404);
      for (let times = 0; times < 2; times++) expect(await send(person)).toBe(201);
      const { rows: limitRows } = limited.services.database;
      const own = [`wizard of ${person.id}`];
      expect(await limitRows("select uses from limits where key = $1", own)).toEqual([{ uses: 2 }]);
      await limitRows("update limits set uses = 99 where key = $1", own);
      expect(await send(person)).toBe(201);
      expect(await send(person)).toBe(429);
      expect(await send(other, await makeCar(limited))).toBe(201);
    } finally {
      await limited.close();
    }
  });
});

describe("completing a booking", () => {
  it("completing a booking several times makes one confirmed order with its history and emails", async () => {
    const person = await makePerson(test);
    const what = await wanted();
    const { id, total } = await answered(person, what, "premium");
    const done = await Promise.all([1, 2, 3].map(() => complete(person, id, { expectedTotal: total })));
    expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    for (const answer of done)
      expect(answer.json()).toMatchObject({
        id,
        hold: "booked",
        holdEndsAt: null,
        status: "confirmed",
        source: "wizard",
        total: wireMoney(carPrice(75_000, what, { insurance: "premium" }).total),
        insurance: {
          product: "premium",
          dailyPrice: "40.00",
          limits: { person: 100_000, accident: 300_000 },
        },
      });
    const [kept] = await rows<Record<string, unknown>>(
      `select status, source, account_id = $2 as own, email_confirmed_at is not null as "isConfirmed", expires_at,
         (select array_agg(kind order by kind) from emails where order_id = orders.id) as emails,
         (select count(*)::int from audit_events where entity_id = orders.id::text and action = 'placed' and actor = $2::text) as events,
         (select count(*)::int from wizard_drafts where account_id = $2) as drafts from orders where id = $1`,
      [id, person.id],
    );
    expect(kept).toEqual({
      status: "confirmed",
      source: "wizard",
      own: true,
      isConfirmed: true,
      expires_at: null,
      emails: ["admin_order_placed", "order_confirmed"],
      events: 1,
      drafts: 0,
    });
    // A renter who comes back may not know that it is booked.
    expect(await resume(person, what.carId)).toMatchObject({ hold: "booked", id, holdEndsAt: null });
    expect(await resume(await makePerson(test), what.carId)).toMatchObject({ hold: "none" });
    expect((await change(person, id, { selectedInsurance: "basic" })).statusCode).toBe(409);
    expect((await call("GET", `/api/orders/${id}`, person)).json()).toMatchObject({
      id,
      status: "confirmed",
    });
    await rows("update orders set created_at = created_at - interval '1 hour' where id = $1", [id]);
    expect(await resume(person, what.carId)).toMatchObject({ hold: "none" });
  });

  it("completing needs the insurance, the payment method, and both sides of the license", async () => {
    const person = await makePerson(test);
    const { id } = await begun(person, await wanted());
    const lacks = async () => {
      const answer = await complete(person, id);
      return [answer.statusCode, Object.keys(answer.json<ErrorBody>().fields ?? {})];
    };
    expect(await lacks()).toEqual([409, ["selectedInsurance", "paymentMethod", "licence"]]);
    await change(person, id, { selectedInsurance: "basic", paymentMethod: "paypal" });
    expect(await lacks()).toEqual([409, ["licence"]]);
    await giveLicence(test, person.id);
    await rows("delete from documents where account_id = $1 and kind = 'licence_back'", [person.id]);
    expect(await lacks()).toEqual([409, ["licence"]]);
    expect(await rows("select 1 from orders where id = $1", [id])).toEqual([]);
  });

  it("completing with an unexpected price is refused with the right one", async () => {
    const person = await makePerson(test);
    const what = { ...(await wanted()), ...aMonth(test, 10, 3) };
    const { id, total } = await answered(person, what);
    await rows("update cars set monthly_price = 80000 where id = $1", [what.carId]);
    const answer = await complete(person, id, { expectedTotal: total });
    const price = carPrice(80_000, what, { insurance: "basic" });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: "price_changed",
      quote: { total: wireMoney(price.total) },
      fields: { expectedTotal: {} },
    });
    const undiscounted = wireMoney(price.subtotal + price.days * 1_500);
    const done = await complete(person, id, { expectedTotal: undiscounted });
    expect([done.statusCode, done.json<WizardBooking>().total]).toEqual([200, wireMoney(price.total)]);
  });

  it("completing after the hold is lost offers dates and similar cars, and keeps the answers", async () => {
    const [person, other] = [await makePerson(test), await makePerson(test)];
    const what = await wanted();
    const { id } = await answered(person, what);
    await letPass(id, "31 minutes");
    const lapsed = await complete(person, id);
    expect([lapsed.statusCode, lapsed.json<ErrorBody>().code]).toEqual([409, "hold_lost"]);
    expect(lapsed.json<ErrorBody>().nextFree?.[0]?.from).toBe(what.pickupDate);
    await begun(other, what);
    const taken = (await complete(person, id)).json<ErrorBody>();
    expect(taken.nextFree?.[0]?.from).toBe(addDays(what.returnDate, 1));
    expect(taken.similarCars?.length).toBeGreaterThan(0);
    const [next] = taken.nextFree ?? [];
    const dates = { pickupDate: next?.from, returnDate: addDays(next?.from ?? "", 30) };
    expect((await change(person, id, dates)).json()).toMatchObject({ hold: "held", paymentMethod: "paypal" });
    expect((await complete(person, id)).statusCode).toBe(200);
  });

  it.each([
    [0, "license is verified", false],
    [-1, "license expires before pickup", true],
  ] as const)(
    "the emails about a license that is valid until %i days from the pickup say: %s",
    async (days, admins, lacks) => {
      const person = await makePerson(test);
      const what = await wanted();
      const { id } = await answered(person, what);
      await verifyLicence(test, person.id, { expiresOn: addDays(what.pickupDate, days) });
      expect((await complete(person, id)).statusCode).toBe(200);
      const said = async (recipient: string, kind: string) => {
        const [email] = await rows<{ content: string }>(
          "select content::text as content from emails where order_id = $1 and recipient = $2 and kind = $3",
          [id, recipient, kind],
        );
        return email?.content ?? "";
      };
      expect(await said("desk@longbay.example", "admin_order_placed")).toContain(admins);
      const confirmedEmail = await said(person.email, "order_confirmed");
      expect(confirmedEmail.includes("Your driver’s license expires before pickup.")).toBe(lacks);
      expect(confirmedEmail).not.toContain("need to check");
    },
  );

  it("a booking's promo code works once and comes back on cancellation", async () => {
    const person = await makePerson(test);
    const admin = await makePerson(test, { role: "admin" });
    await rows("insert into promo_codes (code, email) values ('BAY-WIZARD', $1)", [person.email]);
    const what = await wanted();
    const { id } = await answered(person, what);
    // The phone number of an earlier order would count as a former rental, so this person gets another number.
    await change(person, id, { customerPhone: "+1 650 555 0777" });
    expect((await change(person, id, { promo: "bay-nothing" })).json<ErrorBody>().code).toBe("promo_refused");
    const total = wireMoney(carPrice(75_000, what, { insurance: "basic", promo: promoValue }).total);
    expect((await change(person, id, { promo: "bay-wizard" })).json()).toMatchObject({
      promo: "BAY-WIZARD",
      total,
    });
    expect((await complete(person, id, { expectedTotal: total })).statusCode).toBe(200);
    const used = () => rows("select 1 from promo_codes where code = 'BAY-WIZARD' and order_id = $1", [id]);
    expect(await used()).toHaveLength(1);
    await call("PUT", `/api/admin/orders/${id}/status`, admin, { status: "cancelled" });
    expect(await used()).toEqual([]);
  });

  it("an account may have three unpaid bookings besides those that an administrator confirmed", async () => {
    const person = await makePerson(test);
    const admin = await makePerson(test, { role: "admin" });
    await giveLicence(test, person.id);
    const ids: string[] = [];
    for (let number = 0; number < 3; number++) {
      const { id } = await begun(person, await wanted());
      await change(person, id, { selectedInsurance: "basic", paymentMethod: "paypal" });
      expect((await complete(person, id)).statusCode).toBe(200);
      ids.push(id);
    }
    const fourth = await begin(person, await wanted());
    expect([fourth.statusCode, fourth.json<ErrorBody>().code]).toEqual([409, "too_many_unpaid"]);
    for (const status of ["pending", "confirmed"])
      await call("PUT", `/api/admin/orders/${ids[0]}/status`, admin, { status });
    const what = await wanted();
    const { id } = await begun(person, what);
    await change(person, id, { selectedInsurance: "basic", paymentMethod: "paypal" });
    await call("PUT", `/api/admin/orders/${ids[0]}/status`, admin, { status: "cancelled" });
    expect((await complete(person, id)).statusCode).toBe(200);
    const again = await begin(person, await wanted());
    expect(again.json<ErrorBody>().code).toBe("too_many_unpaid");
  });
});

describe("a booking with one's own insurance", () => {
  it("a renter with their own insurance pays for none and needs a proof before the pickup", async () => {
    const person = await makePerson(test);
    const what = await wanted();
    const { id, total } = await answered(person, what, "own");
    expect(total).toBe(wireMoney(carPrice(75_000, what).total));
    expect((await complete(person, id)).statusCode).toBe(200);
    const own = await call("GET", `/api/account/orders/${id}`, person);
    expect(own.json()).toMatchObject({
      insurance: { product: "own", dailyPrice: "0.00" },
      lacks: expect.arrayContaining(["insurance_proof"]) as string[],
    });
    const { text } = renderEmail((await emailTo(test, person.email, "order_confirmed")).content, "en");
    expect(text).toMatch(/proof of/i);
    expect(text).not.toContain("Insurance is included");
    expect(text).not.toContain("$0.00 a day");
  });
});

describe("the hours of a booking", () => {
  it("the chosen times can be changed and become the order's", async () => {
    const person = await makePerson(test);
    const what = await wanted();
    await giveLicence(test, person.id);
    const first = (await begin(person, what, { pickupTime: "14:30" })).json<WizardBooking>();
    expect(first).toMatchObject({
      pickupTime: "14:30",
      returnTime: "10:00",
      chosenTimes: { pickupTime: "14:30", returnTime: null },
    });
    const changed = await change(person, first.id, { pickupTime: null, returnTime: "18:00" });
    expect(changed.json()).toMatchObject({ pickupTime: "10:00", returnTime: "18:00" });
    await change(person, first.id, {
      pickupTime: "09:00",
      selectedInsurance: "basic",
      paymentMethod: "paypal",
    });
    expect(await resume(person, what.carId)).toMatchObject({ pickupTime: "09:00", returnTime: "18:00" });
    expect((await complete(person, first.id)).json()).toMatchObject({
      hold: "booked",
      pickupTime: "09:00",
      returnTime: "18:00",
    });
  });

  it("a time outside the opening hours or in the past is refused", async () => {
    const person = await makePerson(test);
    const what = await wanted();
    const clock = test.services.now;
    test.services.now = () => instantInLosAngeles(what.pickupDate, "15:00");
    try {
      const fieldsOf = (answer: Awaited<ReturnType<typeof begin>>) => [
        answer.statusCode,
        Object.keys(answer.json<ErrorBody>().fields ?? {}),
      ];
      expect(fieldsOf(await begin(person, what, { pickupTime: "14:30" }))).toEqual([422, ["pickupTime"]]);
      expect(fieldsOf(await begin(person, what, { pickupTime: "21:00" }))).toEqual([422, ["pickupTime"]]);
      expect(fieldsOf(await begin(person, what, { returnTime: "8:00" }))).toEqual([422, ["returnTime"]]);
    } finally {
      test.services.now = clock;
    }
  });
});

describe("a booking that is complete", () => {
  it.each(languages)(
    "a completed booking shows its daily insurance wherever orders are shown, in %s",
    async (language) => {
      const person = await makePerson(test);
      const admin = await makePerson(test, { role: "admin" });
      const what = await wanted();
      const { id } = await answered(person, what);
      await change(person, id, { language, pickupLocation: "1 Castro Street" });
      expect((await complete(person, id)).statusCode).toBe(200);
      const insured = {
        product: "basic",
        dailyPrice: "15.00",
        limits: { person: 30_000, accident: 60_000 },
      };
      for (const [address, who] of [
        [`/api/admin/orders/${id}`, admin],
        [`/api/account/orders/${id}`, person],
        [`/api/orders/${id}`, person],
      ] as const)
        expect((await call("GET", address, who)).json()).toMatchObject({ insurance: insured });

      const days = carPrice(75_000, what).days;
      const csv = await call("GET", `/api/admin/orders/export.csv?search=${id}`, admin);
      expect(csv.body).toContain(`,${(days * 15).toFixed(2)},`);

      const email = await emailTo(test, person.email, "order_confirmed");
      const { text } = renderEmail(email.content, email.language);
      const said = {
        en: [
          "Basic, $15.00 a day",
          "Nothing has been charged",
          "still need to check your driver’s license",
          "Insurance is included",
        ],
        zh: ["基础，每天 US$15.00", "尚未扣款", "审核您的驾照", "保险已包含在内"],
      }[language];
      for (const words of [...said, `/dashboard/trips/${id}`]) expect(text).toContain(words);
      expect(text).not.toMatch(/proof of insurance|保险证明/);
      expect(email.language).toBe(language);

      const confirmedEmail = (await findEmails(test.services.database, 1000)).find(
        ({ orderId, kind }) => orderId === id && kind === "admin_order_placed",
      );
      const { text: adminText } = renderEmail(confirmedEmail?.content ?? email.content, "en");
      expect(adminText).toContain("still has to be verified before pickup");
      expect(adminText).toContain("Basic, $15.00 a day");
      expect(adminText).not.toContain("waiting for an answer");
    },
  );
});

describe("an unfinished booking", () => {
  it("an unfinished booking appears in no list, count, export, report, email or limit", async () => {
    const person = await makePerson(test);
    const admin = await makePerson(test, { role: "admin", permissions: ["all"] });
    const year = new Date(test.services.now()).getFullYear();
    const addresses = [
      "/api/admin/orders",
      `/api/admin/orders?search=${encodeURIComponent(person.email)}`,
      "/api/admin/orders?status=pending",
      "/api/admin/orders?attention=about_to_expire",
      "/api/admin/orders/export.csv",
      "/api/admin/dashboard/stats",
      "/api/admin/system/alerts",
      "/api/admin/activity",
      "/api/admin/trips",
      "/api/admin/dashboard/finance",
      "/api/admin/reports",
      `/api/admin/reports/months.csv?year=${year}`,
      "/api/admin/reports/cities.csv",
      "/api/admin/reports/categories.csv",
      "/api/admin/reports/utilisation.csv",
      "/api/admin/reports/funnel.csv",
    ];
    const look = async () => {
      const seen: Record<string, unknown> = {};
      for (const address of addresses) {
        const answer = await call("GET", address, admin);
        expect([address, answer.statusCode]).toEqual([address, 200]);
        seen[address] = [
          answer.body.replaceAll(/"(at|createdAt|timestamp)":"[^"]*"/g, ""),
          answer.headers["x-total-count"],
        ];
      }
      const own = await call("GET", "/api/account/orders", person);
      seen.own = [own.json(), own.headers["x-total-count"]];
      const [kept] = await rows<{ emails: number; tallies: number }>(
        "select (select count(*)::int from emails) as emails, (select coalesce(sum(orders), 0)::int from order_tallies) as tallies",
      );
      return { ...seen, kept };
    };
    const what = await wanted();
    // A signed-in account may have five open orders; the sixth is refused. A hold does not count as an order.
    const before = await look();
    const { id, orderNumber } = await begun(person, what);
    await change(person, id, { selectedInsurance: "premium", paymentMethod: "paypal" });
    expect(await look()).toEqual(before);
    await letPass(id, "3 hours");
    await endStaleOrders(test.services);
    expect(await look()).toEqual(before);
    expect((await call("GET", `/api/admin/orders/${id}`, admin)).statusCode).toBe(404);
    expect((await call("GET", `/api/admin/orders?search=${orderNumber}`, admin)).json()).toEqual([]);
    await call("POST", "/api/orders/find", undefined, { email: person.email, orderNumber });
    expect(await emailsTo(test, person.email)).toEqual([]);
  });

  it("an unfinished booking is deleted 30 days after its last change", async () => {
    const person = await makePerson(test);
    const { id } = await begun(person, await wanted());
    const touched = (time: string) =>
      rows(`update wizard_drafts set touched_at = now() - interval '${time}' where id = $1`, [id]);
    await touched("29 days 23 hours");
    await forgetDrafts(test.services);
    expect(await rows("select 1 from wizard_drafts where id = $1", [id])).toHaveLength(1);
    await touched("30 days 1 minute");
    await forgetDrafts(test.services);
    expect(await rows("select 1 from wizard_drafts where id = $1", [id])).toEqual([]);
  });

  it("an unfinished booking is part of the account's data and is deleted with the account", async () => {
    const person = await makePerson(test);
    const what = await wanted();
    await begun(person, what);
    const copy = await call("GET", "/api/account/export", person);
    expect(copy.json()).toMatchObject({ orders: [], unfinishedBookings: [{ carId: what.carId, phone }] });
    await test.services.database.transaction(async (tx) => {
      const user = await findUser(tx, person.id);
      if (user) await forgetRenter(tx, user);
    });
    expect(await rows("select 1 from wizard_drafts where account_id = $1", [person.id])).toEqual([]);
  });

  it("a renter's own unfinished booking doesn't block their request for the same car", async () => {
    const person = await makePerson(test);
    const what = await wanted();
    const booking = await begun(person, what);
    const { total } = carPrice(75_000, what);
    const placed = await call("POST", "/api/bookings", person, {
      ...renter,
      ...what,
      totalPrice: wireMoney(total),
    });
    expect(placed.statusCode).toBe(201);
    expect(await resume(person, what.carId)).toMatchObject({ id: booking.id, hold: "lost" });
  });
});
