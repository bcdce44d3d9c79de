// @one-database
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Agreement, OrderDocumentShown } from "#contract/documents.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { recordTransfer } from "#test/changes.ts";
import { renter } from "#test/factories.ts";
import { type MailServer, startMailServer } from "#test/stand-ins/smtp.ts";
import { writeRental } from "#test/written-rental.ts";
import { pdfsFor } from "./for-email.ts";

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

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, by = owner) =>
  test.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });

async function confirmed(): Promise<string> {
  return (await writeRental(test, owner, { months: 2 })).id;
}

const pay = (id: string, amount: string) => recordTransfer(test, admin, id, amount);

/** The attachments of the one email with these words in its subject, once it has arrived. */
async function attachedTo(words: string) {
  const email = await vi.waitFor(
    () => {
      const found = mail.received.find(({ email: { subject = "" } }) => subject.includes(words));
      if (!found) throw new Error(`No email says ${words}`);
      return found;
    },
    { timeout: 30_000, interval: 100 },
  );
  const { attachments, text = "" } = await PostalMime.parse(email.raw);
  return { text, files: attachments.filter(({ mimeType }) => mimeType === "application/pdf") };
}

const documentsOf = async (id: string) =>
  (await call("GET", `/api/orders/${id}/documents`)).json<OrderDocumentShown[]>();
const numberOf = async (id: string): Promise<string> => {
  const [order] = await test.services.database.rows<{ number: string }>(
    "select order_number as number from orders where id = $1",
    [id],
  );
  return order?.number ?? "none";
};

const hashOf = (content: unknown): string =>
  createHash("sha256")
    .update(new Uint8Array(content as ArrayBuffer))
    .digest("hex");

describe("an email about money", () => {
  it("a payment's email attaches the receipt that the order lists", async () => {
    const id = await confirmed();
    expect((await pay(id, "100.00")).statusCode).toBe(201);
    const { text, files } = await attachedTo(`your payment for order ${await numberOf(id)}`);
    expect(text).toContain("attached as a PDF");
    const receipt = (await documentsOf(id)).find(({ kind }) => kind === "receipt");
    expect(files.map(({ filename }) => filename)).toEqual([`${receipt?.number}.pdf`]);
    expect(hashOf(files[0]?.content)).toBe(receipt?.sha256);
  });
});

describe("a signed agreement", () => {
  it("a signed agreement is sent to the renter who signed it", async () => {
    const id = await confirmed();
    const { version, textHash } = (await call("GET", `/api/orders/${id}/agreement`)).json<Agreement>();
    const signed = { name: renter.customerName, version, textHash };
    expect((await call("POST", `/api/orders/${id}/agreement`, signed)).statusCode).toBe(201);
    const { files } = await attachedTo(`rental agreement for order ${await numberOf(id)}`);
    const agreement = (await documentsOf(id)).find(({ kind }) => kind === "agreement");
    expect(hashOf(files[0]?.content)).toBe(agreement?.sha256);
  });
});

describe("a document that can't be opened", () => {
  it("a document that can't be opened delays the email that attaches it", async () => {
    const id = await confirmed();
    await pay(id, "10.00");
    const issued = (await documentsOf(id)).find(({ kind }) => kind === "receipt");
    const [row] = await test.services.database.rows<{ file: string; cause: string }>(
      "select content_id as file, cause_id as cause from order_documents where number = $1",
      [issued?.number],
    );
    const content = {
      greeting: "",
      blocks: [],
      signature: "",
      documents: [{ kind: "receipt" as const, causeId: row?.cause ?? "" }],
    };
    expect(await pdfsFor(test.services, { orderId: id, content })).toHaveLength(1);
    await rm(`${test.services.config.dataDir}/order-documents/${row?.file}.sealed`);
    await expect(pdfsFor(test.services, { orderId: id, content })).rejects.toThrow(/can't be opened/);
    const unknown = { ...content, documents: [{ kind: "receipt" as const, causeId: crypto.randomUUID() }] };
    await expect(pdfsFor(test.services, { orderId: id, content: unknown })).rejects.toThrow(/has no receipt/);
  });
});
