// @one-database
import { globSync, readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OrderDocumentShown } from "#contract/documents.ts";
import { formatDate } from "#domain/dates.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import { formatMoney } from "#domain/money.ts";
import { orderDocuments } from "#server/db/schema/documents.ts";
import { giveBackByProvider } from "#server/payments/refunds/give-back-by-provider.ts";
import { today } from "#server/services.ts";
import { runOverBrokenRow } from "#test/broken-row.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { pdfsFor } from "./for-email.ts";
import { issueDocuments, issueMissing } from "./issue.ts";
import { documentsOf } from "./queries.ts";
import { issueStatement } from "./statement.ts";
import { documentWords } from "./words.ts";

const { test, stripe, admin, rentals } = await startRentals();

const rows = <T>(text: string, values: unknown[]) => test.services.database.rows<T & object>(text, values);
/** An order's documents, issued and not drawn: other tests are about their PDFs. */
async function list(id: string): Promise<OrderDocumentShown[]> {
  await issueMissing(test.services, id);
  return documentsOf(test.services.database.db, id);
}
const kindsOf = async (id: string) => (await list(id)).map(({ kind }) => kind).toSorted();
async function sheetOf(number: string | undefined): Promise<Sheet> {
  const [row] = await rows<{ sheet: Sheet }>("select sheet from order_documents where number = $1", [number]);
  if (!row) throw new Error(`There is no document ${number}`);
  return row.sheet;
}
/** The only document of an order that voids another, and the voided one. */
async function voidingIn(id: string) {
  const documents = await list(id);
  const [voiding, ...more] = documents.filter(({ voids }) => voids !== null);
  expect(more).toEqual([]);
  const voided = documents.find(({ number }) => number === voiding?.voids);
  expect(voided?.voidedBy).toBe(voiding?.number);
  return { voiding, voided, sheet: await sheetOf(voiding?.number) };
}

const setStatus = async (id: string, status: string) =>
  (await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "So" }, admin)).json<{
    change: number;
  }>().change;
async function pay(id: string, amount: number): Promise<string> {
  const payment = crypto.randomUUID();
  const body = {
    id: payment,
    amount: amount.toFixed(2),
    method: "transfer",
    reference: payment,
    paidOn: today(test.services),
  };
  const answer = await rentals.call("POST", `/api/admin/orders/${id}/payments`, body, admin);
  expect(answer.statusCode, answer.body).toBe(201);
  return payment;
}
const correct = async (payment: string, toOrderId?: string) => {
  const url = `/api/admin/payments/${payment}/${toOrderId ? "move" : "take-back"}`;
  const body = { reason: "A slip", tell: false, ...(toOrderId && { orderId: toOrderId }) };
  const answer = await rentals.call("POST", url, body, admin);
  expect(answer.statusCode, answer.body).toBe(200);
};
const state = async (id: string) => sheetOf(await issueStatement(test.services, id));
const lines = ({ rows: lines }: Sheet) => lines.map(({ label, value }) => [label.split(" · ")[1], value]);

it("a refund that goes back in two parts has a receipt for each part with its day", async () => {
  const { id, person } = await rentals.written(2);
  await rentals.payOnPage(id, person);
  await rentals.check(id, person);
  await pay(id, 20);
  const refund = { id: crypto.randomUUID(), amount: "50.00", reason: "Broken heating" };
  await rentals.call("POST", `/api/admin/orders/${id}/refunds`, refund, admin);
  const refunded = async () => {
    const receipts = (await list(id)).filter(({ kind }) => kind === "refund_receipt");
    const sheets = await Promise.all(receipts.map(({ number }) => sheetOf(number)));
    return sheets.map(
      ({ total, facts }) =>
        [total?.value, facts.find(({ label }) => label === documentWords.en.refundedOn)?.value] as const,
    );
  };
  await giveBackByProvider(test.services);
  const on = formatDate(today(test.services), "en");
  expect(await refunded()).toEqual([["$30.00", on]]);
  await rentals.call("PUT", `/api/admin/refunds/${refund.id}`, { decision: "paid" }, admin);
  expect(new Map(await refunded())).toEqual(
    new Map([
      ["$20.00", on],
      ["$30.00", on],
    ]),
  );
});

