import { beforeAll, expect, it } from "vitest";
import type { Reports } from "#contract/admin/dashboard.ts";
import type { FinanceOverview } from "#contract/admin/finance.ts";
import type { Host } from "#contract/admin/host-cars.ts";
import type { AdminHostMoney } from "#contract/host/money-for-admins.ts";
import type { HostCredit, HostEarningsOverview } from "#contract/host/earnings.ts";
import { addDays } from "#domain/dates.ts";
import { monthOf } from "#domain/payments/months.ts";
import { recognizeRevenue } from "#server/ledger/earnings.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { makeOrder } from "#test/condition.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { hostedRentals } from "#test/hosted-rentals.ts";
import { bankAccount, creditHost } from "#test/payouts.ts";
import { startRentals } from "#test/provider-rentals.ts";

const { test, admin, rentals } = await startRentals({ HOST_HOLD_DAYS: "0" });
const { hosted, pay, rows } = hostedRentals(test, rentals, admin);
let host: Person;
beforeAll(async () => {
  host = await makePerson(test, { role: "host" });
});
const get = async (path: string, by = host) => {
  const answer = await rentals.call("GET", `/api/host/${path}`, undefined, by);
  expect(answer.statusCode).toBe(200);
  return answer;
};
const overviewOf = async (by = host) => (await get("earnings", by)).json<HostEarningsOverview>();
const linesOf = async (query = "", by = host) =>
  (await get(`earnings/lines${query}`, by)).json<HostCredit[]>();
const dollars = (cents: number) => (cents / 100).toFixed(2);
const share = (cents: number) => Math.round(cents * 0.8);

it("a host sees what the month earned, what is payable and when, and where each cent is", async () => {
  const before = await overviewOf();
  expect(before).toMatchObject({ earned: "0.00", payable: "0.00", open: "0.00", booked: [], occupancy: [] });
  expect(new Date(`${before.nextPayout.on}T00:00:00Z`).getUTCDay()).toBe(2);
  expect(before.nextPayout.on > today(test.services)).toBe(true);

  const { id, months, sharedOf } = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  const first = share(sharedOf(0));
  const after = await overviewOf();
  expect(after).toMatchObject({
    month: monthOf(today(test.services)),
    earned: dollars(first),
    payable: "0.00",
    open: dollars(first),
    nextPayout: { on: before.nextPayout.on, amount: "0.00" },
  });
  expect(after.months).toHaveLength(12);
  expect(after.months.at(-1)?.amount).toBe(dollars(first));
  // All three months are booked, paid or not.
  const whole = share(sharedOf(0) + sharedOf(1) + sharedOf(2));
  const cents = (amounts: readonly { amount: string }[]) =>
    amounts.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  expect(cents(after.booked)).toBe(whole);

  const lines = () => linesOf();
  expect(await lines()).toEqual([
    expect.objectContaining({
      rule: "share",
      orderId: id,
      gross: dollars(sharedOf(0)),
      ourShare: dollars(first - sharedOf(0)),
      amount: dollars(first),
      place: "waits_for_pickup",
      payout: null,
    }),
  ]);
  await rows("update host_credits set awaits_pickup = false where order_id = $1", [id]);
  expect((await lines())[0]?.place).toBe("waits_for_day");
  await rows("update host_credits set payable_on = $2 where order_id = $1", [id, today(test.services)]);
  expect((await lines())[0]?.place).toBe("payable");
  expect(await overviewOf()).toMatchObject({
    payable: dollars(first),
    nextPayout: { amount: dollars(first) },
  });
});

it("the lines come page by page, newest first, by order if requested, and only the host's own", async () => {
  const other = await makePerson(test, { role: "host" });
  const { id, months } = await hosted(other.id);
  for (let part = 0; part < 3; part++) await pay(id, 10_000 + part);
  const page = await get("earnings/lines?limit=2", other);
  expect(page.headers["x-total-count"]).toBe("3");
  const [, next] = /<([^>]+)>/.exec(String(page.headers.link)) ?? [];
  const rest = await rentals.call("GET", next ?? "", undefined, other);
  const ids = [...page.json<HostCredit[]>(), ...rest.json<HostCredit[]>()].map((line) => Number(line.id));
  expect(ids).toHaveLength(3);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(await linesOf(`?order=${id}`)).toEqual([]);
  expect(await linesOf(`?order=${id}`, other)).toHaveLength(3);
  expect(months).toHaveLength(3);
});

