// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LedgerTransaction } from "#contract/admin/finance.ts";
import type { Host } from "#contract/admin/host-cars.ts";
import type { AdminPayout, BankList, HeldHost, PaidFileReport } from "#contract/admin/payouts.ts";
import type { HostCredit, HostEarningsOverview } from "#contract/host/earnings.ts";
import type { AdminHostMoney } from "#contract/host/money-for-admins.ts";
import type { PayoutSettings } from "#contract/host/payouts.ts";
import type { HostApplicationState } from "#contract/hosting.ts";
import type { HostPayout } from "#contract/payouts.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { runOverBrokenRow } from "#test/broken-row.ts";
import { refusalOf } from "#test/client.ts";
import { recordReading } from "#test/ended-rentals.ts";
import { requestCalls } from "#test/host-requests.ts";
import { multipart } from "#test/multipart.ts";
import { bankAccount, creditHost, payoutCalls } from "#test/payouts.ts";
import { findDebt } from "./adjustments/queries.ts";

let test: TestApp;
let admin: Person;
let second: Person;
const { requested, accept, carOf, rows } = requestCalls(() => test);
const { call, saveDetails, setClock, run } = payoutCalls(() => test);

// A Tuesday, after nine in Los Angeles.
const tuesday = "2026-12-08T18:00:00Z";
beforeAll(async () => {
  test = await startTestApp({ HOST_HOLD_DAYS: "0" }, { at: tuesday });
  const person = () => makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  [admin, second] = [await person(), await person()];
});
afterAll(() => test.close());

/** A host with an accepted order of theirs. */
async function hostWithOrder(): Promise<{ host: Person; orderId: string }> {
  const host = await makePerson(test, { role: "host" });
  const orderId = await requested(await makePerson(test), { carId: await carOf(host) });
  await accept(host, orderId);
  return { host, orderId };
}
const credited = (host: Person, orderId: string, amount: number, more: object = {}) =>
  creditHost(test.services, { hostId: host.id, orderId, amount, payableOn: "2026-12-08", ...more });
const own = async (host: Person) => (await call(host, "GET", "/api/host/payouts")).json<HostPayout[]>();
const settings = async (host: Person) =>
  (await call(host, "GET", "/api/host/payout-details")).json<PayoutSettings>();
const paid = (id: string, by = admin, more: object = {}) =>
  call(by, "POST", `/api/admin/payouts/${id}/paid`, { reference: "FT-1", paidOn: "2026-12-08", ...more });
const owedTo = async (host: Person) => {
  const [sum] = await rows<{ open: number }>(
    "select coalesce(sum(amount), 0)::int as open from host_credits where host_id = $1 and payout_id is null",
    [host.id],
  );
  return sum?.open;
};
const ledgerOf = (payoutId: string) =>
  rows<{ account: string; amount: number }>(
    `select account, sum(amount)::int as amount from ledger_entries where transaction_id in
       (select id from ledger_transactions where payout_id = $1) group by account order by account`,
    [payoutId],
  );
const theOne = <Row>(found: readonly Row[]): Row => {
  const [one, ...more] = found;
  if (one === undefined || more.length > 0) throw new Error(`There are ${found.length}`);
  return one;
};

it("Tuesday's payout contains what is payable by then, once, however many times the job runs", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 80_000);
  await credited(host, orderId, -5_000);
  await credited(host, orderId, 40_000, { payableOn: "2026-12-09" });
  await Promise.all([run(), run(), run()]);
  const payout = theOne(await own(host));
  expect(payout).toMatchObject({
    status: "made",
    amount: "750.00",
    madeOn: "2026-12-08",
    lastFour: "6789",
    paidOn: null,
  });
  expect(await owedTo(host)).toBe(40_000);
  const answers = await Promise.all([paid(payout.id), paid(payout.id, second), paid(payout.id)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await ledgerOf(payout.id)).toEqual([
    { account: "cash", amount: -75_000 },
    { account: "host_payable", amount: 75_000 },
  ]);
  expect(theOne(await own(host))).toMatchObject({ status: "paid", reference: "FT-1", paidOn: "2026-12-08" });
  await run();
  expect(await own(host)).toHaveLength(1);
  const emails = await rows<{ kind: string }>(
    "select kind from emails where recipient = $1 and kind like 'payout%'",
    [host.email],
  );
  expect(emails.map(({ kind }) => kind).toSorted()).toEqual(["payout_details_changed", "payout_paid"]);
});

