// @one-database
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { HostStatementShown, HostStatementSummary, HostYear } from "#contract/host/statements.ts";
import { addDays, addMonths, dateInLosAngeles } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { monthOf } from "#domain/payments/months.ts";
import { users } from "#server/db/schema/accounts.ts";
import { findYearOfHosts } from "#server/earnings/queries.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import { addInstalment, lockMoneyOf } from "#server/ledger/instalments.ts";
import { movePayout } from "#server/payouts/move-payout.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { runOverBrokenRow } from "#test/broken-row.ts";
import { refusalOf } from "#test/client.ts";
import { hostedRentals } from "#test/hosted-rentals.ts";
import { pagesOf } from "#test/pdfium.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { issueHostStatements } from "./issue-statements.ts";

const { test, admin, rentals } = await startRentals();
const { hosted, pay, rows } = hostedRentals(test, rentals, admin);
const start = test.services.now();
let host: Person;
beforeEach(async () => {
  test.services.now = () => start;
  host = await makePerson(test, { role: "host" });
});

/** Sets the clock `months` months on, to two at night on the first day of that month. */
const goOn = (months: number): void => {
  const first = `${monthOf(addMonths(dateInLosAngeles(start), months))}-01`;
  const at = instantInLosAngeles(first, "02:00");
  test.services.now = () => at;
};
const get = <T>(path: string, by = host) =>
  rentals.call("GET", `/api/host/${path}`, undefined, by).then((answer) => answer.json<T>());
const statements = () => get<HostStatementSummary[]>("statements");
const dollars = (cents: number) => (cents / 100).toFixed(2);
const ledgerOf = async () =>
  (
    await rows<{ sum: number }>(
      "select coalesce(-sum(amount), 0)::float8 as sum from ledger_entries where host_id = $1",
      [host.id],
    )
  )[0]?.sum ?? 0;

it("a month's statement is issued once on the first of the next, with every line and both balances", async () => {
  const { id, months, sharedOf } = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  await issueHostStatements(test.services);
  expect(await statements()).toEqual([]);
  const month = monthOf(today(test.services));
  goOn(1);
  await Promise.all([1, 2, 3].map(() => issueHostStatements(test.services)));
  await issueHostStatements(test.services);
  const [issued, ...more] = await statements();
  expect(more).toEqual([]);
  const share = Math.round(sharedOf(0) * 0.8);
  expect(issued).toMatchObject({ month, opening: "0.00", closing: dollars(share) });
  const shown = await get<HostStatementShown>(`statements/${month}`);
  expect(shown.number).toMatch(/^H-\d{4}-\d{6}$/);
  expect(shown.lines).toEqual([
    expect.objectContaining({
      rule: "share",
      on: dateInLosAngeles(start),
      orderId: id,
      startsOn: months[0]?.startsOn,
      endsOn: months[0]?.endsOn,
      gross: dollars(sharedOf(0)),
      sharePercent: 80,
      ourShare: dollars(share - sharedOf(0)),
      amount: dollars(share),
    }),
  ]);
  const none = { charges: "0.00", takenBack: "0.00", owedLess: "0.00", payouts: "0.00" };
  expect(shown.sums).toEqual({ shares: dollars(share), ...none });
});

