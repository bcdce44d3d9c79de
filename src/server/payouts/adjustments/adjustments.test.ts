// @one-database
import { beforeEach, expect, it } from "vitest";
import type { HostAdjustments } from "#contract/admin/host-adjustments.ts";
import type { HostCredit, HostEarningsOverview } from "#contract/host/earnings.ts";
import type { HostStatementShown, HostYear } from "#contract/host/statements.ts";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { monthOf } from "#domain/payments/months.ts";
import { issueHostStatements } from "#server/earnings/statements/issue-statements.ts";
import { movePayout } from "#server/payouts/move-payout.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { refusalOf } from "#test/client.ts";
import { hostedRentals } from "#test/hosted-rentals.ts";
import { creditHost } from "#test/payouts.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { askForDebts } from "./ask-for-debts.ts";

const { test, admin, rentals } = await startRentals({ HOST_HOLD_DAYS: "0" });
const { hosted, pay, rows } = hostedRentals(test, rentals, admin);
const start = test.services.now();
const second = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
let host: Person;
beforeEach(async () => {
  test.services.now = () => start;
  host = await makePerson(test, { role: "host" });
});
const goOn = (days: number): void => {
  test.services.now = () => start + days * 86_400_000;
};
const dollars = (cents: number) => (cents / 100).toFixed(2);
const adjust = (sent: object, by = admin, of = host) =>
  rentals.call("POST", `/api/admin/hosts/${of.id}/adjustments`, { id: crypto.randomUUID(), ...sent }, by);
const decide = (id: string, decision: string, by: Person) =>
  rentals.call("PUT", `/api/admin/host-adjustments/${id}`, { decision }, by);
const takeBack = (order: string, amount: number, more: object = {}, by = admin) =>
  adjust(
    { kind: "take_back", order, amount: dollars(amount), reason: "Made up with the renter", ...more },
    by,
  );
const adjustments = async () =>
  (
    await rentals.call("GET", `/api/admin/hosts/${host.id}/adjustments`, undefined, admin)
  ).json<HostAdjustments>();
const openOf = async () =>
  (await rentals.call("GET", "/api/host/earnings", undefined, host)).json<HostEarningsOverview>().open;
const linesOf = async () =>
  (await rentals.call("GET", "/api/host/earnings/lines", undefined, host)).json<HostCredit[]>();
const payableInLedger = async () =>
  (
    await rows<{ sum: number }>(
      "select coalesce(-sum(amount), 0)::float8 as sum from ledger_entries where host_id = $1",
      [host.id],
    )
  )[0]?.sum;
const emailsTo = async () =>
  (
    await rows<{ kind: string }>(
      "select kind from emails where recipient = $1 and kind like 'host_%' order by created_at, id",
      [host.email],
    )
  ).map(({ kind }) => kind);
/** A rental of the host's car whose first month is paid, and the host's share of that month. */
async function paidRental() {
  const { id, months, sharedOf } = await hosted(host.id);
  await pay(id, months[0]?.amount ?? 0);
  return { id, share: Math.round(sharedOf(0) * 0.8) };
}
/** Makes the host owe this many cents. */
async function owing(amount: number) {
  const { id } = await hosted(host.id);
  await creditHost(test.services, {
    hostId: host.id,
    orderId: id,
    amount: -amount,
    payableOn: today(test.services),
  });
}

it("a share is taken back once, in the books, on the host's lines and by email", async () => {
  const { id, share } = await paidRental();
  const once = crypto.randomUUID();
  for (const answer of [await takeBack(id, 10_000, { id: once }), await takeBack(id, 10_000, { id: once })])
    expect(answer.statusCode, answer.body).toBe(201);
  expect(await openOf()).toBe(dollars(share - 10_000));
  expect(await payableInLedger()).toBe(share - 10_000);
  expect((await linesOf()).map(({ rule, amount }) => [rule, amount])).toEqual([
    ["take_back", "-100.00"],
    ["share", dollars(share)],
  ]);
  expect(await emailsTo()).toEqual(["host_share_taken_back"]);
  expect((await adjustments()).adjustments).toMatchObject([
    { kind: "take_back", status: "done", amount: "100.00", mayApprove: false, order: { id } },
  ]);
  expect(refusalOf(await takeBack(id, share)).code).toBe("adjustment_above_most");
  expect(refusalOf(await adjust({ kind: "take_back", amount: "1.00", reason: "So" })).code).toBe("invalid");
});