it("a payout appears with its number and host in the ledger's list, its file and the journal", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 61_000);
  await run();
  const { id } = theOne(await own(host));
  await paid(id);
  const [sent] = await rows<{ id: number; name: string; number: string }>(
    `select moved.id::int as id, coalesce(nullif(full_name, ''), email) as name, 'PO-' || 1000 + number as number
     from ledger_transactions moved join payouts on payouts.id = payout_id join accounts on accounts.id = host_id
     where payout_id = $1`,
    [id],
  );
  const get = (path: string) => call(admin, "GET", `/api/admin/finance/${path}month=2026-12`);
  const listed = (await get("transactions?account=host_payable&limit=100&")).json<LedgerTransaction[]>();
  const found = listed.find((one) => one.id === sent?.id);
  expect(found).toMatchObject({ kind: "payout", payout: sent?.number });
  expect(found?.entries).toEqual(
    expect.arrayContaining([
      { account: "host_payable", amount: "610.00", host: sent?.name },
      { account: "cash", amount: "-610.00", host: null },
    ]),
  );
  expect(listed.find(({ kind }) => kind === "host_share")).toMatchObject({ payout: null });
  const [header, ...lines] = (await get("export?")).body.trim().split("\r\n");
  expect(header).toBe("transaction,date,kind,order,by,account,debit,credit,ownDate,host,payout");
  const ours = lines.filter((line) => line.startsWith(`${sent?.id},`)).map((line) => line.split(","));
  expect(ours.map((cells) => [cells[5], ...cells.slice(-2)].join(",")).toSorted()).toEqual([
    `cash,,${sent?.number}`,
    `host_payable,${sent?.name},${sent?.number}`,
  ]);
  const journal = (await get("journal?format=csv&")).body.split("\r\n");
  expect(journal.find((line) => line.includes(`,${sent?.id},`))).toContain(
    `"Payout to host, ${sent?.number}, ${sent?.name}"`,
  );
});

it("a payout that can't be made holds up no other host's", async () => {
  const [broken, whole] = [await hostWithOrder(), await hostWithOrder()];
  for (const { host, orderId } of [broken, whole]) {
    await saveDetails(host);
    await credited(host, orderId, 80_000);
  }
  await runOverBrokenRow(test, { table: "payouts", condition: `new.host_id = '${broken.host.id}'` }, run);
  expect([await own(broken.host), await own(whole.host)]).toMatchObject([[], [{ amount: "800.00" }]]);
  await run();
  expect(await own(broken.host)).toMatchObject([{ amount: "800.00" }]);
});

it("the money in a payout under way counts as not paid out yet, as in the ledger", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 80_000);
  await credited(host, orderId, 5_000, { payableOn: "2026-12-09" });
  const sums = async () => {
    const money = (await call(admin, "GET", `/api/admin/hosts/${host.id}/money`)).json<AdminHostMoney>();
    const search = encodeURIComponent(host.email);
    const [listed] = (await call(admin, "GET", `/api/admin/hosts?search=${search}`)).json<Host[]>();
    const [ledger] = await rows<{ balance: string }>(
      "select round(-sum(amount) / 100, 2)::text as balance from ledger_entries where host_id = $1",
      [host.id],
    );
    const { credited, paidOut, open, payable } = money;
    return { credited, paidOut, open, payable, listed: listed?.money?.balance, ledger: ledger?.balance };
  };
  await run();
  const all = { open: "850.00", listed: "850.00", ledger: "850.00" };
  expect(await sums()).toEqual({ credited: "850.00", paidOut: "0.00", payable: "0.00", ...all });
  await paid(theOne(await own(host)).id);
  const rest = { open: "50.00", listed: "50.00", ledger: "50.00" };
  expect(await sums()).toEqual({ credited: "850.00", paidOut: "800.00", payable: "0.00", ...rest });
});

