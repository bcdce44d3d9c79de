// @one-database
/**
 * A day of strangers, with every limit on: each network has accounts that cost nothing, takes as many cars as it
 * can, and uses up limits in the name of one address. In the middle of the day the owner of that address comes.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { endUnpaidBookings } from "#server/booking/wizard/end-unpaid.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { emailsAtOnceTo, emailTo, letEmailsGo, linkIn } from "#test/emails.ts";
import { aMonth, giveLicence, renter } from "#test/factories.ts";

/** Together more accounts than a tenth of the fleet; NETWORKS=20 ACCOUNTS=5 plays more. */
const networks = Number(process.env.NETWORKS ?? 3);
const accountsOfNetwork = Number(process.env.ACCOUNTS ?? 3);
const hours = 24;
const fleetSize = 60;
const victim = {
  email: "named.victim@example.com",
  password: "a long word of my own",
  network: "203.0.113.200",
};

let test: TestApp;
let cars: string[];
beforeAll(async () => {
  test = await startTestApp({
    RATE_LIMITS: "on",
    TRUST_PROXY: "loopback",
    PAYMENT_INSTRUCTIONS: "Zelle to pay@longbay.example",
  });
  const made = await rows<{ id: string }>(
    `insert into cars (name, brand, model, year, category, body_style, monthly_price, city, state, plate_number)
     select 'Camry ' || n, 'Toyota', 'Camry', 2022, 'Sedan', 'sedan', 75000, 'San Jose', 'CA', 'ECON' || n
     from generate_series(1, $1::int) as n returning id`,
    [fleetSize],
  );
  cars = made.map(({ id }) => id);
});
afterAll(() => test.close());

const rows = <Row>(text: string, values: unknown[] = []) => test.services.database.rows<Row>(text, values);
const networkOf = (number: number): string =>
  number % 2 ? `2001:db8:${number}:1::${number}` : `198.51.100.${number}`;
const send = (from: string, url: string, payload: object, by?: Person, method: "POST" | "PATCH" = "POST") =>
  test.app.inject({ method, url, payload, headers: { ...by?.authorization, "x-forwarded-for": from } });
const bookingOf = (carId: string, customerEmail: string) => {
  const dates = aMonth(test, 20);
  const totalPrice = wireMoney(carPrice(75_000, dates).total);
  return { ...renter, ...dates, carId, customerEmail, totalPrice };
};

/** How many cars are held by people without a verified licence or a paid rental, who have paid nothing. */
const heldByStrangers = async (): Promise<number> => {
  const [held] = await rows<{ cars: number }>(
    `select count(distinct car_id)::int as cars from (
       select car_id from orders where holds_car and status in ('pending', 'confirmed')
         and coalesce(least(expires_at, hold_ends_at) > now(), true)
       union all select car_id from wizard_drafts where hold_ends_at > now()
       union all select car_id from day_holds) as held`,
  );
  return held?.cars ?? 0;
};

/** Moves every time in the database by an hour. */
async function anHourPasses(): Promise<void> {
  await rows("update limits set ends_at = ends_at - interval '1 hour'");
  await rows(
    "update orders set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour', hold_ends_at = hold_ends_at - interval '1 hour'",
  );
  await rows(
    "update wizard_drafts set hold_began_at = hold_began_at - interval '1 hour', hold_ends_at = hold_ends_at - interval '1 hour'",
  );
  await letEmailsGo(test);
  await endStaleOrders(test.services);
  await endUnpaidBookings(test.services);
}