it("a share that is taken back and then refunded is taken from the host once", async () => {
  const { id, share } = await paidRental();
  await takeBack(id, 30_000);
  const cancelled = await rentals.call(
    "PUT",
    `/api/admin/orders/${id}/status`,
    { status: "cancelled", fullRefund: true, reason: "Made up" },
    admin,
  );
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  expect(await openOf()).toBe("0.00");
  expect(await payableInLedger()).toBe(0);
  expect(share).toBeGreaterThan(30_000);
});

it("a sum above the limit needs a second administrator, however it is split", async () => {
  const { id, share } = await paidRental();
  expect(share).toBeGreaterThan(50_000);
  await takeBack(id, 40_000);
  const larger = crypto.randomUUID();
  await takeBack(id, 10_001, { id: larger });
  expect(await openOf()).toBe(dollars(share - 40_000));
  expect(refusalOf(await takeBack(id, share - 50_000)).code).toBe("adjustment_above_most");
  expect(refusalOf(await decide(larger, "approved", admin)).code).toBe("refund_needs_another");
  expect((await decide(larger, "approved", second)).statusCode).toBe(200);
  expect((await decide(larger, "approved", second)).statusCode).toBe(200);
  expect(await openOf()).toBe(dollars(share - 50_001));
  expect(refusalOf(await decide(larger, "declined", second)).code).toBe("adjustment_decided");
});

it("an administrator can't adjust their own balance while another could, nor without the right", async () => {
  const { id } = await paidRental();
  await rows("update accounts set role = 'admin', permissions = '{manage_payments}' where id = $1", [
    host.id,
  ]);
  expect(refusalOf(await takeBack(id, 100, {}, host)).code).toBe("own_affair");
  const other = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
  expect((await takeBack(id, 100, {}, other)).statusCode).toBe(403);
});

it("a host's debt is requested once after 60 days and can be written off only then", async () => {
  await owing(20_000);
  const since = today(test.services);
  expect((await adjustments()).debt).toEqual({
    amount: "200.00",
    since,
    askedFrom: addDays(since, 60),
    askedAt: null,
  });
  goOn(59);
  await askForDebts(test.services);
  expect(await emailsTo()).toEqual([]);
  const writeOff = () => adjust({ kind: "write_off", amount: "150.00", reason: "Left the country" });
  expect(refusalOf(await writeOff()).code).toBe("adjustment_not_possible");
  goOn(61);
  await Promise.all([askForDebts(test.services), askForDebts(test.services)]);
  await askForDebts(test.services);
  expect(await emailsTo()).toEqual(["host_debt_asked"]);
  expect((await writeOff()).statusCode).toBe(201);
  expect(refusalOf(await writeOff()).code).toBe("adjustment_above_most");
  const receivedOn = today(test.services);
  const repaid = await adjust({ kind: "repayment", amount: "50.00", reason: "FT-77", receivedOn });
  expect(repaid.statusCode, repaid.body).toBe(201);
  expect(repaid.json<HostAdjustments>().debt).toBeNull();
  expect(await openOf()).toBe("0.00");
  expect(await payableInLedger()).toBe(0);
  const accounts = await rows<{ account: string; amount: number }>(
    `select account, sum(amount)::int as amount from ledger_entries where transaction_id in
       (select id from ledger_transactions where kind = 'host_balance'
          and adjustment_id in (select id from host_adjustments where host_id = $1))
     group by account order by account`,
    [host.id],
  );
  expect(accounts).toEqual([
    { account: "cash", amount: 5_000 },
    { account: "host_payable", amount: -20_000 },
    { account: "write_off", amount: 15_000 },
  ]);
  expect(await emailsTo()).toEqual(["host_debt_asked", "host_debt_written_off", "host_repayment_received"]);
  // A debt that is no longer owed doesn't count as earnings.
  const year = dateInLosAngeles(test.services.now()).slice(0, 4);
  const shown = (await rentals.call("GET", `/api/host/years/${year}`, undefined, host)).json<HostYear>();
  expect(shown.months.every(({ net }) => Number(net) <= 0)).toBe(true);
  const month = monthOf(today(test.services));
  goOn(120);
  await issueHostStatements(test.services);
  const statement = (
    await rentals.call("GET", `/api/host/statements/${month}`, undefined, host)
  ).json<HostStatementShown>();
  expect(statement).toMatchObject({ opening: "-200.00", closing: "0.00", sums: { owedLess: "200.00" } });
  expect(statement.lines).toMatchObject([
    { rule: "write_off", amount: "150.00", reason: "Left the country" },
    { rule: "repayment", amount: "50.00", reason: "FT-77" },
  ]);
});

