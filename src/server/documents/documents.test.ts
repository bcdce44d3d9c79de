// @one-database
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NextStep } from "#contract/account/orders.ts";
import type { Agreement, OrderDocumentShown } from "#contract/documents.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { recordTransfer } from "#test/changes.ts";
import { refusalOf } from "#test/client.ts";
import { makeOrder } from "#test/condition.ts";
import { makeCar, renter } from "#test/factories.ts";
import { pagesOf } from "#test/pdfium.ts";
import { writeRental } from "#test/written-rental.ts";
import { issueDocuments } from "./issue.ts";
import { documentsOf } from "./queries.ts";

let test: TestApp;
let admin: Person;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  test = await startTestApp({
    LEGAL_NAME: "Bay Wheels LLC",
    LEGAL_ADDRESS: "5 Pier Street, San Francisco",
    TAX_NUMBER: "12-3456789",
  });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  [owner, stranger] = [await makePerson(test), await makePerson(test)];
});
afterAll(() => test.close());

const call = (
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: object,
  by: Person | undefined = owner,
) => test.app.inject({ method, url, ...(payload && { payload }), ...(by && { headers: by.authorization }) });
const visit = (url: string) => test.app.inject({ method: "GET", url });

async function order(wanted: { status?: "pending" } = {}): Promise<{ id: string; number: string }> {
  const { id, orderNumber } = await writeRental(test, owner, { months: 2, ...wanted });
  return { id, number: orderNumber };
}

const pay = (id: string, amount: string) => recordTransfer(test, admin, id, amount);
const list = async (id: string, by = owner) =>
  (await call("GET", `/api/orders/${id}/documents`, undefined, by)).json<OrderDocumentShown[]>();
const agreement = async (id: string) => (await call("GET", `/api/orders/${id}/agreement`)).json<Agreement>();
const accept = (id: string, body: object, by = owner) =>
  call("POST", `/api/orders/${id}/agreement`, body, by);

describe("invoices and receipts", () => {
  it("invoices and receipts follow the order's money once, numbered without a gap", async () => {
    const { id, number } = await order();
    expect((await pay(id, "100.00")).statusCode).toBe(201);
    await Promise.all([issueDocuments(test.services), list(id), list(id)]);
    await pay(id, "50.00");
    const documents = await list(id);
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual(["invoice", "receipt", "receipt"]);
    const places = await test.services.database.rows<{ kind: string; last: number; count: number }>(
      `select c.kind, c.last, (select count(*)::int from order_documents d where d.kind = c.kind) as count
         from document_counters c`,
    );
    expect(places.length).toBeGreaterThan(1);
    for (const { last, count } of places) expect(last).toBe(count);

    const receipt = documents.find(({ kind }) => kind === "receipt");
    const answer = await call("GET", `/api/orders/${id}/documents/${receipt?.number}`);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    const [words = ""] = await pagesOf(answer.rawPayload);
    for (const wanted of ["Receipt", receipt?.number, number, "$100.00", "W-17", "Bank transfer"])
      expect(words).toContain(wanted);
  });

  it("an invoice shows the instalment's lines to the cent", async () => {
    const { id } = await order();
    const { instalments } = (await call("GET", `/api/account/orders/${id}`)).json<{
      instalments: { amount: string; lines: { amount: string }[] }[];
    }>();
    const invoice = (await list(id)).find(({ kind }) => kind === "invoice");
    const answer = await call("GET", `/api/orders/${id}/documents/${invoice?.number}`);
    const [words = ""] = await pagesOf(answer.rawPayload);
    const first = instalments[0];
    expect(first?.lines.length).toBeGreaterThan(0);
    for (const amount of [first?.amount, ...(first?.lines.map((line) => line.amount) ?? [])])
      expect(words.replaceAll(",", "")).toContain(
        String(amount)
          .replace("-", "−$")
          .replace(/^(?!−)/, "$"),
      );
  });

  it("a document is always the same file and matches its hash", async () => {
    const { id } = await order();
    const [invoice] = await list(id);
    const files = await Promise.all(
      [1, 2].map(() => call("GET", `/api/orders/${id}/documents/${invoice?.number}`)),
    );
    for (const { rawPayload } of files)
      expect(createHash("sha256").update(rawPayload).digest("hex")).toBe(invoice?.sha256);
  });

  it("a document requested several times at once for the first time is one file", async () => {
    const { id } = await order();
    await issueDocuments(test.services);
    const [invoice] = await documentsOf(test.services.database.db, id);
    expect(invoice?.sha256).toBeNull();
    const files = await Promise.all(
      [1, 2, 3].map(() => call("GET", `/api/orders/${id}/documents/${invoice?.number}`)),
    );
    expect(new Set(files.map(({ rawPayload }) => rawPayload.toString("base64"))).size).toBe(1);
  });

  it("a document is in the renter's language", async () => {
    const { id } = await order();
    await test.services.database.rows("update orders set language = 'zh' where id = $1", [id]);
    const [invoice] = await list(id);
    const answer = await call("GET", `/api/orders/${id}/documents/${invoice?.number}`);
    const [words = ""] = await pagesOf(answer.rawPayload);
    expect(words).toContain("账单");
    expect(words).toContain("US$");
  });

  it("a document is found only by the order's owner and administrators", async () => {
    const { id } = await order();
    const [invoice] = await list(id);
    const file = `/api/orders/${id}/documents/${invoice?.number}`;
    for (const url of [`/api/orders/${id}/documents`, file]) {
      expect(refusalOf(await call("GET", url, undefined, stranger))).toMatchObject({ status: 404 });
      expect(refusalOf(await visit(url))).toMatchObject({ status: 404 });
      expect(refusalOf(await visit(`${url}?key=x`))).toMatchObject({ status: 404 });
      expect((await call("GET", url, undefined, admin)).statusCode).toBe(200);
    }
    const other = await order();
    expect(refusalOf(await call("GET", file.replace(id, other.id)))).toMatchObject({
      code: "document_not_found",
    });
    for (const odd of ["I-2026-999999", "x", `I-2026-${"9".repeat(3000)}`, "%2e%2e%2fconfig"])
      expect((await call("GET", `/api/orders/${id}/documents/${odd}`)).statusCode).toBeGreaterThan(400);
  });

  it("the database refuses to change or delete a document", async () => {
    const { id } = await order();
    await list(id);
    for (const change of [
      "update order_documents set sheet = '{}' where order_id = $1",
      "update order_documents set number = 'I-2026-900000', sha256 = 'x' where order_id = $1",
      "delete from order_documents where order_id = $1",
    ])
      await expect(test.services.database.rows(change, [id])).rejects.toThrow(
        /Failed query|only ever added to/,
      );
  });
});