describe("an invoice whose instalment is dropped", () => {
  it("an invoice of a dropped instalment gets a numbered credit note with the reason and its lines", async () => {
    const { id } = await rentals.written(2);
    const [invoice] = await list(id);
    await setStatus(id, "cancelled");
    const { voiding, voided, sheet } = await voidingIn(id);
    expect([voiding?.kind, voided?.number]).toEqual(["credit_note", invoice?.number]);
    expect(voiding?.number).toMatch(/^N-\d{4}-\d{6}$/);
    const credited = await sheetOf(invoice?.number);
    expect(sheet.rows).toEqual(credited.rows);
    expect(sheet.total).toEqual({ label: "Amount credited", value: credited.total?.value });
    expect(sheet.facts).toEqual(
      expect.arrayContaining([
        { label: "Credits invoice", value: invoice?.number },
        { label: "Reason", value: "The order was canceled." },
      ]),
    );
  });

  it("a credit note is in Chinese for an order in Chinese", async () => {
    const { id } = await rentals.written(2);
    await rows("update orders set language = 'zh' where id = $1", [id]);
    await list(id);
    await setStatus(id, "cancelled");
    const { sheet } = await voidingIn(id);
    expect(sheet.title).toBe("贷项通知单");
    expect(sheet.facts).toContainEqual({ label: "原因", value: documentWords.zh.reasons.order_cancelled });
  });

  it("an invoice is credited even if another rental's can't be", async () => {
    const [broken, whole] = [await rentals.written(2), await rentals.written(2)];
    await issueDocuments(test.services);
    for (const { id } of [broken, whole]) await setStatus(id, "cancelled");
    const row = { table: "order_documents", condition: `new.order_id = '${broken.id}'` };
    await runOverBrokenRow(test, row, () => issueDocuments(test.services));
    // The kinds come from the table, because opening the list would issue missing documents.
    const written = async (id: string) =>
      (
        await rows<{ kind: string }>("select kind from order_documents where order_id = $1 order by kind", [
          id,
        ])
      ).map(({ kind }) => kind);
    expect([await written(broken.id), await written(whole.id)]).toEqual([
      ["invoice"],
      ["credit_note", "invoice"],
    ]);
    await issueDocuments(test.services);
    expect(await written(broken.id)).toEqual(["credit_note", "invoice"]);
  });

  it("an invoice is credited once by the job, and issued again if the order is confirmed again", async () => {
    const { id } = await rentals.written(2);
    await issueDocuments(test.services);
    const change = await setStatus(id, "cancelled");
    await Promise.all([issueDocuments(test.services), issueDocuments(test.services)]);
    expect(await kindsOf(id)).toEqual(["credit_note", "invoice"]);
    const url = `/api/admin/orders/${id}/undo-status`;
    expect((await rentals.call("POST", url, { change }, admin)).statusCode).toBe(200);
    await issueDocuments(test.services);
    const documents = await list(id);
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual(["credit_note", "invoice", "invoice"]);
    const standing = documents.filter(({ kind, voidedBy }) => kind === "invoice" && !voidedBy);
    expect(standing).toHaveLength(1);
    expect((await sheetOf(standing[0]?.number)).total).toEqual(
      (await sheetOf(documents.find(({ voidedBy }) => voidedBy)?.number)).total,
    );
  });

  it("a dropped instalment without an invoice gets neither invoice nor credit note", async () => {
    const { id } = await rentals.written(2);
    await setStatus(id, "cancelled");
    expect(await kindsOf(id)).toEqual([]);
  });
});

describe("a receipt of a payment that is taken back", () => {
  it("a receipt of a payment that had not come is reversed by a numbered document with the reason", async () => {
    const { id } = await rentals.written(2);
    const payment = await pay(id, 100);
    await list(id);
    await correct(payment);
    const { voiding, voided, sheet } = await voidingIn(id);
    expect([voiding?.kind, voided?.kind]).toEqual(["receipt_reversal", "receipt"]);
    expect(sheet.total?.value).toBe("$100.00");
    expect(sheet.facts).toContainEqual({
      label: "Reason",
      value: documentWords.en.reasons.payment_not_received,
    });
  });

  it("a receipt moves with its payment to the right order", async () => {
    const [from, to] = [await rentals.written(2), await rentals.written(2)];
    const payment = await pay(from.id, 100);
    await list(from.id);
    await correct(payment, to.id);
    const { sheet } = await voidingIn(from.id);
    expect(sheet.facts).toContainEqual({
      label: "Reason",
      value: documentWords.en.reasons.payment_of_another_order,
    });
    expect(await kindsOf(to.id)).toEqual(["invoice", "receipt"]);
  });

  it("a reversed receipt is still attached to its email, together with the reversal", async () => {
    const { id } = await rentals.written(2);
    const payment = await pay(id, 100);
    await correct(payment);
    const content = {
      greeting: "",
      blocks: [],
      signature: "",
      documents: [{ kind: "receipt" as const, causeId: payment }],
    };
    const files = await pdfsFor(test.services, { orderId: id, content });
    expect(files.map(({ filename }) => filename.slice(0, 1))).toEqual(["R", "V"]);
  });
});