it("a statement comes as a table and a PDF in the host's language, only for the host", async () => {
  await test.services.database.db.update(users).set({ language: "zh" }).where(eq(users.id, host.id));
  const { id, months } = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  const month = monthOf(today(test.services));
  goOn(1);
  await issueHostStatements(test.services);
  const { number, closing } = await get<HostStatementShown>(`statements/${month}`);
  const file = (format: string, by = host) =>
    rentals.call("GET", `/api/host/statements/${month}?format=${format}`, undefined, by);
  const csv = await file("csv");
  expect(csv.headers["content-type"]).toContain("text/csv");
  expect(csv.headers["content-disposition"]).toBe(`attachment; filename="${number}.csv"`);
  const cells = csv.body
    .replace("\uFEFF", "")
    .split("\r\n")
    .map((line) => line.split(","));
  expect(cells.at(-2)?.at(-1)).toBe(closing);
  const pdf = await file("pdf");
  expect(pdf.headers["content-disposition"]).toBe(`attachment; filename="${number}.pdf"`);
  const text = (await pagesOf(pdf.rawPayload)).join("\n");
  expect(text).toContain(number);
  expect(text).toContain("车主月结单");
  expect(text).toContain(`US$${Number(closing).toLocaleString("en-US", { minimumFractionDigits: 2 })}`);
  // A reader with another language than the statement's reads the same sums in their own language.
  const english = (await pagesOf((await file("pdf&language=en")).rawPayload)).join("\n");
  for (const words of [number, "Host statement", `$${Number(closing).toLocaleString("en-US")}`])
    expect(english).toContain(words);
  expect((await file("csv&language=en")).body).toContain("Closing balance");
  expect((await file("pdf&language=fr")).statusCode).toBe(400);
  const stranger = await makePerson(test);
  expect(refusalOf(await file("pdf", stranger))).toMatchObject({ code: "document_not_found" });
  expect(await get("statements", stranger)).toEqual([]);

  // An administrator who manages payments reads the same, line by line; any other is refused.
  const asAdmin = (by: Person, format = "") =>
    rentals.call("GET", `/api/admin/hosts/${host.id}/statements/${month}${format}`, undefined, by);
  const accountant = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  expect((await asAdmin(accountant)).json()).toEqual(await get(`statements/${month}`));
  expect((await asAdmin(accountant, "?format=csv")).body).toBe(csv.body);
  const clerk = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
  expect((await asAdmin(clerk)).statusCode).toBe(403);
});

it("a year shows payments, our share and the host's part by payment day and by car", async () => {
  const { id, months, sharedOf } = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  const year = today(test.services).slice(0, 4);
  const net = Math.round(sharedOf(0) * 0.8);
  const sums = { gross: dollars(sharedOf(0)), ourShare: dollars(net - sharedOf(0)), net: dollars(net) };
  const shown = await get<HostYear>(`years/${year}`);
  expect(shown).toMatchObject({
    ...sums,
    year: Number(year),
    payouts: "0.00",
    months: [{ month: monthOf(today(test.services)), ...sums, payouts: "0.00" }],
    cars: [{ name: expect.stringContaining("Toyota"), ...sums }],
  });
  expect((await get<HostYear>(`years/${Number(year) + 1}`)).months).toEqual([]);
});

it("a year counts each payment on its own day, even if it is recorded late", async () => {
  const { id, months, sharedOf } = await hosted(host.id);
  const now = today(test.services);
  const before = addDays(now, -40);
  await pay(id, months[0]?.amount ?? 0);
  test.services.now = () => start + 60_000;
  await pay(id, months[1]?.amount ?? 0, before);
  const years = new Set([before, now].map((day) => day.slice(0, 4)));
  const shown = await Promise.all([...years].map((year) => get<HostYear>(`years/${year}`)));
  const gross = shown.flatMap((year) => year.months.map((one) => [one.month, one.gross]));
  expect(gross).toEqual([
    [monthOf(before), dollars(sharedOf(1))],
    [monthOf(now), dollars(sharedOf(0))],
  ]);
});

it("a year contains nothing of a payment that was recorded and had not come", async () => {
  const { id } = await hosted(host.id);
  const before = addDays(today(test.services), -40);
  const payment = await pay(id, 30_000, before);
  const year = async () => (await get<HostYear>(`years/${before.slice(0, 4)}`)).months;
  expect((await year()).map(({ month }) => month)).toEqual([monthOf(before)]);
  const correction = { id: crypto.randomUUID(), reason: "Another renter's", tell: false };
  const answer = await rentals.call("POST", `/api/admin/payments/${payment}/take-back`, correction, admin);
  expect(answer.statusCode, answer.body).toBe(200);
  const none = { gross: "0.00", ourShare: "0.00", net: "0.00", payouts: "0.00" };
  expect(await year()).toEqual([{ month: monthOf(before), ...none }]);
});

/** Sets the clock to noon on the last day of this month: the next day's money belongs to another month. */
const onLastOfMonth = (): { month: string; next: string } => {
  const next = `${monthOf(addMonths(today(test.services), 1))}-01`;
  const at = instantInLosAngeles(addDays(next, -1), "12:00");
  test.services.now = () => at;
  return { month: monthOf(today(test.services)), next: monthOf(next) };
};
const yearsOf = (...months: string[]) =>
  Promise.all(
    [...new Set(months.map((month) => month.slice(0, 4)))].map((year) => get<HostYear>(`years/${year}`)),
  );