/** What an attacker does in an hour: orders a car in every way, and sends every form in the victim's name. */
async function spendAnHour(from: string, accounts: readonly Person[], chance: (below: number) => number) {
  const carId = (): string => cars[chance(cars.length)] ?? "";
  const inTheirName = [
    () => send(from, "/api/contact", { name: "V", email: victim.email, subject: "Hello", message: "Where?" }),
    () => send(from, "/api/email-subscriptions", { email: victim.email }),
    () => send(from, "/auth/v1/signup", { email: victim.email, password: "typed by somebody" }),
    () => send(from, "/auth/v1/recover", { email: victim.email }),
    () => send(from, "/auth/v1/resend", { type: "signup", email: victim.email }),
    () => send(from, "/api/orders/find", { email: victim.email, orderNumber: "LB-2222-2222" }),
    () =>
      send(from, "/auth/v1/token?grant_type=password", { email: victim.email, password: "a wrong guess" }),
    () => send(from, "/api/bookings", bookingOf(carId(), victim.email)),
  ];
  await Promise.all(inTheirName.map((call) => call()));
  for (const person of accounts) {
    await send(from, "/api/bookings", bookingOf(carId(), person.email), person);
    const begun = await send(
      from,
      "/api/wizard",
      { carId: carId(), ...aMonth(test, 20), customerPhone: renter.customerPhone },
      person,
    );
    const { id } = begun.json<{ id?: string }>();
    if (!id) continue;
    const answers = { selectedInsurance: "basic", paymentMethod: "paypal" };
    await send(from, `/api/wizard/${id}`, answers, person, "PATCH");
    if (chance(2)) await send(from, `/api/wizard/${id}/complete`, {}, person);
  }
}

it(`${networks} networks of ${accountsOfNetwork} accounts hold at most a tenth of the fleet in ${hours} hours, and others can still sign up and order`, async () => {
  let state = 36;
  const chance = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % below;
  };
  const gangs = await Promise.all(
    Array.from({ length: networks }, async (_, number) => ({
      from: networkOf(number + 1),
      accounts: await Promise.all(
        Array.from({ length: accountsOfNetwork }, async () => {
          const person = await makePerson(test);
          await giveLicence(test, person.id);
          return person;
        }),
      ),
    })),
  );
  const most = [];
  for (let hour = 0; hour < hours; hour++) {
    // All networks at once, as far as one machine allows, and the victim among them.
    await Promise.all(gangs.map(({ from, accounts }) => spendAnHour(from, accounts, chance)));
    most.push(await heldByStrangers());
    if (hour === 5) await signUp();
    if (hour === 11) await order();
    if (hour === 17) await signIn();
    await anHourPasses();
  }
  expect(Math.max(...most)).toBeGreaterThan(0);
  expect(Math.max(...most)).toBeLessThanOrEqual(fleetSize / 10);
});

/** The victim's email is there by the end of the hour, and opens the account with the victim's own password. */
async function signUp(): Promise<void> {
  const { network: from, email, password } = victim;
  expect((await send(from, "/auth/v1/signup", { email, password })).statusCode).toBe(200);
  await letEmailsGo(test);
  expect(await emailsAtOnceTo(test, email)).toContain("signup");
  const token_hash = linkIn(await emailTo(test, email, "signup")).searchParams.get("token_hash");
  const opened = await send(from, "/auth/v1/verify", { type: "signup", token_hash, password });
  expect(opened.statusCode, opened.body).toBe(200);
}

const session = async (): Promise<{ access_token: string }> => {
  const { network: from, email, password } = victim;
  const answer = await send(from, "/auth/v1/token?grant_type=password", { email, password });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

async function order(): Promise<void> {
  const { access_token } = await session();
  const free = await rows<{ id: string }>(
    `select id from cars where not exists (select from orders where car_id = cars.id and holds_car)
       and not exists (select from wizard_drafts where car_id = cars.id and hold_ends_at > now()) limit 1`,
  );
  const placed = await test.app.inject({
    method: "POST",
    url: "/api/bookings",
    payload: bookingOf(free[0]?.id ?? "", victim.email),
    headers: { authorization: `Bearer ${access_token}`, "x-forwarded-for": victim.network },
  });
  expect(placed.statusCode, placed.body).toBe(201);
}

async function signIn(): Promise<void> {
  await session();
}