it("a host is listed as owing by the books, not for a payout that is under way", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 10_000);
  await run();
  await credited(host, orderId, -5_000);
  const search = encodeURIComponent(host.email);
  const owing = async () =>
    (await call(admin, "GET", `/api/admin/hosts?state=owing&search=${search}`))
      .json<Host[]>()
      .map(({ money }) => money?.balance);
  const owed = async () => (await findDebt(test.services.database.db, host.id))?.amount;
  expect([await owing(), await owed()]).toEqual([[], undefined]);
  await paid(theOne(await own(host)).id);
  expect([await owing(), await owed()]).toEqual([["-50.00"], 5_000]);
  // Without the mark of a host and without a car, the debt stays.
  await rows("update cars set host_id = null, listing_state = 'paused' where host_id = $1", [host.id]);
  await rows("update accounts set role = 'customer', hosting_since = null where id = $1", [host.id]);
  expect(await owing()).toEqual(["-50.00"]);
  const full = await makePerson(test, { role: "admin", permissions: ["all"] });
  expect((await call(full, "GET", `/api/admin/hosts/${host.id}`)).statusCode).toBe(200);
});

it("sums below a dollar, below zero, or without a recorded pickup are carried over", async () => {
  const [poor, owing, unseen] = [await hostWithOrder(), await hostWithOrder(), await hostWithOrder()];
  for (const { host } of [poor, owing, unseen]) await saveDetails(host);
  await credited(poor.host, poor.orderId, 99);
  await credited(owing.host, owing.orderId, 5_000);
  await credited(owing.host, owing.orderId, -6_000);
  await credited(unseen.host, unseen.orderId, 50_000, { awaitsPickup: true });
  await rows("update orders set status = 'in_progress', trip_started_at = now() where id = $1", [
    unseen.orderId,
  ]);
  await run();
  expect(await Promise.all([poor, owing, unseen].map(({ host }) => own(host)))).toEqual([[], [], []]);
  await credited(poor.host, poor.orderId, 1);
  await run();
  expect(theOne(await own(poor.host)).amount).toBe("1.00");
});

/** The host records a pickup, four days before the payouts if not said otherwise. */
const handedOver = (
  { id: by }: Person,
  orderId: string,
  { stretch = 1, at = "2026-12-04T18:00:00Z" }: { stretch?: number; at?: string },
) =>
  recordReading(test.services, {
    orderId,
    kind: "pickup",
    stretch,
    odometer: 1_000,
    by,
    side: "host",
    at: new Date(at),
  });
const placesOf = async (host: Person) =>
  (await call(host, "GET", "/api/host/earnings/lines")).json<HostCredit[]>().map(({ place }) => place);

it("a payout waits until the renter can't deny anymore what the host has recorded", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 50_000, { awaitsPickup: true });
  await handedOver(host, orderId, { at: "2026-12-06T18:00:00Z" });
  await run();
  expect([await own(host), await placesOf(host)]).toEqual([[], ["waits_for_day"]]);
});

it("a credit waits for the pickup of its own car, whatever was recorded of an earlier one", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 50_000, { stretch: 2, awaitsPickup: true });
  const places = () => placesOf(host);
  await handedOver(host, orderId, { stretch: 1 });
  await run();
  expect([await own(host), await places()]).toEqual([[], ["waits_for_pickup"]]);
  await handedOver(host, orderId, { stretch: 2 });
  expect(await places()).toEqual(["payable"]);
  await run();
  expect(theOne(await own(host)).amount).toBe("500.00");
});