/** A payment whose credit was paid to the host: they owe it once the payment turns out not to have come. */
async function paidOut() {
  const { id } = await hosted(host.id);
  const payment = await pay(id, 40_000);
  const credited = (await payableInLedger()) ?? 0;
  const [payout] = await rows<{ id: string }>(
    `insert into payouts (host_id, mode, amount, made_on, created_at) values ($1, 'bank', $2, $3, now()) returning id`,
    [host.id, credited, today(test.services)],
  );
  await rows("update host_credits set payout_id = $2 where host_id = $1", [host.id, payout?.id]);
  const sent = { to: "paid" as const, reference: "FT-1", paidOn: today(test.services), by: admin.id };
  await movePayout(test.services, payout?.id ?? "", sent);
  return { id, payment, credited, payout: payout?.id ?? "" };
}

it("a written-off debt is not paid once more when its renter pays after all, but what was never paid out is", async () => {
  const { id, payment, credited } = await paidOut();
  const { id: other } = await hosted(host.id);
  const takenBack = [payment, await pay(other, 30_000)];
  for (const never of takenBack) {
    const answer = await rentals.call(
      "POST",
      `/api/admin/payments/${never}/take-back`,
      { reason: "Never came" },
      admin,
    );
    expect(answer.statusCode, answer.body).toBe(200);
  }
  expect(await payableInLedger()).toBe(-credited);
  goOn(61);
  await askForDebts(test.services);
  const written = await adjust({
    kind: "write_off",
    amount: dollars(credited - 5_000),
    reason: "Moved away",
  });
  expect(written.statusCode, written.body).toBe(201);
  const receivedOn = today(test.services);
  await adjust({ kind: "repayment", amount: "50.00", reason: "FT-77", receivedOn });
  expect(await payableInLedger()).toBe(0);

  // The renter of the other order pays now: its host was never paid this money.
  await pay(other, 30_000);
  const ofOther = (await payableInLedger()) ?? 0;
  expect([ofOther > 0, await endedWriteOffs()]).toEqual([true, []]);
  await pay(id, 10_000);
  const first = -Number((await endedWriteOffs())[0]?.amount) * 100;
  expect(first).toBeGreaterThan(0);
  expect(await payableInLedger()).toBe(ofOther);
  // Only what the host repaid is the host's; later money is theirs whole.
  await pay(id, 30_000);
  expect(await payableInLedger()).toBe(ofOther + 5_000);
  expect(await openOf()).toBe(dollars(ofOther + 5_000));
  // A write-off ends on the day from which its credit is payable: until then it lowers no other earnings.
  expect(await endedWriteOffs()).toMatchObject([
    { amount: dollars(first + 5_000 - credited), orderId: null, place: "waits_for_day" },
    { amount: dollars(-first), orderId: null, place: "waits_for_day" },
  ]);
  await pay(id, 1_000);
  expect(await payableInLedger()).toBeGreaterThan(ofOther + 5_000);
  expect(await endedWriteOffs()).toHaveLength(2);
});

it("a written-off debt of a payout that came back is neither a debt nor paid out", async () => {
  const { id, payment, credited, payout } = await paidOut();
  await rentals.call("POST", `/api/admin/payments/${payment}/take-back`, { reason: "Never came" }, admin);
  goOn(61);
  await askForDebts(test.services);
  const reason = "Moved away";
  await adjust({ kind: "write_off", amount: dollars(credited - 5_000), reason });
  expect(await payableInLedger()).toBe(-5_000);

  const back = { to: "failed" as const, reason: "The account is closed", by: admin.id };
  await movePayout(test.services, payout, back);
  expect([await payableInLedger(), await openOf()]).toEqual([0, "0.00"]);
  await pay(id, 40_000);
  expect(await payableInLedger()).toBe(credited);
});

const endedWriteOffs = async () =>
  (await linesOf()).filter(({ rule, amount }) => rule === "write_off" && Number(amount) < 0);

it("a host who owes nothing gets no request, and nothing can be written off", async () => {
  await paidRental();
  goOn(100);
  await askForDebts(test.services);
  expect(await emailsTo()).toEqual([]);
  const answer = await adjust({ kind: "write_off", amount: "1.00", reason: "So" });
  expect(refusalOf(answer).code).toBe("adjustment_not_possible");
});