/** What renters paid, by the months of the host's years; the yearly list of all hosts says the same. */
const grossByMonth = async (...months: string[]) => {
  const shown = await yearsOf(...months);
  const own = new Map(shown.flatMap((year) => year.months.map((one) => [one.month, one.gross])));
  const gross = months.map((month) => own.get(month) ?? "0.00");
  for (const [index, month] of months.entries()) {
    const of = { year: Number(month.slice(0, 4)), after: "00000000-0000-0000-0000-000000000000", limit: 500 };
    const listed = (await findYearOfHosts(test.services.database, of)).find(({ id }) => id === host.id);
    expect(dollars(listed?.byMonth[month.slice(5)] ?? 0)).toBe(gross[index]);
    expect(dollars(listed?.payouts ?? 0)).toBe(shown.find(({ year }) => year === of.year)?.payouts);
  }
  const byCar = shown.flatMap(({ cars }) => cars).reduce((sum, car) => sum + Number(car.gross), 0);
  expect(byCar.toFixed(2)).toBe(gross.reduce((sum, one) => sum + Number(one), 0).toFixed(2));
  return gross;
};

it("a year counts money once when a cancellation is undone, and it can be paid out as before", async () => {
  const { month, next } = onLastOfMonth();
  const { id, months, sharedOf } = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  goOn(1);
  const setStatus = async (status: string) => {
    const sent = { status, reason: "So" };
    const answer = await rentals.call("PUT", `/api/admin/orders/${id}/status`, sent, admin);
    expect(answer.statusCode, answer.body).toBe(200);
  };
  await setStatus("cancelled");
  expect(await grossByMonth(month, next)).toEqual([dollars(sharedOf(0)), dollars(-sharedOf(0))]);
  await setStatus("confirmed");
  expect(await grossByMonth(month, next)).toEqual([dollars(sharedOf(0)), "0.00"]);
  const [first, , again, ...more] = await rows<{ amount: number; payableOn: string }>(
    `select amount::float8 as amount, payable_on::text as "payableOn" from host_credits where order_id = $1 order by id`,
    [id],
  );
  expect([again, more]).toEqual([first, []]);
});

it("a year counts a payment moved to another order on its own day, even in a closed month", async () => {
  const { month, next } = onLastOfMonth();
  const [from, to] = [await hosted(host.id), await hosted(host.id)];
  const payment = await pay(from.id, 30_000);
  const before = await grossByMonth(month, next);
  goOn(1);
  await rows("insert into closed_months (month, closed_by, closed_at) values ($1, $2, now())", [
    month,
    admin.id,
  ]);
  const sent = { orderId: to.id, reason: "Wrong order" };
  const answer = await rentals.call("POST", `/api/admin/payments/${payment}/move`, sent, admin);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await grossByMonth(month, next)).toEqual(before);
  await rows("delete from closed_months where month = $1", [month]);
});

it("a closed year stays when a payment moves to another host's order, and the next month has both", async () => {
  const { month, next } = onLastOfMonth();
  const other = await makePerson(test, { role: "host" });
  const [from, to] = [await hosted(host.id), await hosted(other.id)];
  const payment = await pay(from.id, 30_000);
  const grossOf = async (hostId: string, of: string) => {
    const page = { year: Number(of.slice(0, 4)), after: "00000000-0000-0000-0000-000000000000", limit: 500 };
    const listed = (await findYearOfHosts(test.services.database, page)).find(({ id }) => id === hostId);
    return listed?.byMonth[of.slice(5)] ?? 0;
  };
  const gross = await grossOf(host.id, month);
  goOn(1);
  await rows("insert into closed_months (month, closed_by, closed_at) values ($1, $2, now())", [
    month,
    admin.id,
  ]);
  const sent = { orderId: to.id, reason: "Wrong order" };
  const answer = await rentals.call("POST", `/api/admin/payments/${payment}/move`, sent, admin);
  expect(answer.statusCode, answer.body).toBe(200);
  expect([await grossOf(host.id, month), await grossOf(other.id, month)]).toEqual([gross, 0]);
  expect(await grossOf(host.id, next)).toBe(-gross);
  expect(await grossOf(other.id, next)).toBeGreaterThan(0);
  await rows("delete from closed_months where month = $1", [month]);
});