it("a payout made later in the week subtracts what was taken back since Tuesday", async () => {
  const { host, orderId } = await hostWithOrder();
  await credited(host, orderId, 80_000);
  await run();
  expect(await own(host)).toEqual([]);
  await saveDetails(host);
  setClock("2026-12-11T18:00:00Z");
  await credited(host, orderId, -30_000, { payableOn: "2026-12-11" });
  await run();
  setClock(tuesday);
  expect(theOne(await own(host))).toMatchObject({ amount: "500.00", madeOn: "2026-12-08" });
  expect(await owedTo(host)).toBe(0);
});

it("an unsent payout is made anew once something of it was taken back", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 51_234);
  await run();
  await credited(host, orderId, -30_000);
  const list = () => call(admin, "GET", "/api/admin/payouts?format=csv");
  expect((await list()).body).not.toContain(",512.34,");
  await run();
  await credited(host, orderId, -1_000);
  await run();
  await run();
  const shown = (await own(host)).map(({ status, amount, reason }) => [status, amount, reason]);
  expect(shown).toEqual([
    ["made", "202.34", ""],
    ["cancelled", "212.34", "taken_back"],
    ["cancelled", "512.34", "taken_back"],
  ]);
  expect((await list()).body).toContain(",202.34,");
  // It may have been sent: what is taken back now lowers the next payout.
  await credited(host, orderId, -1_000);
  await run();
  expect((await own(host)).map(({ status }) => status)).toEqual(["made", "cancelled", "cancelled"]);
});

it("a credit taken back before its pickup takes nothing from other rentals", async () => {
  const { host, orderId } = await hostWithOrder();
  const other = await requested(await makePerson(test), { carId: await carOf(host) });
  await accept(host, other);
  await saveDetails(host);
  await credited(host, orderId, 50_000);
  await credited(host, other, 80_000, { awaitsPickup: true });
  await credited(host, other, -80_000);
  // Take-backs beyond the waiting credits lower the payout.
  await credited(host, orderId, -1_000);
  await run();
  expect(theOne(await own(host)).amount).toBe("490.00");
  expect(await owedTo(host)).toBe(0);
  const lines = (await call(host, "GET", "/api/host/earnings/lines")).json<HostCredit[]>();
  expect(lines.filter(({ orderId: id }) => id === other).map(({ place }) => place)).toEqual([
    "covered",
    "waits_for_pickup",
  ]);
});

it("a failed payout's money goes to the next one, and a paid one is taken back in the books", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 30_000);
  await run();
  const { id } = theOne(await own(host));
  await paid(id);
  const failed = await call(admin, "POST", `/api/admin/payouts/${id}/failed`, { reason: "Account closed" });
  expect(failed.json<AdminPayout>()).toMatchObject({ status: "failed", reason: "Account closed", may: [] });
  expect(await ledgerOf(id)).toEqual([
    { account: "cash", amount: 0 },
    { account: "host_payable", amount: 0 },
  ]);
  expect(await owedTo(host)).toBe(30_000);
  await run();
  expect(await own(host)).toHaveLength(1);
  setClock("2026-12-15T18:00:00Z");
  try {
    await run();
    const [next] = await own(host);
    expect(next).toMatchObject({ status: "made", amount: "300.00", madeOn: "2026-12-15" });
    const refused = refusalOf(await paid(next?.id ?? "", admin, { paidOn: "2026-12-14" }));
    expect(refused.fields).toEqual(["paidOn"]);
    await call(admin, "POST", `/api/admin/payouts/${next?.id}/cancel`, { reason: "Wrong week" });
    expect(await ledgerOf(next?.id ?? "")).toEqual([]);
    expect(refusalOf(await paid(next?.id ?? "")).code).toBe("payout_not_possible");
    expect(await owedTo(host)).toBe(30_000);
  } finally {
    setClock(tuesday);
  }
});