describe("a refund receipt", () => {
  it("a refund receipt is reversed when the refund bounces, and issued again with the next refund", async () => {
    const { id, person } = await rentals.written(2);
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    const body = { id: crypto.randomUUID(), amount: "100.00", reason: "Late" };
    await rentals.call("POST", `/api/admin/orders/${id}/refunds`, body, admin);
    await giveBackByProvider(test.services);
    expect(await kindsOf(id)).toEqual(["invoice", "receipt", "refund_receipt"]);
    stripe.events.length = 0;
    stripe.bounce(String([...stripe.refunds.values()].at(-1)?.id));
    for (const event of stripe.events.splice(0)) await rentals.deliver(event);
    await issueDocuments(test.services);
    const { voiding, voided, sheet } = await voidingIn(id);
    expect([voiding?.kind, voided?.kind]).toEqual(["refund_reversal", "refund_receipt"]);
    expect(sheet.total?.value).toBe("$100.00");
    await rentals.call("PUT", `/api/admin/refunds/${body.id}`, { decision: "paid" }, admin);
    await issueDocuments(test.services);
    const standing = (await list(id)).filter(({ kind, voidedBy }) => kind === "refund_receipt" && !voidedBy);
    expect(standing).toHaveLength(1);
    expect(lines(await state(id)).slice(-6)).toEqual([
      ["Refund", "$100.00"],
      ["Goodwill credit", "−$100.00"],
      ["Refund came back", "−$100.00"],
      ["Goodwill credit reversed", "$100.00"],
      ["Refund", "$100.00"],
      ["Goodwill credit", "−$100.00"],
    ]);
  });
});

describe("a statement of an account below zero", () => {
  it("a statement below zero says paid in advance, and names a refund only if one is open", async () => {
    const { id } = await rentals.written(3);
    await pay(id, 400);
    const [first] = await rentals.instalments(id);
    const due = (first?.amount ?? 0) / 100;
    await pay(id, due);
    expect((await state(id)).total).toEqual({ label: "Paid in advance", value: "$400.00" });

    // A refund that is our loss does not lower the money paid in advance.
    const refund = { id: crypto.randomUUID(), amount: "40.00", reason: "Late" };
    await rentals.call("POST", `/api/admin/orders/${id}/refunds`, refund, admin);
    const open = await state(id);
    expect(open.total).toEqual({ label: "Paid in advance", value: "$400.00" });
    expect(open.notes).toContain("Refunds not yet paid out: $40.00");
    await rentals.call("PUT", `/api/admin/refunds/${refund.id}`, { decision: "paid" }, admin);
    const given = await state(id);
    expect(lines(given).slice(-2)).toEqual([
      ["Refund", "$40.00"],
      ["Goodwill credit", "−$40.00"],
    ]);
    expect([given.total?.label, given.notes]).toEqual(["Paid in advance", [documentWords.en.entriesNote]]);

    await setStatus(id, "cancelled");
    const owed = formatMoney((400 + due - 40) * 100, "en");
    expect((await state(id)).total).toEqual({ label: "To be refunded", value: owed });
    await rows("update orders set language = 'zh' where id = $1", [id]);
    await pay(id, 1);
    expect((await state(id)).total?.label).toBe("已预付");
  });
});

it("the migration gives old documents the amount that they show", async () => {
  const { id } = await rentals.written(2);
  await pay(id, 1234.56);
  await list(id);
  const [file = ""] = globSync("src/server/db/migrations/*_void_documents.sql");
  const [update = ""] = /^UPDATE .*$/m.exec(readFileSync(file, "utf8")) ?? [];
  const amounts =
    "select kind, amount::int as amount from order_documents where order_id = $1 order by number";
  const before = await rows(amounts, [id]);
  expect(before).toContainEqual({ kind: "receipt", amount: 123_456 });
  const undo = new Error("as it was");
  const trying = test.services.database.transaction(async (tx) => {
    for (const statement of [
      "alter table order_documents disable trigger order_documents_append_only",
      "alter table order_documents drop constraint order_documents_amount",
      "update order_documents set amount = null",
      update,
    ])
      await tx.execute(sql.raw(statement));
    const filled = await tx
      .select({ kind: orderDocuments.kind, amount: orderDocuments.amount })
      .from(orderDocuments)
      .where(eq(orderDocuments.orderId, id))
      .orderBy(orderDocuments.number);
    expect(filled).toEqual(before);
    throw undo;
  });
  await expect(trying).rejects.toBe(undo);
});

it("an order's complete documents stay as they are when checked again", async () => {
  const { id } = await rentals.written(2);
  await correct(await pay(id, 100));
  await setStatus(id, "cancelled");
  await issueMissing(test.services, id);
  const before = await list(id);
  await issueDocuments(test.services);
  expect(await list(id)).toEqual(before);
});
