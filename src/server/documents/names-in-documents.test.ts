// @one-database
import { setTimeout } from "node:timers/promises";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SystemAlert } from "#contract/admin/dashboard.ts";
import type { AdminOrder, AdminOrderDetail } from "#contract/admin/orders.ts";
import type { Agreement, OrderDocumentShown } from "#contract/documents.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { foldText } from "#domain/fold-text.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { recordTransfer } from "#test/changes.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { names, saysName, unprintableNames } from "#test/names.ts";
import { pagesOf } from "#test/pdfium.ts";
import { type MailServer, startMailServer } from "#test/stand-ins/smtp.ts";
import { whileLocked } from "#test/while-locked.ts";
import { issueDocuments, issueMissing } from "./issue.ts";

let mail: MailServer;
let test: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  mail = await startMailServer();
  test = await startTestApp({ SMTP_URL: mail.url });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  owner = await makePerson(test);
});
afterAll(async () => {
  await test.close();
  await mail.close();
});

async function confirmedOrder(customerName: string): Promise<{ id: string; orderNumber: string }> {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 10, 2) };
  const { total } = (await callAs(test, owner, "POST", "/api/quotes", wanted)).json<{ total: string }>();
  const order = { ...renter, customerName, customerEmail: owner.email, ...wanted, totalPrice: total };
  const placed = await callAs(test, owner, "POST", "/api/bookings", order);
  const { id, orderNumber } = placed.json<{ id: string; orderNumber: string }>();
  await callAs(test, admin, "PUT", `/api/admin/orders/${id}/status`, { status: "confirmed" });
  return { id, orderNumber };
}

async function sign(id: string, name: string) {
  const url = `/api/orders/${id}/agreement`;
  const { version, textHash } = (await callAs(test, owner, "GET", url)).json<Agreement>();
  return test.app.inject({
    method: "POST",
    url,
    payload: { name, version, textHash },
    headers: owner.authorization,
  });
}

const documentsOf = async (id: string) =>
  (await callAs(test, owner, "GET", `/api/orders/${id}/documents`)).json<OrderDocumentShown[]>();

const wordsOf = async (pdf: Uint8Array) => (await pagesOf(pdf)).join("\n");

const readOrder = async (id: string) =>
  (await callAs(test, admin, "GET", `/api/admin/orders/${id}`)).json<AdminOrderDetail>();

async function agreementEmail(orderNumber: string) {
  const found = mail.received.find(({ email: { subject = "" } }) =>
    subject.includes(`signed rental agreement for order ${orderNumber}`),
  );
  if (!found) throw new Error("The agreement has not arrived");
  const { text = "", attachments } = await PostalMime.parse(found.raw);
  return { email: text, attached: attachments[0]?.content };
}

describe("a renter's name", () => {
  // The documents' own tests draw every name of the list. `NAMES=all` tries them all here too, which takes minutes.
  const usual = ["Łukasz Żółć", "محمد علي", "䶮𠮷㛃 喆"];
  const tried = process.env["NAMES"] === "all" ? names : usual;
  it.each(tried)(
    "a renter's name is complete in agreement, invoice, receipt, statement, list and email: %s",
    async (name) => {
      expect(names).toContain(name);
      // Each name has an account of its own, because the emails to one address are limited.
      owner = await makePerson(test);
      const { id, orderNumber } = await confirmedOrder(name);
      expect((await sign(id, name)).statusCode).toBe(201);
      await recordTransfer(test, admin, id, "100.00");
      await callAs(test, owner, "POST", `/api/orders/${id}/statement`);
      const documents = await documentsOf(id);
      expect(documents.map(({ kind }) => kind).toSorted()).toEqual([
        "agreement",
        "invoice",
        "receipt",
        "statement",
      ]);
      for (const { number } of documents) {
        const { rawPayload } = await callAs(test, owner, "GET", `/api/orders/${id}/documents/${number}`);
        expect(saysName(await wordsOf(rawPayload), name), number).toBe(true);
      }
      const found = await callAs(
        test,
        admin,
        "GET",
        `/api/admin/orders?search=${encodeURIComponent(foldText(name))}`,
      );
      expect(found.json<AdminOrder[]>().map((order) => order.id)).toContain(id);
      const list = await callAs(test, admin, "GET", `/api/admin/orders/export.csv?search=${orderNumber}`);
      expect(list.body).toContain(name);
      const { email, attached } = await vi.waitFor(() => agreementEmail(orderNumber), {
        timeout: 30_000,
        interval: 100,
      });
      expect(email).toContain(name);
      expect(saysName(await wordsOf(new Uint8Array(attached as ArrayBuffer)), name)).toBe(true);
    },
  );
});