it("a payout is made again 72 hours after new details, unless the bank may have it already", async () => {
  const [fresh, taken] = [await hostWithOrder(), await hostWithOrder()];
  for (const { host, orderId } of [fresh, taken]) {
    await saveDetails(host);
    await credited(host, orderId, 20_000);
  }
  await run();
  await rows("update payouts set taken_at = now() where host_id = $1", [taken.host.id]);
  for (const { host } of [fresh, taken])
    expect((await saveDetails(host, { ...bankAccount, accountNumber: "9876543210" })).statusCode).toBe(200);
  expect(theOne(await own(fresh.host))).toMatchObject({ status: "cancelled" });
  expect(theOne(await own(taken.host))).toMatchObject({ status: "made", lastFour: "6789" });
  expect(await settings(fresh.host)).toMatchObject({
    lastFour: "3210",
    usableFrom: "2026-12-11T18:00:00.000Z",
  });
  await run();
  expect(await own(fresh.host)).toHaveLength(1);
  setClock("2026-12-11T18:00:00Z");
  try {
    await run();
    const [anew] = await own(fresh.host);
    expect(anew).toMatchObject({ status: "made", amount: "200.00", madeOn: "2026-12-08", lastFour: "3210" });
    expect(await own(taken.host)).toHaveLength(1);
  } finally {
    setClock(tuesday);
  }
});

it("bank details are saved only after a fresh sign-in, and four digits are shown", async () => {
  const { host } = await hostWithOrder();
  await rows(
    "update sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', 1), jsonb_build_object('method', 'totp', 'timestamp', $2::bigint)) where id = $1",
    [host.sessionId, Date.parse(tuesday) / 1000],
  );
  expect(refusalOf(await saveDetails(host)).code).toBe("sign_in_again");
  expect(await settings(host)).toMatchObject({ lastFour: null, isReady: false });
  await rows(
    "update sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', $2::bigint)) where id = $1",
    [host.sessionId, Date.parse(tuesday) / 1000 - 60],
  );
  const wrong = refusalOf(
    await saveDetails(host, { ...bankAccount, routingNumber: "121000359", accountNumber: "12" }),
  );
  expect(wrong.fields.toSorted()).toEqual(["accountNumber", "routingNumber"]);
  const saved = await saveDetails(host);
  expect(saved.json<PayoutSettings>()).toMatchObject({ lastFour: "6789", isReady: true, usableFrom: null });
  const stored = JSON.stringify(
    await rows("select d.*, encode(d.sealed, 'escape') as bytes from payout_details d"),
  );
  const said = JSON.stringify(
    await rows("select before, after from audit_events where entity_id = $1", [host.id]),
  );
  const mailed = JSON.stringify(
    await rows("select subject, content from emails where recipient = $1", [host.email]),
  );
  for (const text of [saved.body, stored, said, mailed])
    for (const secret of ["000123456789", "121000358", "Ana P", "Bay Credit", "Main St"])
      expect(text).not.toContain(secret);
});

it("only hosts and former hosts with earnings can save bank details", async () => {
  const { host, orderId } = await hostWithOrder();
  const [idle, applicant] = [await makePerson(test, { role: "host" }), await makePerson(test)];
  await rows("insert into host_applications (account_id) values ($1)", [applicant.id]);
  await credited(host, orderId, 50_000);
  for (const former of [host, idle])
    await rows("update accounts set role = 'customer', hosting_since = null where id = $1", [former.id]);
  const standing = async (of: Person) =>
    (await call(of, "GET", "/api/account/host-application")).json<HostApplicationState>();
  for (const other of [idle, applicant]) {
    expect(await settings(other)).toMatchObject({ mayChange: false });
    expect(refusalOf(await saveDetails(other))).toMatchObject({ status: 403, code: "host_not_approved" });
  }
  expect(await standing(applicant)).toMatchObject({ status: "pending", wasHost: false });
  expect(await standing(host)).toMatchObject({ wasHost: true });
  expect(await settings(host)).toMatchObject({ mayChange: true, lastFour: null });
  expect((await saveDetails(host)).json<PayoutSettings>()).toMatchObject({
    mayChange: true,
    lastFour: "6789",
  });
  await run();
  expect(theOne(await own(host))).toMatchObject({ amount: "500.00", lastFour: "6789" });
  // A suspended host may only read.
  await rows("update accounts set suspended_at = now() where id = $1", [host.id]);
  expect(await settings(host)).toMatchObject({ mayChange: false, lastFour: "6789" });
  expect(refusalOf(await saveDetails(host)).code).toBe("account_suspended");
});