it("a car's occupancy is the part of each month's days on which it was rented", async () => {
  const owner = await makePerson(test, { role: "host" });
  const { id } = await hosted(owner.id);
  const first = `${monthOf(today(test.services))}-01`;
  await rows(
    `update orders set status = 'completed', pickup_date = $2::date, return_date = $3::date where id = $1`,
    [id, addDays(first, -15), addDays(first, 15)],
  );
  const [car] = (await overviewOf(owner)).occupancy;
  expect(car?.months).toHaveLength(12);
  const [before, now] = car?.months.slice(-2) ?? [];
  const days = (month = "") =>
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  expect([before?.percent, now?.percent]).toEqual([
    Math.round(1500 / days(before?.month)),
    Math.round(1500 / days(now?.month)),
  ]);
  expect(car?.months.slice(0, 10).every(({ percent }) => percent === 0)).toBe(true);
});

it("a car's occupancy leaves out the days that its renter spent without a car", async () => {
  const owner = await makePerson(test, { role: "host" });
  const carId = await makeHostCar(test, owner.id);
  const first = `${monthOf(addDays(`${monthOf(today(test.services))}-01`, -1))}-01`;
  const id = await makeOrder(test, owner.id, {
    status: "completed",
    pickupDate: addDays(first, -10),
    returnDate: addDays(first, 20),
    carSince: addDays(first, 20),
  });
  const stretch = `insert into order_stretches (order_id, number, car_id, car_name, starts_on, ends_on, reason, is_without_car, created_at)
    values ($1, $2, $3, 'Honda Fit', $4, $5, 'continuity', $6, now())`;
  await rows(stretch, [id, 1, carId, addDays(first, -10), first, false]);
  await rows(stretch, [id, 2, carId, first, addDays(first, 20), true]);
  const [car] = (await overviewOf(owner)).occupancy;
  const [before, gap] = car?.months.slice(-3) ?? [];
  expect(before?.percent).toBeGreaterThan(0);
  expect(gap?.percent).toBe(0);
});

it("only a payments administrator sees a host's whole account and the yearly list of all hosts", async () => {
  const owner = await makePerson(test, { role: "host" });
  const { id, sharedOf, months } = await hosted(owner.id);
  await pay(id, months[0]?.amount ?? 0);
  const gross = sharedOf(0);
  const net = share(gross);
  const read = (path: string, by: Person) => rentals.call("GET", `/api/admin/${path}`, undefined, by);
  const shown = (await read(`hosts/${owner.id}/money`, admin)).json<AdminHostMoney>();
  expect(shown).toMatchObject({
    host: { id: owner.id, email: owner.email },
    credited: dollars(net),
    paidOut: "0.00",
    open: dollars(net),
    statements: [],
  });
  const lines = (await read(`hosts/${owner.id}/money/lines`, admin)).json<HostCredit[]>();
  expect(lines).toEqual(await linesOf("", owner));
  const year = today(test.services).slice(0, 4);
  const list = (await read(`finance/hosts?year=${year}`, admin)).body.split("\r\n");
  const row = list.find((line) => line.startsWith(owner.id))?.split(",") ?? [];
  expect(row.slice(5, 9).map(Number)).toEqual([gross / 100, (gross - net) / 100, net / 100, 0]);
  const ofMonth = row.slice(9).map(Number);
  expect(ofMonth[Number(today(test.services).slice(5, 7)) - 1]).toBe(gross / 100);
  const cars = await makePerson(test, { role: "admin", permissions: ["manage_cars", "manage_users"] });
  for (const path of [
    `hosts/${owner.id}/money`,
    `hosts/${owner.id}/money/lines`,
    `finance/hosts?year=${year}`,
  ])
    expect((await read(path, cars)).statusCode).toBe(403);
});

it("the yearly list has hosts' addresses only after a fresh sign-in, and each opening is audited", async () => {
  const owner = await makePerson(test, { role: "host" });
  const saved = await rentals.call("PUT", "/api/host/payout-details", bankAccount, owner);
  expect(saved.statusCode, saved.body).toBe(200);
  const { id, months } = await hosted(owner.id);
  await pay(id, months[0]?.amount ?? 0);
  const year = today(test.services).slice(0, 4);
  const list = () => rentals.call("GET", `/api/admin/finance/hosts?year=${year}`, undefined, admin);
  const { now } = test.services;
  test.services.now = () => now() + 11 * 60_000;
  expect((await list()).json()).toMatchObject({ code: "sign_in_again" });
  test.services.now = now;
  const { body, headers } = await list();
  expect(headers["content-disposition"]).toBe(`attachment; filename="hosts-${year}.csv"`);
  expect(body).toContain(`${bankAccount.holder},`);
  expect(body).toContain("1 Main St\nFremont, CA 94536");
  expect(body).toContain("As typed");
  expect(body).not.toContain(bankAccount.accountNumber);
  const opened = await rows<{ actor: string }>(
    "select actor from audit_events where entity_id = $1 and action = 'payout_details_opened'",
    [owner.id],
  );
  expect(opened).toEqual([{ actor: admin.id }]);
});