const payOut = async (on: string, amount: number) => {
  const [payout] = await rows<{ id: string }>(
    `insert into payouts (host_id, mode, amount, made_on, created_at)
     values ($1, 'bank', $2, $3::date - 7, now()) returning id`,
    [host.id, amount, on],
  );
  const sent = { to: "paid" as const, reference: "FT-1", paidOn: on, by: admin.id };
  await movePayout(test.services, payout?.id ?? "", sent);
  return payout?.id ?? "";
};

it("a closed year stays as it was when a credit pays something later, or a payout is recorded late", async () => {
  const { month, next } = onLastOfMonth();
  const { id, months } = await hosted(host.id);
  const total = months.reduce((sum, { amount }) => sum + amount, 0);
  await pay(id, total + 5_000);
  const [gross] = await grossByMonth(month, next);
  const lastDay = today(test.services);
  goOn(1);
  await rows("insert into closed_months (month, closed_by, closed_at) values ($1, $2, now())", [
    month,
    admin.id,
  ]);
  await test.services.database.transaction(async (tx) => {
    await lockMoneyOf(tx, id);
    const lines = [{ kind: "extra_miles" as const, amount: 5_000 }];
    await addInstalment(test.services, tx, id, { lines, actor: admin.id });
    await postHostShare(test.services, tx, id);
  });
  await payOut(lastDay, 10_000);
  expect(await grossByMonth(month, next)).toEqual([gross, "50.00"]);
  const paidOut = (await yearsOf(month, next)).flatMap((year) => year.months);
  expect(new Map(paidOut.map((one) => [one.month, one.payouts]))).toEqual(
    new Map([
      [month, "0.00"],
      [next, "100.00"],
    ]),
  );
  await rows("delete from closed_months where month = $1", [month]);
});

it("a year keeps a payout that comes back in the next year, which has the return and the new payout", async () => {
  const { month, next } = onLastOfMonth();
  const { id, months } = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  const whole = await ledgerOf();
  const payoutsOf = async () => {
    const shown = await yearsOf(month, next);
    const sums = new Map(shown.flatMap((year) => year.months.map((one) => [one.month, one.payouts])));
    const total = shown.reduce((sum, year) => sum + Number(year.payouts), 0);
    return { months: [month, next].map((one) => sums.get(one) ?? "0.00"), total: total.toFixed(2) };
  };
  const first = await payOut(today(test.services), 30_000);
  expect(await payoutsOf()).toEqual({ months: ["300.00", "0.00"], total: "300.00" });
  goOn(1);
  await movePayout(test.services, first, { to: "failed", reason: "Account closed", by: admin.id });
  expect(await payoutsOf()).toEqual({ months: ["300.00", "-300.00"], total: "0.00" });
  const listed = await grossByMonth(month, next);
  expect(listed[1]).toBe("0.00");
  await payOut(today(test.services), 32_000);
  expect(await payoutsOf()).toEqual({ months: ["300.00", "20.00"], total: "320.00" });
  expect(await ledgerOf()).toBe(whole - 32_000);
  const csv = await rentals.call("GET", `/api/host/years/${next.slice(0, 4)}?format=csv`, undefined, host);
  expect(csv.body).toContain(`${next},0.00,0.00,0.00,20.00`);
});