it("the bank's list needs a fresh sign-in and is audited", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 12_345);
  await run();
  const { id, name } = theOne(await own(host));
  const list = await call(admin, "GET", "/api/admin/payouts?format=csv");
  expect(list.headers["content-type"]).toContain("text/csv");
  const row = list.body.split("\r\n").find((line) => line.startsWith(name));
  expect(row).toContain("121000358,000123456789,123.45");
  const opened = await rows<{ actor: string }>(
    "select actor from audit_events where entity = 'payout' and entity_id = $1 and action = 'payout_details_opened'",
    [id],
  );
  expect(opened).toEqual([{ actor: admin.id }]);
  expect((await call(admin, "GET", "/api/admin/payouts?status=made")).body).not.toContain("000123456789");
  await rows("update sessions set amr = '[]'::jsonb where id = $1", [second.sessionId]);
  expect(refusalOf(await call(second, "GET", "/api/admin/payouts?format=csv")).code).toBe("sign_in_again");
});

it("the bank's list has new payouts, and earlier unpaid ones only on request", async () => {
  await rows("update payouts set taken_at = now() where status = 'made'");
  const paidOut = async () => {
    const { host, orderId } = await hostWithOrder();
    await saveDetails(host);
    await credited(host, orderId, 12_345);
    await run();
    return theOne(await own(host));
  };
  const list = async (by: Person, again = "") =>
    (await call(by, "GET", `/api/admin/payouts?format=csv${again}`)).body.split("\r\n").filter(Boolean);
  const state = async () => (await call(admin, "GET", "/api/admin/bank-list")).json<BankList>();
  const { given } = await state();
  const first = await paidOut();
  expect(await state()).toMatchObject({ fresh: 1, given });
  const [head, row, ...others] = await list(admin);
  expect([head, others]).toEqual([expect.stringMatching(/,memo,givenOutBefore$/), []]);
  expect(row).toMatch(new RegExp(`^${first.name},.*,$`, "s"));
  // Somebody else asks for the list as well.
  const another = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  await rows("update accounts set full_name = 'Ana Pérez' where id = $1", [another.id]);
  expect(await list(another)).toEqual([head]);
  const later = await paidOut();
  expect(await state()).toEqual({
    fresh: 1,
    given: given + 1,
    lastAt: expect.any(String),
    lastBy: "Wei Lin",
  });
  const both = await list(another, "&again=true");
  expect(both).toHaveLength(given + 3);
  expect(both.find((one) => one.startsWith(first.name))).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  expect(both.find((one) => one.startsWith(later.name))).toMatch(/,$/);
  expect(await state()).toMatchObject({ fresh: 0, given: given + 2, lastBy: "Ana Pérez" });
});

it("the bank's list is refused if the details of one payout can't be opened", async () => {
  await rows("update payouts set taken_at = now() where status = 'made'");
  const made = [];
  for (let at = 0; at < 2; at++) {
    const { host, orderId } = await hostWithOrder();
    await saveDetails(host);
    await credited(host, orderId, 12_345);
    await run();
    made.push({ ...theOne(await own(host)), host });
  }
  // The broken details belong to the host whose row is opened second.
  const [broken] = made.toSorted((a, b) => (a.host.id < b.host.id ? 1 : -1));
  await rows("update payout_details set sealed = '\\x00' where host_id = $1", [broken?.host.id]);
  const refused = await call(admin, "GET", "/api/admin/payouts?format=csv");
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: "payout_details_unreadable", payout: broken?.name },
  ]);
  const ids = made.map(({ id }) => id);
  const untaken = await rows("select id from payouts where taken_at is null and id = any($1)", [ids]);
  expect(untaken).toHaveLength(2);
  expect(
    await rows("select id from audit_events where action = 'payout_details_opened' and entity_id = any($1)", [
      ids,
    ]),
  ).toEqual([]);
  await rows("update payouts set taken_at = now() where id = any($1)", [ids]);
  // The host of the broken details can enter them again.
  if (broken) await saveDetails(broken.host);
});

