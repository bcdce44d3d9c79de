import { addDays, type IsoDate } from "#domain/dates.ts";
import { day, hour } from "#domain/durations.ts";
import type { DocumentKind } from "#domain/papers/documents.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { takeDocument } from "#server/papers/documents/take-document.ts";
import { keepProof } from "#server/papers/insurance/keep-proof.ts";
import { keepLicence, type TypedLicence } from "#server/papers/licence/keep-licence.ts";
import { decide } from "#server/papers/verifications/decide.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { orders } from "#server/db/schema/orders.ts";
import { and, desc, eq } from "drizzle-orm";
import { type Services, today } from "#server/services.ts";
import { drawCard } from "./example-pictures.ts";
import { asOf } from "./rentals.ts";

type Someone = { id: string; name: string; number: string; birthDate: IsoDate };

/**
 * The customer's license was verified long ago, the host's waits, so that there is something to review. All cards
 * are drawn, and say that they are examples.
 */
export async function showLicences(
  services: Services,
  { adminId, customerId, hostId }: { adminId: string; customerId: string; hostId: string | undefined },
): Promise<void> {
  const casey = { id: customerId, name: "Casey Rivera", number: "EXAMPLE1", birthDate: "1991-08-17" };
  const licenceId = await handLicence(asOf(services, services.now() - 300 * day), casey);
  const admin = await findAccount(services.database.db, adminId);
  if (admin && licenceId)
    await decide(asOf(services, services.now() - 299 * day), {
      id: licenceId,
      by: admin,
      decision: "verified",
    });
  if (hostId)
    await handLicence(asOf(services, services.now() - 3 * hour), {
      id: hostId,
      name: "Hao Chen",
      number: "EXAMPLE2",
      birthDate: "1988-02-03",
    });
}

async function handLicence(services: Services, someone: Someone): Promise<string | undefined> {
  const { id, name, number, birthDate } = someone;
  const on = today(services);
  const typed: TypedLicence = {
    fullName: name,
    number,
    country: "US",
    usState: "CA",
    birthDate,
    issuedOn: addDays(on, -1100),
    expiresOn: addDays(on, 1400),
    firstIssuedOn: null,
  };
  const lines = [`DL ${number}`, name, `DOB ${birthDate}`, `EXP ${typed.expiresOn}`];
  await send(services, id, "licence_front", "CALIFORNIA · EXAMPLE", lines);
  await send(services, id, "licence_back", "EXAMPLE · BACK", ["Nobody's license"]);
  await keepLicence(services, id, typed, "en");
  const [kept] = await services.database.rows<{ id: string }>(
    "select id from licences where account_id = $1",
    [id],
  );
  return kept?.id;
}

/** Sends a proof for the customer's next rental, if the rental needs one. It waits to be checked, too. */
export async function showProof(now: Services, customerId: string): Promise<void> {
  const services = asOf(now, now.now() - 20 * hour);
  const { db } = services.database;
  const [order]: (OrderRow | undefined)[] = await db
    .select()
    .from(orders)
    .where(
      and(eq(orders.accountId, customerId), eq(orders.status, "confirmed"), eq(orders.source, "request")),
    )
    .orderBy(desc(orders.pickupDate))
    .limit(1);
  const account = await findAccount(db, customerId);
  if (!order || !account) return;
  const dates = { validFrom: addDays(order.pickupDate, -90), validUntil: addDays(order.returnDate, 90) };
  const documentId = await send(services, customerId, "insurance_proof", "EXAMPLE INSURANCE CARD", [
    "Example Mutual",
    "Policy EX-1001",
    `${dates.validFrom} to ${dates.validUntil}`,
    "$30,000 / $60,000",
  ]);
  const proof = { documentId, insurer: "Example Mutual", policyNumber: "EX-1001", ...dates };
  await services.database.transaction((tx) =>
    keepProof(services, tx, { order, account, proof, language: "en" }),
  );
}

async function send(
  services: Services,
  accountId: string,
  kind: DocumentKind,
  title: string,
  lines: readonly string[],
): Promise<string> {
  const id = crypto.randomUUID();
  const content = await drawCard(title, lines);
  const sent = { id, kind, read: () => Promise.resolve(content), requestHash: () => `example ${id}` };
  await takeDocument(services, accountId, sent);
  return id;
}
