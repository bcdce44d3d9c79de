// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TrialBalance } from "#contract/admin/books.ts";
import type { BilledTaxShown } from "#contract/admin/taxes.ts";
import type { FinanceOverview } from "#contract/admin/finance.ts";
import type { OrderDocumentShown } from "#contract/documents.ts";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { Order } from "#contract/orders.ts";
import type { OrderMoneyShown } from "#contract/payments.ts";
import type { Quote } from "#contract/quotes.ts";
import type { ChangeQuote, OrderChange } from "#contract/changes.ts";
import { addDays } from "#domain/dates.ts";
import { issueMissing } from "#server/documents/issue.ts";
import { documentsOf } from "#server/documents/queries.ts";
import { addInstalment, dropRows } from "#server/ledger/instalments.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { findEmails } from "#server/mail/queries.ts";
import { recordRepair } from "#server/trips/record-repair.ts";
import { emailCheaper } from "#server/saved-cars/tell-cheaper.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { recordTransfer } from "#test/changes.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { pagesOf } from "#test/pdfium.ts";

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
  await issueMissing(test.services, id);
  const all = await documentsOf(test.services.database.db, id);
  const found = all.findLast((document) => document.kind === kind);
  const pdf = await call("GET", `/api/orders/${id}/documents/${found?.number}`);
  return (await pagesOf(pdf.rawPayload)).join("\n");
}