it("a bank's file records all its payments, or none if one row is wrong", async () => {
  const pairs = [await hostWithOrder(), await hostWithOrder()];
  for (const { host, orderId } of pairs) {
    await saveDetails(host);
    await credited(host, orderId, 45_600);
  }
  await run();
  const [one, other] = await Promise.all(pairs.map(async ({ host }) => theOne(await own(host))));
  const upload = async (content: string) => {
    const { payload, headers } = await multipart([
      { field: "file", name: "bank.csv", content, type: "text/csv" },
    ]);
    return test.app.inject({
      method: "POST",
      url: "/api/admin/payouts/paid",
      payload,
      headers: { ...headers, ...admin.authorization },
    });
  };
  const line = (payout: HostPayout | undefined, amount = "456.00") =>
    `12/08/2026,LONGBAY ${payout?.name},-${amount},FT 77\n`;
  const header = "Account statement\n\nDate,Description,Amount,Trace number\n";
  const wrong = await upload(`${header}${line(one)}12/08/2026,Fee,-3.00,\n${line(other, "456.01")}`);
  expect(wrong.json<PaidFileReport>()).toEqual({
    recorded: 0,
    known: 0,
    errors: [{ row: 6, code: "other_amount", payout: other?.name }],
  });
  expect(await Promise.all(pairs.map(async ({ host }) => theOne(await own(host)).status))).toEqual([
    "made",
    "made",
  ]);
  const right = `${header}${line(one)}12/08/2026,Fee,-3.00,\n${line(other)}`;
  expect((await upload(right)).json<PaidFileReport>()).toEqual({ recorded: 2, known: 0, errors: [] });
  expect((await upload(right)).json<PaidFileReport>()).toEqual({ recorded: 0, known: 2, errors: [] });
  expect(refusalOf(await upload("a,b\n1,2\n")).code).toBe("file_refused");
});

it("payouts of a host who shares a number or card with a renter are held until somebody looks", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 70_000);
  await rows("update accounts set phone = '(650) 555-0177' where id = $1", [host.id]);
  await run();
  expect(await own(host)).toEqual([]);
  expect(await settings(host)).toMatchObject({ hold: { reason: null } });
  const held = (await call(admin, "GET", "/api/admin/payout-holds")).json<HeldHost[]>();
  expect(held.find((one) => one.host.id === host.id)).toMatchObject({
    open: "700.00",
    reason: null,
    flags: [{ orderId, kind: "same_phone" }],
  });
  await call(admin, "PUT", `/api/admin/payout-flags/${orderId}/same_phone`, { reason: "Father and son" });
  await run();
  expect(theOne(await own(host)).amount).toBe("700.00");
});

it("payouts of a host who is another driver of the rental are held", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 70_000);
  await rows(
    `insert into order_drivers (id, order_id, name, email, account_id, has_agreed, created_at, answered_at)
     values (gen_random_uuid(), $1, 'Ana', $2, $3, true, now(), now())`,
    [orderId, host.email, host.id],
  );
  await run();
  expect(await own(host)).toEqual([]);
  const held = (await call(admin, "GET", "/api/admin/payout-holds")).json<HeldHost[]>();
  expect(held.find((one) => one.host.id === host.id)?.flags).toMatchObject([
    { orderId, kind: "same_license" },
  ]);
});

