import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TrialBalance } from "#contract/admin/books.ts";
import type { FinanceOverview } from "#contract/admin/finance.ts";
import type { OrderDocumentShown } from "#contract/documents.ts";
import type { Order } from "#contract/orders.ts";
import type { OrderMoneyShown } from "#contract/payments.ts";
import type { Quote } from "#contract/quotes.ts";
import { findEmails } from "#server/mail/queries.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { recordTransfer } from "#test/changes.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

const sales = {
  name: "Sales tax",
  zh: "销售税",
  percent: 10,
  from: "2026-01-01",
  cities: ["San Jose"],
  on: ["rental", "tolls"],
};
let test: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp({ TAX_RATES: JSON.stringify([sales]) }, { at: "2026-12-10T20:00:00Z" });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  owner = await makePerson(test);
});
afterAll(() => test.close());

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = owner) =>
  test.app.inject({ method, url, ...(payload && { payload }), headers: by.authorization });
const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);

async function quoted(city: string) {
  const wanted = { carId: await makeCar(test, { city }), ...aMonth(test, 10, 2) };
  return { wanted, quote: (await call("POST", "/api/quotes", wanted)).json<Quote>() };
}

async function ordered(totalPrice?: (quote: Quote) => string) {
  const { wanted, quote } = await quoted("San Jose");
  const payload = {
    ...renter,
    customerEmail: owner.email,
    ...wanted,
    totalPrice: totalPrice?.(quote) ?? quote.total,
  };
  const answer = await call("POST", "/api/bookings", payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Order>();
}
const setStatus = (id: string, status: string) =>
  call("PUT", `/api/admin/orders/${id}/status`, { status }, admin);
const moneyOf = async (id: string) =>
  (await call("GET", `/api/account/orders/${id}`)).json<OrderMoneyShown>();
const balance = async (account: string) => {
  const all = (await call("GET", "/api/admin/finance/trial-balance", undefined, admin)).json<TrialBalance>();
  const row = all.accounts.find((one) => one.account === account);
  expect(all.debit).toBe(all.credit);
  return cents(row?.credit ?? "0") - cents(row?.debit ?? "0");
};

async function wordsOf(id: string, kind: string): Promise<string> {
  const all = (await call("GET", `/api/orders/${id}/documents`)).json<OrderDocumentShown[]>();
  const found = all.findLast((document) => document.kind === kind);
  const pdf = await call("GET", `/api/orders/${id}/documents/${found?.number}`);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf.rawPayload);
  const words = [...document.pages()].map((page) => page.getText()).join("\n");
  document.destroy();
  library.destroy();
  return words;
}

describe("a tax by setting", () => {
  it("is quoted by name before anybody agrees, where it is one of the city's", async () => {
    const { quote } = await quoted("San Jose");
    expect(quote.taxLines).toEqual([
      { tax: { name: "Sales tax", zh: "销售税", percent: 10 }, amount: quote.taxes },
    ]);
    expect(cents(quote.taxes)).toBeGreaterThan(0);
    const { quote: elsewhere } = await quoted("Fremont");
    expect(elsewhere.taxes).toBe("0.00");
    expect(elsewhere).not.toHaveProperty("taxLines");
    expect(elsewhere).not.toHaveProperty("taxRates");
  });

  it("may be left out of the total that a caller states", async () => {
    const order = await ordered((quote) => (Number(quote.total) - Number(quote.taxes)).toFixed(2));
    expect(cents(order.taxes)).toBeGreaterThan(0);
    expect(order.taxLines?.[0]?.amount).toBe(order.taxes);
  });

  it("is on every instalment, invoice and credit note, and a liability until a cancellation takes it back", async () => {
    const before = await balance("taxes");
    const { id, total, taxes } = await ordered();
    await setStatus(id, "confirmed");
    const { instalments } = await moneyOf(id);
    const lines = instalments.flatMap((instalment) => instalment.lines);
    const ofTax = lines
      .filter(({ kind }) => kind === "taxes")
      .reduce((sum, { amount }) => sum + cents(amount), 0);
    expect(ofTax).toBe(cents(taxes));
    expect(instalments.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(total));
    const first = instalments[0]?.lines.find(({ kind }) => kind === "taxes");
    expect(first?.tax).toMatchObject({ name: "Sales tax", percent: 10 });
    expect((await balance("taxes")) - before).toBe(cents(first?.amount));
    const overview = await call("GET", "/api/admin/finance", undefined, admin);
    expect(cents(overview.json<FinanceOverview>().taxes)).toBe(await balance("taxes"));
    expect(overview.json<FinanceOverview>().income.map(({ account }) => account)).not.toContain("taxes");

    await recordTransfer(test, admin, id, instalments[0]?.amount ?? "");
    expect(await wordsOf(id, "invoice")).toContain("Sales tax 10%");
    const statement = await call("POST", `/api/orders/${id}/statement`);
    expect(statement.statusCode, statement.body).toBeLessThan(300);
    expect(await wordsOf(id, "statement")).toContain("Taxes in the amounts billed");
    await setStatus(id, "cancelled");
    expect(await wordsOf(id, "credit_note")).toContain("Sales tax 10%");
    expect(await balance("taxes")).toBe(before);
    const { refunds } = await moneyOf(id);
    expect(refunds.map(({ amount }) => amount)).toEqual([instalments[0]?.amount]);
  });

  it("stands in the email of an order by its name", async () => {
    const { id, taxes } = await ordered();
    const email = (await findEmails(test.services.database, 100)).find(({ orderId }) => orderId === id);
    const facts = email?.content.blocks.flatMap((block) => (block.kind === "facts" ? block.facts : []));
    expect(facts).toContainEqual(["Sales tax 10%", `$${taxes}`]);
  });
});

it("is refused at the start where the setting is wrong, with what is wrong", async () => {
  await expect(startTestApp({ TAX_RATES: '[{"name":"x"}]' })).rejects.toThrow(
    /TAX_RATES entry 1: percent must be above 0/,
  );
});