describe("a tax by setting", () => {
  it("a tax is quoted by name before the order, in the cities that have it", async () => {
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

  it("a tax may be left out of the total that a caller sends", async () => {
    const order = await ordered((quote) => (Number(quote.total) - Number(quote.taxes)).toFixed(2));
    expect(cents(order.taxes)).toBeGreaterThan(0);
    expect(order.taxLines?.[0]?.amount).toBe(order.taxes);
  });

  it("a tax is on every instalment, invoice and credit note, and is owed until a cancellation", async () => {
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
    expect(await wordsOf(id, "statement")).toContain("Taxes in the amounts billed · Sales tax 10%");
    await setStatus(id, "cancelled");
    expect(await wordsOf(id, "credit_note")).toContain("Sales tax 10%");
    expect(await balance("taxes")).toBe(before);
    const { refunds } = await moneyOf(id);
    expect(refunds.map(({ amount }) => amount)).toEqual([instalments[0]?.amount]);
  });

  it("a tax counts in the month in which it fell due, and a change lowers it in the change's month", async () => {
    const { id } = await ordered();
    await setStatus(id, "confirmed");
    const inProgress = { status: "in_progress", reason: "Picked up" };
    await call("PUT", `/api/admin/orders/${id}/status`, inProgress, admin);
    const taxOf = async () => {
      const [first] = (await moneyOf(id)).instalments;
      return { dueOn: first?.dueOn, tax: cents(first?.lines.find(({ kind }) => kind === "taxes")?.amount) };
    };
    const before = await taxOf();
    const january3 = Date.parse("2027-01-03T20:00:00Z");
    const repair = { orderId: id, from: "2026-12-21", until: "2026-12-30", by: admin.id };
    await recordRepair({ ...test.services, now: () => january3 }, repair);
    const after = await taxOf();
    expect([after.dueOn, after.tax < before.tax]).toEqual([before.dueOn, true]);
    const months = await test.services.database.rows(
      `select to_char(posted_on, 'YYYY-MM') as month, -sum(amount)::int as taxes from ledger_entries
         where order_id = $1 and account = 'taxes' group by 1 order by 1`,
      [id],
    );
    expect(months).toEqual([
      { month: "2026-12", taxes: before.tax },
      { month: "2027-01", taxes: after.tax - before.tax },
    ]);
  });

  it("a tax is on the receipt, the refund receipt and the statement", async () => {
    const { id } = await ordered();
    await setStatus(id, "confirmed");
    const { instalments } = await moneyOf(id);
    const [first] = instalments;
    const some = Math.floor(cents(first?.amount) / 2) - 500;
    const tax = cents(first?.lines.find(({ kind }) => kind === "taxes")?.amount);
    const shown = (amount: number) =>
      `$${(amount / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
    await recordTransfer(test, admin, id, (some / 100).toFixed(2));
    const ofSome = Math.round((tax * some) / cents(first?.amount));
    const receipt = await wordsOf(id, "receipt");
    expect(receipt).toMatch(new RegExp(`Before taxes\\s+\\${shown(some - ofSome)}`));
    expect(receipt).toMatch(new RegExp(`Sales tax 10%\\s+\\${shown(ofSome)}`));
    await recordTransfer(test, admin, id, ((cents(first?.amount) - some) / 100).toFixed(2));
    expect(await wordsOf(id, "receipt")).toMatch(new RegExp(`Sales tax 10%\\s+\\${shown(tax - ofSome)}`));

    await setStatus(id, "cancelled");
    const [refund] = (await moneyOf(id)).refunds;
    const paid = await call("PUT", `/api/admin/refunds/${refund?.id}`, { decision: "paid" }, admin);
    expect(paid.statusCode, paid.body).toBe(200);
    expect(await wordsOf(id, "refund_receipt")).toMatch(
      new RegExp(`Sales tax 10%\\s+\\${shown(tax)}\\s+Amount refunded`),
    );
    await call("POST", `/api/orders/${id}/statement`);
    const statement = await wordsOf(id, "statement");
    expect(statement).toContain(`Taxes in the refunds · Sales tax 10%: ${shown(tax)}`);
    expect(statement).not.toContain("Taxes in the amounts billed");
  });

  it("a tax is quoted by name in a change, and in its email", async () => {
    const { id, returnDate } = await ordered();
    await setStatus(id, "confirmed");
    const wanted = { kind: "dates", pickupDate: addDays(returnDate, -40), returnDate };
    const quoted = await call("POST", `/api/orders/${id}/changes/quote`, wanted);
    const { before, after } = quoted.json<ChangeQuote>();
    for (const { rental } of [before, after])
      expect(rental?.taxLines, quoted.body).toEqual([
        { tax: { name: "Sales tax", zh: "销售税", percent: 10 }, amount: rental?.taxes },
      ]);
    expect(after.rental?.taxes).not.toBe(before.rental?.taxes);
    const change = await call("POST", `/api/orders/${id}/changes`, wanted);
    expect(change.json<OrderChange>().after.rental?.taxLines, change.body).toEqual(after.rental?.taxLines);
  });

  it("a tax is shown with each document of the list", async () => {
    const { id } = await ordered();
    await setStatus(id, "confirmed");
    const { instalments } = await moneyOf(id);
    await recordTransfer(test, admin, id, instalments[0]?.amount ?? "");
    const documents = (await call("GET", `/api/orders/${id}/documents`)).json<OrderDocumentShown[]>();
    const amount = instalments[0]?.lines.find(({ kind }) => kind === "taxes")?.amount;
    const taxes = [{ tax: { name: "Sales tax", zh: "销售税", percent: 10 }, amount }];
    expect(documents.map(({ kind, ...document }) => [kind, document.taxes])).toEqual([
      ["invoice", taxes],
      ["receipt", taxes],
    ]);
  });

  it("the email about a cheaper saved car says before tax, in cities with a tax", async () => {
    const person = await makePerson(test);
    const [taxed, untaxed] = [
      await makeCar(test, { city: "San Jose" }),
      await makeCar(test, { city: "Fremont" }),
    ];
    for (const carId of [taxed, untaxed]) await call("PUT", `/api/account/saved-cars/${carId}`, {}, person);
    await test.services.database.rows(
      "update cars set monthly_price = monthly_price - 5000, name = city where id in ($1, $2)",
      [taxed, untaxed],
    );
    await emailCheaper(test.services);
    const emails = (await findEmails(test.services.database, 100)).filter(
      ({ recipient }) => recipient === person.email,
    );
    const isBeforeTax = ({ content }: (typeof emails)[number]) =>
      JSON.stringify(content).includes("Both prices are before tax.");
    expect(Object.fromEntries(emails.map((email) => [email.subject, isBeforeTax(email)]))).toEqual({
      "San Jose now costs less": true,
      "Fremont now costs less": false,
    });
  });

  it("a tax is named in what a cancellation keeps and refunds, before and after it", async () => {
    const shown = (amount: string) =>
      `$${Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
    for (const by of ["renter", "admin"] as const) {
      const { id } = await ordered();
      await setStatus(id, "confirmed");
      const { instalments } = await moneyOf(id);
      await recordTransfer(test, admin, id, instalments[0]?.amount ?? "");
      expect(await wordsOf(id, "receipt")).toContain("Sales tax 10%");
      // Within a day before the pickup, a cancellation keeps a part of the price.
      await test.services.database.rows(
        "update orders set pickup_date = '2026-12-11', return_date = '2027-02-09' where id = $1",
        [id],
      );
      const cancel = (await call("GET", `/api/account/orders/${id}`)).json<OwnOrderDetail>().actions.cancel;
      const { kept = "", refund = "", keptTaxes, refundTaxes } = cancel.price ?? {};
      const [ofKept, ofRefund] = [keptTaxes?.[0], refundTaxes?.[0]];
      expect(ofKept?.tax).toEqual({ name: "Sales tax", zh: "销售税", percent: 10 });
      expect(cents(ofKept?.amount)).toBe(Math.round(cents(kept) / 11));
      const taxed = instalments[0]?.lines.find(({ kind }) => kind === "taxes")?.amount;
      expect(cents(ofRefund?.amount)).toBe(cents(taxed) - cents(ofKept?.amount));
      const answer =
        by === "admin"
          ? await setStatus(id, "cancelled")
          : await call("POST", `/api/orders/${id}/cancel`, { expectedKept: kept });
      expect(answer.statusCode, answer.body).toBe(200);
      const email = (await findEmails(test.services.database, 100)).find(
        ({ orderId, kind }) => orderId === id && kind === "order_cancelled",
      );
      const said = JSON.stringify(email?.content);
      expect(said).toContain(`We keep ${shown(kept)}`);
      expect(said).toContain(`What we keep includes Sales tax 10% (${shown(ofKept?.amount ?? "")}).`);
      expect(said).toContain(`We’ll refund ${shown(refund)} the way you paid.`);
      expect(said).toContain(`The refund includes Sales tax 10% (${shown(ofRefund?.amount ?? "")}).`);
      const [given] = (await moneyOf(id)).refunds;
      expect(given?.amount).toBe(refund);
      await call("PUT", `/api/admin/refunds/${given?.id}`, { decision: "paid" }, admin);
      expect(await wordsOf(id, "refund_receipt")).toMatch(
        new RegExp(`Sales tax 10%\\s+\\${shown(ofRefund?.amount ?? "")}`),
      );
    }
  });

  it("a goodwill refund leaves the tax as it was", async () => {
    const { id } = await ordered();
    await setStatus(id, "confirmed");
    const { instalments } = await moneyOf(id);
    await recordTransfer(test, admin, id, instalments[0]?.amount ?? "");
    const given = { id: crypto.randomUUID(), amount: "20.00", reason: "Late handover" };
    expect((await call("POST", `/api/admin/orders/${id}/refunds`, given, admin)).statusCode).toBe(201);
    await call("PUT", `/api/admin/refunds/${given.id}`, { decision: "paid" }, admin);
    expect(await wordsOf(id, "refund_receipt")).not.toContain("Sales tax");
  });

  it("a tax is named in the order's email", async () => {
    const { id, taxes } = await ordered();
    const email = (await findEmails(test.services.database, 100)).find(({ orderId }) => orderId === id);
    const facts = email?.content.blocks.flatMap((block) => (block.kind === "facts" ? block.facts : []));
    expect(facts).toContainEqual(["Sales tax 10%", `$${taxes}`]);
  });
});

describe("the taxes of a month", () => {
  const inCents = ({ taxed, billed, taxedBack, takenBack, taxedToFile, toFile }: BilledTaxShown) =>
    Object.fromEntries(
      Object.entries({ taxed, billed, taxedBack, takenBack, taxedToFile, toFile }).map(([name, sum]) => [
        name,
        cents(sum),
      ]),
    );
  const listed = async (): Promise<Record<string, number>> => {
    const all = await call("GET", "/api/admin/finance/taxes?month=2026-12", undefined, admin);
    expect(all.statusCode, all.body).toBe(200);
    const [sum, ...others] = all.json<BilledTaxShown[]>();
    expect(others).toEqual([]);
    if (!sum) throw new Error("No tax is listed");
    expect(sum).toMatchObject({ name: "Sales tax", zh: "销售税", percent: 10, city: "San Jose" });
    return inCents(sum);
  };
  const grown = async (before: Record<string, number>) => {
    const after = await listed();
    return Object.fromEntries(Object.entries(after).map(([name, sum]) => [name, sum - (before[name] ?? 0)]));
  };

  it("a month's taxes by rate and city sum to the ledger, also after a cancellation", async () => {
    const first = await ordered();
    await setStatus(first.id, "confirmed");
    const before = await listed();
    const { id, subtotal } = await ordered();
    await setStatus(id, "confirmed");
    const line = (await moneyOf(id)).instalments[0]?.lines.find(({ kind }) => kind === "taxes");
    const billed = await grown(before);
    expect(billed).toMatchObject({ billed: cents(line?.amount), takenBack: 0, toFile: cents(line?.amount) });
    expect(Math.round((billed.taxed ?? 0) * 0.1)).toBe(cents(line?.amount));
    expect(billed.taxed).toBeLessThanOrEqual(cents(subtotal));
    await setStatus(id, "cancelled");
    const { taxed, billed: tax } = billed;
    expect(await grown(before)).toEqual({
      taxed,
      billed: tax,
      taxedBack: taxed,
      takenBack: tax,
      taxedToFile: 0,
      toFile: 0,
    });

    // The rental's later car may be in another city: the taxes stay those of the first city.
    await test.services.database.rows("update orders set city = 'Fremont' where id = $1", [id]);
    const sum = await listed();
    const [ledger] = await test.services.database.rows<{ cents: number }>(
      `select -sum(amount)::int as cents from ledger_entries where account = 'taxes' and to_char(posted_on, 'YYYY-MM') = '2026-12'`,
    );
    expect(sum.toFile).toBe(ledger?.cents);
    const file = await call("GET", "/api/admin/finance/taxes/export?month=2026-12", undefined, admin);
    const written = ["taxed", "billed", "taxedBack", "takenBack", "taxedToFile", "toFile"].map((name) =>
      ((sum[name] ?? 0) / 100).toFixed(2),
    );
    expect(file.body.split("\r\n").slice(0, 2)).toEqual([
      "\uFEFFmonth,tax,percent,city,taxed,billed,taxedBack,takenBack,taxedToFile,toFile",
      `2026-12,Sales tax,10,San Jose,${written.join(",")}`,
    ]);
  });

  it("a bill whose tax is below zero counts as billed until it is taken back", async () => {
    const { id } = await ordered();
    await setStatus(id, "confirmed");
    const before = await listed();
    const { db } = test.services.database;
    const tax = {
      kind: "taxes" as const,
      amount: -633,
      tax: { name: "Sales tax", zh: "销售税", percent: 10 },
    };
    const lines = [
      { kind: "rental" as const, amount: -6_333 },
      { kind: "insurance" as const, amount: 36_000 },
      tax,
    ];
    const { transaction } = test.services.database;
    await transaction((tx) => addInstalment(test.services, tx, id, { lines, actor: admin.id }));
    const billed = { billed: -633, taxed: -6_330, takenBack: 0, toFile: -633, taxedToFile: -6_330 };
    expect(await grown(before)).toMatchObject(billed);
    const added = (await standingInstalments(db, id)).filter(({ amount }) => amount === 29_034);
    await transaction((tx) => dropRows(test.services, tx, added, admin.id));
    expect(await grown(before)).toMatchObject({ ...billed, takenBack: -633, toFile: 0, taxedToFile: 0 });
  });

  it("a month without taxes is empty, and an invalid month is refused", async () => {
    const none = await call("GET", "/api/admin/finance/taxes?month=2019-01", undefined, admin);
    expect(none.json()).toEqual([]);
    const wrong = await call("GET", "/api/admin/finance/taxes/export?month=December", undefined, admin);
    expect(wrong.statusCode).toBe(400);
  });
});

it("an invalid TAX_RATES setting stops the start with the cause", async () => {
  await expect(startTestApp({ TAX_RATES: '[{"name":"x"}]' })).rejects.toThrow(
    /TAX_RATES entry 1: percent must be above 0/,
  );
});
