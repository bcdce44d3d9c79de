import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OrderDocumentShown } from "#contract/documents.ts";
import { builtPages } from "#server/pages/page-renderer.ts";
import { recordTransfer } from "#test/changes.ts";
import { makePerson, type Person } from "../accounts.ts";
import { databaseKind, startTestApp, type TestApp } from "../app.ts";
import { emailTo } from "../emails.ts";
import { aMonth, makeCar, renter } from "../factories.ts";
import { readPdf } from "../pdfium.ts";
import { type Product, startProduct } from "../product.ts";

/** Only a database server can have two processes. */
const hasTwo = databaseKind === "postgres";
const hasPages = existsSync("build/server/index.js");

let here: TestApp;
let elsewhere: Product;
let owner: Person;
let person: Person;
beforeAll(async () => {
  if (!hasTwo) return;
  here = await startTestApp({}, hasPages ? { renderer: builtPages() } : {});
  const { origin } = here.services.config.publicUrl;
  elsewhere = await startProduct({ DATABASE_URL: here.databaseUrl ?? "", PUBLIC_URL: origin, DEMO: "off" });
  owner = await makePerson(here, { role: "admin", permissions: ["all"] });
  person = await makePerson(here);
});
afterAll(async () => {
  await elsewhere?.stop();
  await here?.close();
});

/** Changes settings in the other process, and waits for nothing but its answer. */
async function changeElsewhere(values: Record<string, string>): Promise<void> {
  const answer = await fetch(`${elsewhere.address}/api/admin/settings`, {
    method: "PUT",
    headers: { ...owner.authorization, "content-type": "application/json" },
    body: JSON.stringify({ values }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

const callHere = (method: "GET" | "POST" | "PUT", url: string, by: Person, payload?: object) =>
  here.app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });

async function confirmedOrder(): Promise<string> {
  const wanted = { carId: await makeCar(here), ...aMonth(here, 10, 1) };
  const { total } = (await callHere("POST", "/api/quotes", person, wanted)).json<{ total: string }>();
  const sent = { ...renter, customerEmail: person.email, ...wanted, totalPrice: total };
  const { id } = (await callHere("POST", "/api/bookings", person, sent)).json<{ id: string }>();
  await callHere("PUT", `/api/admin/orders/${id}/status`, owner, { status: "confirmed" });
  await recordTransfer(here, owner, id, "100.00");
  return id;
}

/** The words of an order's receipt. */
async function receiptOf(id: string): Promise<string> {
  const documents = (await callHere("GET", `/api/orders/${id}/documents`, person)).json<
    OrderDocumentShown[]
  >();
  const number = documents.find(({ kind }) => kind === "receipt")?.number ?? "";
  const { rawPayload } = await callHere("GET", `/api/orders/${id}/documents/${number}`, person);
  return (await readPdf(rawPayload)).text;
}

it.runIf(hasTwo)(
  "a setting changed by another process is used by the next email and PDF within a second",
  async () => {
    await changeElsewhere({ legalName: "First LLC", contactPhone: "+1 415 555 0101" });
    await expect.poll(() => here.services.config.business.phone).toBe("+1 415 555 0101");
    const first = await confirmedOrder();
    const receipt = await receiptOf(first);
    expect(receipt).toContain("First LLC");

    await changeElsewhere({ legalName: "Second LLC", contactPhone: "+1 415 555 0202" });
    // Within a second, the default limit of a poll.
    await expect.poll(() => here.services.config.business.phone).toBe("+1 415 555 0202");
    const second = await confirmedOrder();
    expect(JSON.stringify((await emailTo(here, person.email, "order_confirmed")).content)).toContain(
      "+1 415 555 0202",
    );
    expect(await receiptOf(second)).toContain("Second LLC");
    expect(await receiptOf(first)).toBe(receipt);
  },
);

it.runIf(hasTwo && hasPages)(
  "a setting changed by another process is shown on every page of both processes",
  async () => {
    const pages = ["/", "/contact", "/faq", "/offline", "/terms", "/autowealth"];
    const readHere = async (path: string) => (await here.app.inject(path)).body;
    const readElsewhere = async (path: string) => (await fetch(elsewhere.address + path)).text();
    for (const path of pages) await Promise.all([readHere(path), readElsewhere(path)]);
    await changeElsewhere({ contactPhone: "+1 415 555 0303" });
    for (const path of pages) {
      await expect.poll(() => readHere(path), { message: path }).toContain("+1 415 555 0303");
      expect(await readElsewhere(path), path).toContain("+1 415 555 0303");
    }
  },
);