it("a month's income is shown as the hosts' part and the rest", async () => {
  const owner = await makePerson(test, { role: "host" });
  const { id, months, pickup } = await hosted(owner.id);
  await pay(id, months[0]?.amount ?? 0);
  await recognizeRevenue(rentals.on(addDays(pickup, 40)));
  const month = monthOf(addDays(pickup, 20));
  const owns = await makePerson(test, { role: "admin", permissions: ["all"] });
  const { body } = await rentals.call("GET", `/api/admin/finance?month=${month}`, undefined, admin);
  const finance = JSON.parse(body) as FinanceOverview;
  const cents = (amount = "0") => Math.round(Number(amount) * 100);
  const ofAccount = (account: string) => cents(finance.income.find((one) => one.account === account)?.amount);
  expect(ofAccount("host_share")).toBeLessThan(0);
  const all = finance.income.reduce((sum, { amount }) => sum + cents(amount), 0);
  expect(cents(finance.platformIncome)).toBe(all);
  const [latest] = finance.earned;
  expect(latest).toMatchObject({ month, platformIncome: finance.platformIncome });
  expect(cents(latest?.hostShare)).toBe(-ofAccount("host_share"));
  const payable = await rows<{ sum: number }>(
    "select coalesce(-sum(amount), 0)::float8 as sum from ledger_entries where account = 'host_payable'",
  );
  expect(cents(finance.hostPayable)).toBe(payable[0]?.sum);
  // The dashboard and the reports show the same numbers.
  const thisMonth = await rentals.call("GET", "/api/admin/finance", undefined, admin);
  const { earned } = JSON.parse(thisMonth.body) as FinanceOverview;
  for (const path of ["dashboard/finance", "reports"]) {
    const shown = await rentals.call("GET", `/api/admin/${path}`, undefined, owns);
    expect(shown.json<Reports>().earned).toEqual(earned);
  }
});

it("a suspended host keeps the earnings pages and nothing else of the host's side", async () => {
  const person = await makePerson(test, { role: "host" });
  const { id, months } = await hosted(person.id);
  await pay(id, months[0]?.amount ?? 0);
  await rows("update accounts set suspended_at = now(), hosting_since = null where id = $1", [person.id]);
  const year = today(test.services).slice(0, 4);
  const money = ["earnings", "earnings/lines", "statements", `years/${year}`, "payouts", "payout-details"];
  for (const path of money) await get(path, person);
  expect((await linesOf("", person)).map(({ orderId }) => orderId)).toEqual([id]);
  for (const path of ["cars", "requests", "trips", "calendar?from=2026-12-01&until=2026-12-31"])
    expect((await rentals.call("GET", `/api/host/${path}`, undefined, person)).statusCode, path).toBe(403);
  const details = await rentals.call("PUT", "/api/host/payout-details", {}, person);
  expect(details.statusCode).toBe(403);
});

it("the list of hosts shows payments administrators each balance and filters by held and owing hosts", async () => {
  const person = await makePerson(test, { role: "host" });
  const { id } = await hosted(person.id);
  const credit = { hostId: person.id, orderId: id, payableOn: today(test.services) };
  await creditHost(test.services, { ...credit, amount: 12_300 });
  const list = async (query: string, by = admin) =>
    (await rentals.call("GET", `/api/admin/hosts?${query}`, undefined, by)).json<Host[]>();
  const search = `search=${encodeURIComponent(person.email)}`;
  const [shown] = await list(search);
  expect(shown?.money).toMatchObject({ balance: "123.00", nextPayout: { amount: "123.00" }, isHeld: false });
  expect(await list(`${search}&state=held`)).toEqual([]);
  await rows("insert into payout_holds (host_id, reason, held_by, held_at) values ($1, 'So', 'x', now())", [
    person.id,
  ]);
  expect((await list(`${search}&state=held`))[0]?.money?.isHeld).toBe(true);
  expect(await list(`${search}&state=owing`)).toEqual([]);
  await creditHost(test.services, { ...credit, amount: -20_000 });
  expect((await list(`${search}&state=owing`))[0]?.money?.balance).toBe("-77.00");
  const other = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
  expect((await list(search, other))[0]?.money).toBeNull();
});
