// @one-database
import { afterAll, describe, expect, it } from "vitest";
import type { Reconciliation } from "#contract/admin/reconciliation.ts";
import { addDays } from "#domain/dates.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { today } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { multipart } from "#test/multipart.ts";
import { startPaypal } from "#test/stand-ins/paypal.ts";
import { startRentals } from "#test/provider-rentals.ts";

const paypal = await startPaypal();
afterAll(paypal.close);
const { test, stripe, admin, rentals } = await startRentals(paypal.env);
const { id: orderId, person } = await rentals.confirmed();
await rentals.payOnPage(orderId, person);
await rentals.check(orderId, person);
const asked = { id: crypto.randomUUID(), amount: "12.34", reason: "wash" };
await rentals.call("POST", `/api/admin/orders/${orderId}/refunds`, asked, admin);
await giveBackByProvider(test.services);
const intent = (await rentals.money(orderId)).payments[0]?.providerRef ?? "";

const days = () => ({ from: addDays(today(test.services), -2), to: addDays(today(test.services), 1) });
const address = (provider: string, range: Record<string, string> = days()) =>
  `/api/admin/finance/reconciliation?${new URLSearchParams({ provider, ...range })}`;
const ask = (provider: string, range?: Record<string, string>) =>
  rentals.call("GET", address(provider, range), undefined, admin);
const counts = ({ sums }: Reconciliation) =>
  Object.fromEntries(
    Object.entries(sums).flatMap(([status, { count }]) => (count > 0 ? [[status, count]] : [])),
  );
async function send(provider: string, content: string | Buffer, by = admin, name = "report.csv") {
  const { payload, headers } = await multipart([{ field: "file", name, content, type: "text/csv" }]);
  return test.app.inject({
    method: "POST",
    url: address(provider),
    payload,
    headers: { ...headers, ...by.authorization },
  });
}
const dollars = (cents: number) => (cents / 100).toFixed(2);
/** Stripe's own lines as its report has them. */
const columns =
  "balance_transaction_id,created_utc,created,available_on,currency,gross,fee,net,reporting_category,source_id,description,charge_id,payment_intent_id";
const reportRows = () =>
  stripe.balance.map((row) => {
    const source = row.source as { id: string; payment_intent?: string };
    const on = `${today(test.services)} 10:00:00`;
    const { id, amount, fee, reporting_category: category } = row as unknown as Record<string, string>;
    return [
      id,
      on,
      on,
      on,
      "usd",
      dollars(Number(amount)),
      dollars(Number(fee)),
      dollars(Number(amount) - Number(fee)),
      category,
      source.id,
      '"Car rental, order"',
      source.id,
      source.payment_intent ?? "",
    ].join(",");
  });

describe("a provider's transactions", () => {
  it("a reconciliation matches the ledger, shows the provider's fees, and leads to orders", async () => {
    const answer = await ask("stripe");
    expect(answer.statusCode, answer.body).toBe(200);
    const found = answer.json<Reconciliation>();
    expect(counts(found)).toEqual({ matched: 2, fee: 1 });
    expect(found.rows.find(({ ref }) => ref === intent)).toMatchObject({
      status: "matched",
      kind: "payment",
      order: { id: orderId },
    });
    expect(found.sums.fee.amount).toBe(found.rows.find(({ status }) => status === "fee")?.fee);
  });

  it("a reconciliation reads the provider page by page", async () => {
    stripe.pageSize = 1;
    expect(counts((await ask("stripe")).json<Reconciliation>())).toEqual({ matched: 2, fee: 1 });
    stripe.pageSize = 100;
  });

  it("a payment that we missed is shown until it is checked with the provider", async () => {
    const other = await rentals.confirmed();
    await rentals.payOnPage(other.id, other.person);
    const before = (await ask("stripe")).json<Reconciliation>();
    expect(before.sums.missing_here.count).toBe(1);
    await rentals.check(other.id, other.person);
    expect((await ask("stripe")).json<Reconciliation>().sums.missing_here.count).toBe(0);
  });

  it("a reconciliation shows different amounts, missing entries and payouts", async () => {
    const whole = stripe.balance.slice();
    const [refund, ...rest] = whole.slice(-2);
    stripe.balance.splice(
      0,
      stripe.balance.length,
      { ...refund, id: "txn_x", amount: -1 },
      {
        ...refund,
        id: "txn_po",
        amount: -500,
        fee: 0,
        reporting_category: "payout",
        source: { id: "po_1", object: "payout" },
      },
    );
    const found = (await ask("stripe")).json<Reconciliation>();
    expect(rest).toHaveLength(1);
    expect(counts(found)).toEqual({ missing_there: 2, amount_differs: 1, payout: 1 });
    stripe.balance.splice(0, stripe.balance.length, ...whole);
  });

  it("a reconciliation reports an unavailable provider and refuses too many days", async () => {
    stripe.trouble(/balance_transactions/, "500", "500", "500");
    expect([(await ask("stripe")).statusCode]).toEqual([503]);
    stripe.calm();
    const { from, to } = days();
    expect((await ask("stripe", { from, to: addDays(from, 31) })).statusCode).toBe(422);
    expect((await ask("stripe", { from: to, to: from })).statusCode).toBe(422);
    expect((await ask("bank")).statusCode).toBe(400);
  });

  it("a reconciliation works with PayPal", async () => {
    const other = await rentals.confirmed();
    const opened = await rentals.call(
      "POST",
      `/api/orders/${other.id}/payment-session`,
      { provider: "paypal" },
      other.person,
    );
    paypal.approve(opened.json<{ url: string }>().url.split("/").at(-1) ?? "");
    await rentals.check(other.id, other.person);
    paypal.settings.pageSize = 1;
    const more = paypal.reported[0];
    if (more)
      paypal.reported.push({
        ...more,
        info: { ...more.info, transaction_id: "5XX", transaction_status: "D" },
      });
    expect(counts((await ask("paypal")).json<Reconciliation>())).toEqual({ matched: 1, fee: 1 });
    paypal.trouble(/reporting/, ...Array.from({ length: 6 }, () => "500" as const));
    expect((await ask("paypal")).statusCode).toBe(503);
    paypal.calm();
  });
});