it("payouts are held and released with a reason that the host reads", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 10_000);
  const hold = (reason: string | null, by = admin) =>
    call(by, "PUT", `/api/admin/hosts/${host.id}/payout-hold`, { reason });
  await hold("We are asking the renter about the pickup.");
  await run();
  expect(await own(host)).toEqual([]);
  expect(await settings(host)).toMatchObject({
    hold: { reason: "We are asking the renter about the pickup." },
  });
  await hold(null);
  await run();
  expect(theOne(await own(host)).amount).toBe("100.00");
  const emails = await rows<{ kind: string }>(
    "select kind from emails where recipient = $1 and kind like 'payouts%' order by created_at, id",
    [host.email],
  );
  expect(emails.map(({ kind }) => kind)).toEqual(["payouts_held", "payouts_released"]);
});

it("a payout that wasn't sent before a hold is made again after it", async () => {
  const { host, orderId } = await hostWithOrder();
  await saveDetails(host);
  await credited(host, orderId, 10_000);
  await run();
  const { id } = theOne(await own(host));
  const hold = (reason: string | null) =>
    call(admin, "PUT", `/api/admin/hosts/${host.id}/payout-hold`, { reason });
  await hold("We are asking the renter about the pickup.");
  expect(theOne(await own(host))).toMatchObject({ id, status: "cancelled", reason: "held" });
  expect(await owedTo(host)).toBe(10_000);
  await run();
  expect(await own(host)).toHaveLength(1);
  await hold(null);
  await run();
  const made = (await own(host)).filter(({ status }) => status === "made");
  expect(made).toMatchObject([{ amount: "100.00", madeOn: "2026-12-08" }]);
});

it("an administrator can't decide about their own payouts while another could", async () => {
  const { host, orderId } = await hostWithOrder();
  await rows("update accounts set role = 'admin', permissions = '{manage_payments}' where id = $1", [
    host.id,
  ]);
  await saveDetails(host);
  await credited(host, orderId, 10_000);
  await run();
  const { id } = theOne(await own(host));
  expect(refusalOf(await paid(id, host)).code).toBe("own_affair");
  expect(
    refusalOf(await call(host, "PUT", `/api/admin/hosts/${host.id}/payout-hold`, { reason: null })).code,
  ).toBe("own_affair");
  expect((await paid(id)).statusCode).toBe(200);
});

it("each page of a host's money says why nothing is sent on the next Tuesday", async () => {
  const { host, orderId } = await hostWithOrder();
  await credited(host, orderId, 80_000);
  const next = async () => {
    const [earnings, hosts] = [
      await call(host, "GET", "/api/host/earnings"),
      await call(admin, "GET", `/api/admin/hosts?search=${encodeURIComponent(host.email)}`),
    ];
    return [
      (await settings(host)).next,
      earnings.json<HostEarningsOverview>().nextPayout,
      theOne(hosts.json<Host[]>()).money?.nextPayout,
    ];
  };
  const sent = (waitsFor: PayoutSettings["next"]["waitsFor"]) =>
    Array<object>(3).fill({ on: "2026-12-15", amount: "800.00", waitsFor });
  expect(await next()).toEqual(sent("no_account"));
  await saveDetails(host);
  expect(await next()).toEqual(sent(null));
  await saveDetails(host, { ...bankAccount, accountNumber: "000987654321" });
  expect(await next()).toEqual(sent(null));
  // Changed three days before the payouts of that Tuesday are made, at nine in Los Angeles, or a second less.
  const changedAt = (at: string) =>
    rows("update payout_details set created_at = $2 where host_id = $1 and replaced_at is null", [
      host.id,
      at,
    ]);
  await changedAt("2026-12-12T17:00:00Z");
  expect(await next()).toEqual(sent(null));
  await changedAt("2026-12-12T17:00:01Z");
  expect(await next()).toEqual(sent("new_account"));
  await call(admin, "PUT", `/api/admin/hosts/${host.id}/payout-hold`, {
    reason: "We are asking the renter.",
  });
  expect(await next()).toEqual(sent("held"));
});