it("a year comes as a table and a PDF in both languages, with the same sums", async () => {
  await rows("update accounts set full_name = $2 where id = $1", [host.id, "Nguyễn Łukasz"]);
  const { id, months, sharedOf } = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  const year = today(test.services).slice(0, 4);
  const [gross, net] = [sharedOf(0), Math.round(sharedOf(0) * 0.8)];
  const file = (how: string) => rentals.call("GET", `/api/host/years/${year}?${how}`, undefined, host);
  const rowsIn = async (how: string) =>
    (await file(how)).body
      .replace("\uFEFF", "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
  const sums = [gross, net - gross, net].map(dollars);
  const [head, month, car, ...more] = await rowsIn("format=csv&language=en");
  expect([head, more]).toEqual([
    ["Summed", "Month or car", "Paid by the renter", "Longbay’s share", "Yours", "Payouts"],
    [],
  ]);
  expect(month).toEqual(["By month", monthOf(today(test.services)), ...sums, "0.00"]);
  expect([car?.[0], car?.slice(2)]).toEqual(["By car", [...sums, ""]]);
  expect((await rowsIn("format=csv&language=zh"))[2]?.[1]).toContain("丰田");
  for (const [language, title] of [
    ["en", "Host’s yearly summary"],
    ["zh", "车主年度汇总"],
  ]) {
    const pdf = await file(`format=pdf&language=${language}`);
    expect(pdf.headers["content-disposition"]).toBe(`attachment; filename="host-${year}.pdf"`);
    const text = (await pagesOf(pdf.rawPayload)).join("\n");
    for (const words of [
      title,
      "Nguyễn Łukasz",
      (net / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }),
    ])
      expect(text).toContain(words);
  }
});

it("a failed statement delays no other month or host and is issued once it works", async () => {
  const other = await makePerson(test, { role: "host" });
  const first = monthOf(today(test.services));
  const paysAMonth = async (hostId: string) => {
    const { id, months } = await hosted(hostId);
    await pay(id, months[0]?.amount ?? 0);
  };
  for (const { id } of [host, other]) await paysAMonth(id);
  goOn(1);
  const second = monthOf(today(test.services));
  for (const { id } of [host, other]) await paysAMonth(id);
  goOn(2);
  const condition = `new.host_id = '${host.id}' and new.month = '${first}'`;
  await runOverBrokenRow(test, { table: "host_statements", condition }, () =>
    issueHostStatements(test.services),
  );
  const monthsOf = async (by: Person) =>
    (await get<HostStatementSummary[]>("statements", by)).map(({ month }) => month);
  expect([await monthsOf(host), await monthsOf(other)]).toEqual([[second], [second, first]]);
  await issueHostStatements(test.services);
  expect(await monthsOf(host)).toEqual([second, first]);
});

// This test is the last one: after statements of later months, none can be issued for earlier months.
it("each statement begins where the one before ended, and all of them sum to the ledger", async () => {
  const { id, months } = await hosted(host.id);
  const other = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  goOn(1);
  await issueHostStatements(test.services);
  const [first] = await statements();
  // The next month: another payment, and a rental that is cancelled.
  await pay(other.id, 40_000);
  await rentals.call(
    "PUT",
    `/api/admin/orders/${id}/status`,
    { status: "cancelled", fullRefund: true, reason: "So" },
    admin,
  );
  goOn(2);
  await issueHostStatements(test.services);
  // A month without entries has no statement; the next statement begins with the last balance.
  goOn(4);
  await pay(other.id, 1_000);
  goOn(5);
  await issueHostStatements(test.services);
  const all = (await statements()).toReversed();
  expect(all).toHaveLength(3);
  expect(all[0]).toEqual(first);
  let balance = "0.00";
  let sum = 0;
  for (const { month, opening, closing } of all) {
    expect(opening).toBe(balance);
    balance = closing;
    const { lines } = await get<HostStatementShown>(`statements/${month}`);
    sum += lines.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
  }
  expect(sum).toBe(await ledgerOf());
  expect(balance).toBe(dollars(sum));
  expect(sum).toBeGreaterThan(0);
  await expect(rows("update host_statements set closing = 0 where host_id = $1", [host.id])).rejects.toThrow(
    "only ever added",
  );
});

it("a statement's lines are ordered by their days", async () => {
  goOn(6);
  const first = test.services.now();
  const [late, early] = [await hosted(host.id), await hosted(host.id)];
  for (const [{ id }, days] of [
    [late, 2],
    [early, 1],
  ] as const) {
    test.services.now = () => first + days * 24 * 3_600_000;
    await pay(id, 20_000);
  }
  const month = monthOf(today(test.services));
  goOn(7);
  await issueHostStatements(test.services);
  const { lines } = await get<HostStatementShown>(`statements/${month}`);
  expect(lines.map((line) => "orderId" in line && line.orderId)).toEqual([early.id, late.id]);
});