describe("a character that no font has", () => {
  const [name = ""] = unprintableNames;

  it("an unprintable name keeps the agreement from being signed, and renter and back office read why", async () => {
    const before = await counted();
    const { id } = await confirmedOrder(name);
    const refused = await sign(id, name);
    expect(refusalOf(refused)).toMatchObject({ status: 409, code: "letters_not_printable" });
    expect(refused.json<ErrorBody>().letters).toBe("𐎀 𐎁");
    expect(await documentsOf(id)).toEqual([]);
    expect(await counted()).toEqual(before);
    expect((await readOrder(id)).unprintable).toBe("𐎀 𐎁");
    const listed = await callAs(test, admin, "GET", "/api/admin/orders?attention=unprintable");
    expect(listed.json<AdminOrder[]>().map((order) => order.id)).toEqual([id]);
    const alerts = (await callAs(test, admin, "GET", "/api/admin/system/alerts")).json<SystemAlert[]>();
    expect(alerts.filter(({ href }) => href.endsWith("attention=unprintable"))).toHaveLength(1);
  });

  it("an unprintable name delays only its own order's documents until it can be printed", async () => {
    const waiting = await confirmedOrder(name);
    const other = await confirmedOrder("Wei Lin");
    await issueDocuments(test.services);
    const counts = await test.services.database.rows<{ id: string; count: number }>(
      "select order_id as id, count(*)::int as count from order_documents where order_id = any($1::uuid[]) group by 1",
      [[waiting.id, other.id]],
    );
    expect(counts).toEqual([{ id: other.id, count: 1 }]);
    await test.services.database.rows("update orders set customer_name = 'Ugarit' where id = $1", [
      waiting.id,
    ]);
    await issueDocuments(test.services);
    expect((await documentsOf(waiting.id)).map(({ kind }) => kind)).toEqual(["invoice"]);
    expect((await readOrder(waiting.id)).unprintable).toBeNull();
  });

  it("a thousand orders with unprintable names keep no other order from its documents", async () => {
    const [waiting, other] = [await confirmedOrder(name), await confirmedOrder("Wei Lin")];
    await issueDocuments(test.services);
    const { rows } = test.services.database;
    const [{ columns } = { columns: "" }] = await rows<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_name = 'orders' and is_generated = 'NEVER'`,
    );
    const pays = `insert into payments (id, order_id, mode, status, amount, method, reference, paid_on, recorded_by)
      select gen_random_uuid(), id, 'built_in', 'succeeded', 100, 'cash', '', '2026-12-01', 'system' from`;
    await rows(
      `with copied as (
         insert into orders (${columns}) select ${columns} from (
           select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
             'order_number', o.order_number || '-' || n, 'status', 'cancelled', 'unprintable', '𐎀'))).*
           from orders o, generate_series(1, 1000) n where o.id = $1) as more returning id)
       ${pays} copied`,
      [waiting.id],
    );
    await rows(`${pays} orders where id = $1`, [other.id]);
    await issueDocuments(test.services);
    const kinds = await rows<{ kind: string }>(
      "select kind from order_documents where order_id = $1 order by issued_at",
      [other.id],
    );
    expect(kinds).toEqual([{ kind: "invoice" }, { kind: "receipt" }]);
    await rows("delete from payments where order_id in (select id from orders where order_number like $1)", [
      `${waiting.orderNumber}-%`,
    ]);
    await rows("delete from orders where order_number like $1", [`${waiting.orderNumber}-%`]);
  });

  it.runIf(databaseKind === "postgres")(
    "an unprintable name is found before the document takes a number",
    async () => {
      const { id } = await confirmedOrder(name);
      // Every number is being given to another invoice.
      const lock = {
        text: `insert into document_counters (kind, year, last) values ('invoice', $1, 1)
        on conflict (kind, year) do update set last = document_counters.last`,
        values: [new Date().getFullYear()],
      };
      const refused = await whileLocked(test, lock, () =>
        Promise.race([
          issueMissing(test.services, id).catch((error: unknown) => error),
          setTimeout(10_000, "waits for its number"),
        ]),
      );
      expect(refused).toMatchObject({ code: "letters_not_printable" });
    },
  );
});

/** How many documents of each kind have a number. */
const counted = () =>
  test.services.database.rows("select kind, year, last from document_counters order by kind, year");
