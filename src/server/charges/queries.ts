import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Charge, ChargeFacts } from "#contract/charges.ts";
import { presentAttachment } from "#domain/conversations/attachments.ts";
import { wireMoney } from "#domain/money.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { type ChargeFacts as KeptFacts, charges } from "#server/db/schema/money/charges.ts";
import { attachments, conversations, messages } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
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
export const evidenceOf = async (db: Db, found: readonly ChargeRow[]): Promise<EvidenceRow[]> =>
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

/** Files that a renter sent with reports of what happened on an order's rental: whoever proposes a charge may show them. */
export const reportedFiles = async (db: Db, orderId: string): Promise<EvidenceRow[]> =>
  (
    await db
      .select({ file: attachments })
      .from(attachments)
      .innerJoin(messages, eq(messages.id, attachments.messageId))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(
        and(eq(conversations.orderId, orderId), isNotNull(conversations.report), eq(messages.side, "renter")),
      )
      .orderBy(asc(attachments.createdAt), asc(attachments.id))
  ).map(({ file }) => file);

export async function chargesOf(db: Db, order: TaxedOrder & { id: string }): Promise<Charge[]> {
  const found = await findCharges(db, order.id);
  const evidence = await evidenceOf(db, found);
  return found.map((charge) => presentCharge(charge, evidence, order));
}

export function presentCharge(
  charge: ChargeRow,
  evidence: readonly EvidenceRow[],
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
