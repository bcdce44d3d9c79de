import { eq } from "drizzle-orm";
import sharp from "sharp";
import { addDays, type IsoDate } from "#domain/dates.ts";
import type { ConditionRecord } from "#contract/trips.ts";
import type { AgreementFacts } from "#domain/documents/agreement.ts";
import { conditionSlots } from "#domain/trips/condition.ts";
import { carTariff } from "#domain/pricing/tariff.ts";
import { conditionImages } from "#server/db/schema/condition.ts";
import { licences } from "#server/db/schema/papers.ts";
import { agreementAcceptances } from "#server/db/schema/documents.ts";
import { instalments } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { keepContent } from "#server/media/sealed/content.ts";
import { sealContent } from "#server/media/sealed/sealing.ts";
import { sha256Of } from "#server/media/sha256.ts";
import { today } from "#server/services.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { makeCar } from "./factories.ts";
import { multipart } from "./multipart.ts";
import { aLicence, aPicture } from "./papers.ts";

type Row = typeof orders.$inferInsert;
let made = 0;

/** A confirmed, paid and signed order, with its pickup today, written as rows; `wanted` changes columns. */
export async function makeOrder(
  test: TestApp,
  accountId: string | null,
  { isPaid = true, isSigned = true, ...wanted }: Partial<Row> & { isPaid?: boolean; isSigned?: boolean } = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const on = today(test.services);
  const carId = wanted.carId ?? (await makeCar(test));
  await test.services.database.db.insert(orders).values({
    id,
    orderNumber: `LB-C${++made}${id.slice(0, 4)}`,
    source: "wizard",
    status: "confirmed",
    carId,
    carName: "Toyota Camry LE",
    accountId,
    emailConfirmedAt: new Date(test.services.now()),
    pickupDate: on,
    returnDate: addDays(on, 30),
    pickupTime: "10:00",
    returnTime: "10:00",
    customerName: "Wei Lin",
    customerEmail: `renter${made}@example.com`,
    customerPhone: "+1 650 555 0134",
    pickupLocation: "123 Castro Street, Mountain View",
    language: "en",
    monthlyPrice: 75_000,
    days: 30,
    months: 1,
    discountPercent: 0,
    lines: [{ kind: "rental", amount: 75_000 }],
    subtotal: 75_000,
    fees: 0,
    taxes: 0,
    total: 75_000,
    milesIncluded: 1000,
    tariff: carTariff({ monthlyPrice: 75_000, minRentDays: 30 }, {}),
    insurance: { product: "basic", dailyPrice: 1500, limits: { person: 30_000, accident: 60_000 } },
    collisionIncluded: true,
    requestHash: "x",
    keyHash: crypto.randomUUID(),
    ...wanted,
  } as Row);
  const { pickupDate = on, returnDate = addDays(on, 30) } = wanted;
  await test.services.database.db.insert(instalments).values({
    orderId: id,
    number: 1,
    startsOn: pickupDate,
    endsOn: returnDate,
    dueOn: pickupDate,
    lines: [{ kind: "rental", amount: 75_000 }],
    amount: 75_000,
    paid: isPaid ? 75_000 : 0,
  });
  if (isSigned)
    await test.services.database.db.insert(agreementAcceptances).values({
      orderId: id,
      version: "1",
      name: "Wei Lin",
      facts: { carId } as AgreementFacts,
      textHash: "x",
      acceptedBy: accountId ?? crypto.randomUUID(),
      acceptedAt: new Date(test.services.now()),
    });
  return id;
}

/** A licence that an administrator has verified, written as a row. */
export async function verifyLicence(
  { services }: TestApp,
  accountId: string,
  { expiresOn = "2039-04-12" }: { expiresOn?: IsoDate } = {},
): Promise<void> {
  await services.database.db.insert(licences).values({
    accountId,
    number: aLicence.number,
    fullName: aLicence.name,
    country: "US",
    usState: "CA",
    birthDate: aLicence.birthDate,
    issuedOn: aLicence.issueDate,
    expiresOn,
    state: "verified",
    language: "en",
    submittedAt: new Date(services.now()),
    decidedAt: new Date(services.now()),
  });
}

const recordsOf = (orderId: string) => `/api/orders/${orderId}/condition-records`;

export const begin = ({ app }: TestApp, by: Person, orderId: string, payload: object) =>
  app.inject({ method: "POST", url: recordsOf(orderId), payload, headers: by.authorization });

export async function sendImage(
  { app }: TestApp,
  by: Person,
  at: { orderId: string; recordId: string; slot: string },
  content?: Buffer,
) {
  const form = await multipart([
    { field: "file", name: "x.jpg", content: content ?? (await aPicture()), type: "image/jpeg" },
  ]);
  return app.inject({
    method: "PUT",
    url: `${recordsOf(at.orderId)}/${at.recordId}/images/${at.slot}`,
    payload: form.payload,
    headers: { ...form.headers, ...by.authorization },
  });
}

export const finish = (
  { app }: TestApp,
  by: Person,
  { orderId, recordId }: { orderId: string; recordId: string },
  payload: object = {},
) =>
  app.inject({
    method: "POST",
    url: `${recordsOf(orderId)}/${recordId}/finish`,
    payload,
    headers: by.authorization,
  });

export const listRecords = ({ app }: TestApp, by: Person, orderId: string) =>
  app.inject({ url: recordsOf(orderId), headers: by.authorization });

let picture: Promise<Buffer> | undefined;

/** The images of all four slots, sealed and written as rows: how they are sent is another test's concern. */
async function keepImages({ services }: TestApp, recordId: string): Promise<void> {
  picture ??= sharp({ create: { width: 90, height: 57, channels: 3, background: "teal" } })
    .webp()
    .toBuffer();
  const content = await picture;
  const images = conditionSlots.map((slot) => ({
    recordId,
    slot,
    contentId: crypto.randomUUID(),
    uploadHash: sha256Of(Buffer.from(recordId + slot)),
    storedHash: sha256Of(content),
    width: 90,
    height: 57,
    uploadedAt: new Date(services.now()),
  }));
  for (const { contentId } of images)
    await keepContent(services, "conditions", contentId, sealContent(services, contentId, content));
  await services.database.db.insert(conditionImages).values(images);
}

/** A record with all four images and a reading, not finished. */
export async function fillRecord(
  test: TestApp,
  by: Person,
  orderId: string,
  kind: "pickup" | "return",
  begunWith: { stretch?: number } = {},
): Promise<ConditionRecord> {
  const sent = { kind, odometer: 12_000 + made, fuelEighths: 7, ...begunWith };
  const begun = await begin(test, by, orderId, sent);
  if (begun.statusCode !== 201) throw new Error(begun.body);
  const record = begun.json<ConditionRecord>();
  await keepImages(test, record.id);
  return record;
}

/** A finished record, as its maker sees it. */
export async function makeRecord(
  test: TestApp,
  by: Person,
  orderId: string,
  kind: "pickup" | "return",
  said: object = {},
  begunWith: { stretch?: number } = {},
): Promise<ConditionRecord> {
  const { id: recordId } = await fillRecord(test, by, orderId, kind, begunWith);
  const answer = await finish(test, by, { orderId, recordId }, said);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<ConditionRecord>();
}

export const orderRow = async ({ services }: TestApp, id: string) => {
  const [row] = await services.database.db.select().from(orders).where(eq(orders.id, id));
  if (!row) throw new Error("no order");
  return row;
};