describe("a provider's report as a file", () => {
  it("a report file gives the same result as the provider's answer", async () => {
    const answer = await send("stripe", [columns, ...reportRows()].join("\n"));
    expect(answer.statusCode, answer.body).toBe(200);
    const asked = (await ask("stripe")).json<Reconciliation>();
    expect(answer.json<Reconciliation>().sums).toEqual(asked.sums);
  });

  it("a report file's unreadable rows are named, and the others are compared", async () => {
    const [good = "", ...others] = reportRows();
    const bad = good.replace(/usd,[^,]+/, "usd,=2+3");
    const file = [columns, bad, 'a"b,c', ...others].join("\r\n");
    const found = (await send("stripe", file)).json<Reconciliation>();
    expect([found.errors, found.errorCount]).toEqual([
      [
        { row: 2, column: "gross", problem: "amount" },
        { row: 3, column: "", problem: "unreadable" },
      ],
      2,
    ]);
    expect(found.sums.missing_there.count).toBe(1);
  });

  it.each([
    ["", "empty"],
    ["a,b,c\n1,2,3", "columns_missing"],
    ["__proto__,constructor\n1,2", "columns_missing"],
    [`${columns},gross\n`, "column_twice"],
    [Buffer.from([0, 1, 2, 0, 0, 0]), "not_text"],
  ])("a file that is no report is refused: %j", async (content, code) => {
    const answer = await send("stripe", content);
    expect([answer.statusCode, answer.json<{ file: { code: string } }>().file.code]).toEqual([422, code]);
  });

  it("a settlement file of PayPal can be compared too", async () => {
    const header =
      '"CH","Transaction ID","Invoice ID","PayPal Reference ID","PayPal Reference ID Type","Transaction Event Code","Transaction Initiation Date","Transaction Completion Date","Transaction Debit or Credit","Gross Transaction Amount","Gross Transaction Currency","Fee Debit or Credit","Fee Amount","Fee Currency"';
    const rows = paypal.reported
      .filter(({ info }) => info.transaction_status === "S")
      .map(({ info }) => {
        const { value } = info.transaction_amount as { value: string };
        return `"SB","${String(info.transaction_id)}","","","","T0006","2026/11/22 06:16:23 -0800","","CR","${value.replace(".", "")}","USD","DR","100","USD"`;
      });
    const file = [
      '"RH","2026/11/23 02:00:00 -0800","A","ACCOUNT","009"',
      '"FH","01"',
      '"SH","2026/11/22 00:00:00 -0800","2026/11/22 23:59:59 -0800","ACCOUNT",""',
      header,
      ...rows,
      '"SF","USD","CR","100"',
      '"FF","1"',
    ].join("\n");
    expect(counts((await send("paypal", file)).json<Reconciliation>())).toEqual({ matched: 1, fee: 1 });
  });

  it("a report file is refused from other administrators and beyond the size limit", async () => {
    const other = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    expect((await send("stripe", columns, other)).statusCode).toBe(403);
    expect((await send("stripe", Buffer.alloc(21 * 1024 * 1024, "x"))).statusCode).toBe(413);
    expect((await send("stripe", `${columns}${"\n".repeat(50_001)}`)).statusCode).toBe(422);
  });
});