describe("a statement", () => {
  const state = (id: string, by: Person | undefined = owner) =>
    call("POST", `/api/orders/${id}/statement`, {}, by);

  it("a statement shows due and paid amounts with the balance, one for each state of the account", async () => {
    const { id, number } = await order();
    await pay(id, "100.00");
    const [first, again] = await Promise.all([state(id), state(id, admin)]);
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    const statement = first.json<OrderDocumentShown>();
    expect(again.json<OrderDocumentShown>().number).toBe(statement.number);
    await pay(id, "50.00");
    const later = (await state(id)).json<OrderDocumentShown>();
    expect(later.number).not.toBe(statement.number);

    const { balance } = (await call("GET", `/api/account/orders/${id}`)).json<{ balance: string }>();
    const file = await call("GET", `/api/orders/${id}/documents/${later.number}`);
    expect(createHash("sha256").update(file.rawPayload).digest("hex")).toBe(later.sha256);
    const words = (await pagesOf(file.rawPayload)).join("").replaceAll(",", "");
    for (const wanted of [number, "−$100.00", "−$50.00", "Left to pay", `$${balance}`])
      expect(words).toContain(wanted);
  });

  it("a statement is refused to strangers, and for an order without any movement", async () => {
    const { id } = await order();
    expect(refusalOf(await state(id, stranger))).toMatchObject({ status: 404 });
    const { id: pending } = await order({ status: "pending" });
    expect(refusalOf(await state(pending))).toMatchObject({ status: 409, code: "nothing_to_state" });
  });
});

