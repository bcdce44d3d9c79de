import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Charge, ChargeFacts } from "#contract/charges.ts";
import { askedBeside, type SilenceMove, silenceMove } from "#domain/charges/charges.ts";
import { presentAttachment } from "#domain/conversations/attachments.ts";
import { wireMoney } from "#domain/money.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { type ChargeFacts as KeptFacts, charges } from "#server/db/schema/money/charges.ts";
import { attachments, conversations, messages } from "#server/db/schema/conversations.ts";
import { drivenAtMessage } from "#server/db/driven-at.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";
import { type TaxedOrder, taxesOfCharge } from "./taxes.ts";

export type ChargeRow = typeof charges.$inferSelect;
export type EvidenceRow = typeof attachments.$inferSelect;

/** The charges of an order, the first at the head. */
export const findCharges = (db: Db, orderId: string): Promise<ChargeRow[]> =>
  db
    .select()
    .from(charges)
    .where(eq(charges.orderId, orderId))
    .orderBy(asc(charges.proposedAt), asc(charges.id));

/** Files that are evidence of these charges, in the order in which they were sent. */
const evidenceOf = async (db: Db, found: readonly ChargeRow[]): Promise<EvidenceRow[]> =>
  found.length
    ? db
        .select()
        .from(attachments)
        .where(
          inArray(
            attachments.chargeId,
            found.map(({ id }) => id),
          ),
        )
        .orderBy(asc(attachments.createdAt), asc(attachments.id))
    : [];

/**
 * Files that a renter sent with reports about an order's rental: the proposer of a charge may show them. With a
 * car, only files sent while that car was driven: a host must not see another host's.
 */
export const reportedFiles = async (
  db: Db,
  orderId: string,
  about?: { carId: string | null },
): Promise<EvidenceRow[]> =>
  (
    await db
      .select({ file: attachments })
      .from(attachments)
      .innerJoin(messages, eq(messages.id, attachments.messageId))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(orders, eq(orders.id, conversations.orderId))
      .innerJoin(sql`${sql.raw(drivenAtMessage)} driven`, sql`true`)
      .where(
        and(
          eq(conversations.orderId, orderId),
          isNotNull(conversations.report),
          eq(messages.side, "renter"),
          about && sql`driven.car_id = ${about.carId}`,
        ),
      )
      .orderBy(asc(attachments.createdAt), asc(attachments.id))
  ).map(({ file }) => file);

/** The charges of an order as its renter sees them, who can answer. */
export async function chargesOf(db: Db, order: TaxedOrder & { id: string }): Promise<Charge[]> {
  const found = await findCharges(db, order.id);
  const shown = await shownWith(db, found);
  return found.map((charge) => ({
    ...presentCharge(charge, shown, order),
    ...(charge.status === "proposed" && {
      bySilence: silenceMove({ ...charge, beside: askedBeside(charge, found), canAnswer: true }),
    }),
  }));
}

/** What becomes of a charge of an order if its renter doesn't answer. */
export const silenceOf = async (
  db: Db,
  charge: ChargeRow,
  { id, accountId }: { id: string; accountId: string | null },
): Promise<SilenceMove> =>
  silenceMove({
    ...charge,
    beside: askedBeside(charge, await findCharges(db, id)),
    canAnswer: accountId !== null,
  });

/** What a charge's page also needs: files of both sides, and the names of the rentals' earlier cars. */
type ShownWith = { evidence: readonly EvidenceRow[]; earlierCars: ReadonlyMap<string, string> };

export async function shownWith(db: Db, found: readonly ChargeRow[]): Promise<ShownWith> {
  const [evidence, earlierCars] = await Promise.all([evidenceOf(db, found), earlierCarsOf(db, found)]);
  return { evidence, earlierCars };
}

/** The name of a charge's earlier car, by the charge's id; no entry for a charge about the rental's own car. */
async function earlierCarsOf(db: Db, found: readonly ChargeRow[]): Promise<Map<string, string>> {
  const ids = found.flatMap(({ id, stretch }) => (stretch === null ? [] : [id]));
  if (ids.length === 0) return new Map();
  const isItsOwn = and(
    eq(orderStretches.orderId, charges.orderId),
    eq(orderStretches.number, charges.stretch),
  );
  const named = await db
    .select({ id: charges.id, car: orderStretches.carName })
    .from(charges)
    .innerJoin(orderStretches, isItsOwn)
    .where(inArray(charges.id, ids));
  return new Map(named.map(({ id, car }) => [id, car]));
}

export const findEarlierCarOf = async (db: Db, charge: ChargeRow): Promise<string | undefined> =>
  (await earlierCarsOf(db, [charge])).get(charge.id);

export function presentCharge(
  charge: ChargeRow,
  { evidence, earlierCars }: ShownWith,
  order: TaxedOrder,
): Charge {
  const taxes = sumOf(taxesOfCharge(order, charge, charge.owed ?? charge.amount));
  const filesOf = (side: "proposer" | "renter") =>
    evidence
      .filter(({ chargeId, chargeSide }) => chargeId === charge.id && chargeSide === side)
      .map(presentAttachment);
  return {
    id: charge.id,
    orderId: charge.orderId,
    category: charge.category,
    earlierCar: earlierCars.get(charge.id) ?? null,
    amount: wireMoney(charge.amount),
    ...(taxes > 0 && { taxes: wireMoney(taxes) }),
    words: charge.words,
    evidence: filesOf("proposer"),
    facts: charge.facts && presentFacts(charge.facts),
    status: charge.status,
    proposedAt: charge.proposedAt.toISOString(),
    answerUntil: charge.answerUntil.toISOString(),
    answer: charge.answer && {
      answer: charge.answer,
      words: charge.answerWords,
      evidence: filesOf("renter"),
    },
    answeredAt: charge.answeredAt?.toISOString() ?? null,
    owed: charge.owed === null ? null : wireMoney(charge.owed),
    decision: charge.decision,
    reason: charge.reason,
    closedAt: charge.closedAt?.toISOString() ?? null,
  };
}

export const presentFacts = (facts: KeptFacts): ChargeFacts =>
  facts.kind === "miles"
    ? { ...facts, perMile: wireMoney(facts.perMile) }
    : { ...facts, perDay: wireMoney(facts.perDay) };
