import { createHash } from "node:crypto";
import { and, desc, eq, ne } from "drizzle-orm";
import type { Agreement } from "#contract/documents.ts";
import { Refusal } from "#contract/errors.ts";
import { type AgreementFacts, agreementClauses, agreementVersion } from "#domain/documents/agreement.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { LegalParty } from "#domain/documents/parties.ts";
import { isSameName } from "#domain/people/same-name.ts";
import { isActive } from "#domain/orders/lifecycle.ts";
import { isOwnedBy } from "#domain/people/relations.ts";
import { extraMilePrice } from "#domain/pricing/pricing.ts";
import { audit } from "#server/db/audit.ts";
import { agreementAcceptances, orderDocuments } from "#server/db/schema/documents.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { isOfPrice, standingInstalments } from "#server/ledger/queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { type Services, today } from "#server/services.ts";
import { agreementEmail } from "./emails.ts";
import { issue } from "./issue-document.ts";
import { type AcceptanceRow, standingAcceptance } from "./queries.ts";
import { rentalFactsOf } from "./rental-facts.ts";
import { agreementSheet } from "./sheets.ts";
import { noteUnprintable } from "./unprintable.ts";

const hashOf = (facts: AgreementFacts): string =>
  createHash("sha256")
    .update(JSON.stringify([agreementVersion, facts, agreementClauses(facts)]))
    .digest("hex");

/**
 * The agreement that was accepted for an order's present car or, if there is none, the agreement to accept, with
 * the address that its reader gave last. Throws a Refusal.
 */
export async function agreementOf(
  services: Pick<Services, "database" | "now" | "config">,
  order: OrderRow,
  readerId: string | undefined,
): Promise<Agreement> {
  const { db } = services.database;
  const accepted = await standingAcceptance(db, order);
  if (accepted) return presentAccepted(db, accepted);
  const facts = await factsOf(db, order, saidBy(services));
  return {
    version: agreementVersion,
    clauses: agreementClauses(facts),
    textHash: hashOf(facts),
    renter: facts.renter,
    lastAddress: isOwnedBy(order, readerId) ? await lastAddressOf(db, order.accountId) : "",
    accepted: null,
  };
}

/** The postal address that an account gave with the last agreement that has one. */
async function lastAddressOf(db: Db, accountId: string | null): Promise<string> {
  if (accountId === null) return "";
  const [last] = await db
    .select({ address: agreementAcceptances.address })
    .from(agreementAcceptances)
    .innerJoin(orders, eq(orders.id, agreementAcceptances.orderId))
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(agreementAcceptances.acceptedBy, accountId),
        ne(agreementAcceptances.address, ""),
      ),
    )
    .orderBy(desc(agreementAcceptances.acceptedAt))
    .limit(1);
  return last?.address ?? "";
}

type Signature = {
  name: string;
  /** The renter's postal address, in one line; empty where it isn't given. */
  address: string;
  version: string;
  textHash?: string | undefined;
  accountId: string;
};

/**
 * Accepts the agreement of an order; repeated calls accept it once. Throws a Refusal for another name than the
 * order's, for a text that has changed since it was read, and where a character can't be printed.
 */
export const acceptAgreement = (
  services: Services,
  order: OrderRow,
  signature: Signature,
): Promise<Agreement> => noteUnprintable(services, order.id, () => accept(services, order, signature));

const accept = (services: Services, order: OrderRow, signature: Signature): Promise<Agreement> =>
  services.database.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    const before = await standingAcceptance(tx, locked);
    if (before) return presentAccepted(tx, before);
    const facts = await factsOf(tx, locked, saidBy(services));
    const textHash = hashOf(facts);
    if (signature.version !== agreementVersion || (signature.textHash ?? textHash) !== textHash)
      throw new Refusal(
        "agreement_changed",
        "The agreement has changed since you read it. Please read it again.",
      );
    if (!isSameName(signature.name, facts.renter))
      throw new Refusal("name_differs", `Please sign with the name on the order, ${facts.renter}.`, {
        fields: { name: { code: "name_differs", message: `must be ${facts.renter}` } },
      });
    const at = services.now();
    const { name, address, accountId } = signature;
    const [accepted] = await tx
      .insert(agreementAcceptances)
      .values({
        orderId: order.id,
        version: agreementVersion,
        name,
        address,
        facts,
        textHash,
        acceptedBy: accountId,
        acceptedAt: new Date(at),
      })
      .returning();
    if (!accepted) throw new Error("An acceptance was not kept");
    await issue(services, tx, {
      order: locked,
      kind: "agreement",
      causeId: accepted.id,
      sheetOf: (issued) => agreementSheet(issued, { facts, name, address, at, textHash }),
    });
    await services.outbox.post(tx, [agreementEmail(services.config, locked, accepted.id)]);
    await audit(tx, {
      actor: accountId,
      entity: "order",
      entityId: order.id,
      action: "agreement_accepted",
      after: { version: agreementVersion, textHash },
    });
    return presentAccepted(tx, accepted);
  });

async function presentAccepted(db: Db, { id, version, facts, textHash, name, acceptedAt }: AcceptanceRow) {
  const [document] = await db
    .select({ number: orderDocuments.number })
    .from(orderDocuments)
    .where(and(eq(orderDocuments.kind, "agreement"), eq(orderDocuments.causeId, id)));
  return {
    version,
    clauses: agreementClauses(facts),
    textHash,
    renter: facts.renter,
    lastAddress: "",
    accepted: { name, at: acceptedAt.toISOString(), number: document?.number ?? "" },
  };
}

const saidBy = (services: Pick<Services, "now" | "config">) => ({
  on: today(services),
  business: services.config.business.legal,
});

/** The facts in an order's agreement. Throws a Refusal unless the order is active and has a car that stays. */
async function factsOf(
  db: Db,
  order: OrderRow,
  { on, business }: { on: IsoDate; business: LegalParty },
): Promise<AgreementFacts> {
  const [car] = order.carId ? await db.select().from(cars).where(eq(cars.id, order.carId)) : [];
  if (!isActive(order.status) || !car || order.replacing)
    throw new Refusal(
      "agreement_not_ready",
      "The agreement is ready once the order is confirmed and has a car.",
    );
  const first = (await standingInstalments(db, order.id)).find(isOfPrice);
  const { drivers, plate, vin, place, cover } = await rentalFactsOf(db, order, on);
  return {
    orderNumber: order.orderNumber,
    renter: order.customerName,
    carId: car.id,
    car: `${order.carName ?? car.name} (${car.year})`,
    pickupDate: order.pickupDate,
    pickupTime: order.pickupTime,
    returnDate: order.returnDate,
    returnTime: order.returnTime,
    total: order.total,
    firstInstalment: first?.amount ?? order.total,
    milesIncluded: order.milesIncluded,
    extraMile: order.tariff?.extraMile ?? extraMilePrice,
    coverage: cover.isIncluded ? "included" : "own",
    parties: { business, plate, vin, place, ...(cover.limits && { limits: cover.limits }) },
    ...(drivers.length > 0 && { drivers }),
  };
}