describe("the agreement", () => {
  it("the agreement is ready once the order is confirmed", async () => {
    const { id } = await order({ status: "pending" });
    expect(refusalOf(await call("GET", `/api/orders/${id}/agreement`))).toMatchObject({
      status: 409,
      code: "agreement_not_ready",
    });
  });

  it("the agreement has both languages, takes the renter's name, and becomes a two-column document", async () => {
    const { id, number } = await order();
    const shown = await agreement(id);
    expect(shown.accepted).toBeNull();
    expect(shown.clauses.length).toBeGreaterThan(8);
    for (const { en, zh } of shown.clauses) expect([en.text, zh.text].every(Boolean)).toBe(true);
    const { version, textHash } = shown;
    const answer = await accept(id, { name: `  ${renter.customerName.toUpperCase()} `, version, textHash });
    expect(answer.statusCode, answer.body).toBe(201);
    const accepted = answer.json<Agreement>().accepted;
    const file = await call("GET", `/api/orders/${id}/documents/${accepted?.number}`);
    const words = (await pagesOf(file.rawPayload)).join("");
    for (const wanted of [number, textHash, "California law applies", "适用法律"])
      expect(words.replaceAll(/\s+/g, " ")).toContain(wanted);
  });

  it("the agreement, invoice and receipt name the business, the renter's address and the car", async () => {
    const { id } = await order({ status: "pending" });
    await test.services.database.rows(
      `update cars set plate_number = '8LBY123', vin = '4T1B11HK5KU123456' where id = (select car_id from orders where id = $1)`,
      [id],
    );
    await call("PUT", `/api/admin/orders/${id}/status`, { status: "confirmed" }, admin);
    const { version, textHash, clauses } = await agreement(id);
    for (const named of ["Bay Wheels LLC, 5 Pier Street, San Francisco", "8LBY123", "VIN 4T1B11HK5KU123456"])
      for (const language of ["en", "zh"] as const)
        expect(clauses[0]?.[language].text.replace("（", ", ")).toContain(named);
    const address = "2 Elm Street, San Jose, CA 95112";
    const answer = await accept(id, { name: renter.customerName, address, version, textHash });
    const signed = answer.json<Agreement>().accepted?.number ?? "";
    await pay(id, "100.00");
    const documents = await list(id);
    const numberOf = (wanted: string) => documents.find(({ kind }) => kind === wanted)?.number ?? "";
    const everywhere = ["Bay Wheels LLC", "12-3456789", "8LBY123", "VIN 4T1B11HK5KU123456"];
    const own = { agreement: [address], receipt: [address, "Left to pay"], invoice: ["Insurance", "days"] };
    for (const [kind, more] of Object.entries(own)) {
      const number = kind === "agreement" ? signed : numberOf(kind);
      const file = await call("GET", `/api/orders/${id}/documents/${number}`);
      const said = (await pagesOf(file.rawPayload)).join(" ").replaceAll(/\s+/g, " ");
      for (const wanted of [...everywhere, ...more]) expect(said, kind).toContain(wanted);
    }
  });

  it("the agreement suggests the renter's last postal address only to that renter", async () => {
    const someone = await makePerson(test);
    const first = await makeOrder(test, someone.id, { isSigned: false });
    const shown = async (id: string, by: Person) =>
      (await call("GET", `/api/orders/${id}/agreement`, undefined, by)).json<Agreement>();
    const read = await shown(first, someone);
    expect(read.lastAddress).toBe("");
    const address = "7 Oak Court, Fremont, CA 94536";
    const signed = { name: read.renter, address, version: read.version, textHash: read.textHash };
    expect((await accept(first, signed, someone)).statusCode).toBe(201);
    const second = await makeOrder(test, someone.id, { isSigned: false });
    expect((await shown(second, someone)).lastAddress).toBe(address);
    expect((await shown(second, admin)).lastAddress).toBe("");
  });

  it("the agreement is accepted once, even when sent several times at once", async () => {
    const { id } = await order();
    const { version, textHash } = await agreement(id);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => accept(id, { name: renter.customerName, version, textHash })),
    );
    expect(new Set(answers.map((answer) => answer.json<Agreement>().accepted?.number)).size).toBe(1);
    expect((await list(id)).filter(({ kind }) => kind === "agreement")).toHaveLength(1);
  });

  it("the agreement refuses another name, an older text and another person", async () => {
    const { id } = await order();
    const { version, textHash } = await agreement(id);
    const name = renter.customerName;
    expect(refusalOf(await accept(id, { name: "Somebody Else", version, textHash }))).toMatchObject({
      status: 422,
      code: "name_differs",
      fields: ["name"],
    });
    for (const old of [
      { name, version: "2020-01", textHash },
      { name, version, textHash: "0".repeat(64) },
    ])
      expect(refusalOf(await accept(id, old))).toMatchObject({ status: 409, code: "agreement_changed" });
    for (const by of [stranger, admin])
      expect(refusalOf(await accept(id, { name, version, textHash }, by))).toMatchObject({ status: 404 });
    expect((await agreement(id)).accepted).toBeNull();
  });

  it("the agreement must be accepted again for another car, and the earlier one stays", async () => {
    const { id } = await order();
    // The dashboard looks at an account's next ten orders: this order is now the first of them.
    await test.services.database.rows("update orders set pickup_date = pickup_date - 5 where id = $1", [id]);
    const first = await agreement(id);
    const isAsked = async () =>
      (await call("GET", "/api/account/overview"))
        .json<{ next: NextStep[] }>()
        .next.some(({ kind, orderId }) => kind === "agreement" && orderId === id);
    await accept(id, { name: renter.customerName, version: first.version });
    expect(await isAsked()).toBe(false);
    await test.services.database.rows("update orders set car_id = $2 where id = $1", [
      id,
      await makeCar(test),
    ]);
    const second = await agreement(id);
    expect(second.accepted).toBeNull();
    expect(await isAsked()).toBe(true);
    expect((await accept(id, { name: renter.customerName, version: second.version })).statusCode).toBe(201);
    expect((await list(id)).filter(({ kind }) => kind === "agreement")).toHaveLength(2);
    await expect(
      test.services.database.rows("update agreement_acceptances set name = 'x' where order_id = $1", [id]),
    ).rejects.toThrow(/Failed query|only ever added to/);
  });
});
