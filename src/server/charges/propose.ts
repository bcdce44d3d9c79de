import { eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import type { ChargeCategory } from "#domain/charges/categories.ts";
import {
  answerUntil,
  isComputed,
  isOfEarlierCars,
  isProposable,
  mostCharged,
  mostProposedADay,
} from "#domain/charges/charges.ts";
import { day, secondsIn } from "#domain/durations.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { refuseOver, within } from "#server/http/limits.ts";
import { loadOrder, lockOrder } from "#server/ledger/order-queries.ts";
import { type Services, today } from "#server/services.ts";
import { asksFor, carOfStretch, type ChargedCar } from "./charged-car.ts";
import { type ComputedCharge, computedOf } from "./computed.ts";
import { chargeEmail } from "./emails.ts";
import { type CopiedContents, copyReported, giveEvidence, ownCopies } from "./evidence.ts";
import { announceCharge } from "./move.ts";
import { type ChargeRow, findCharges, silenceOf } from "./queries.ts";

export type ProposedCharge = {
  id: string;
  orderId: string;
  /** Which of the order's cars the charge is about; the last car if none is named. */
  stretch?: number | undefined;
  category: ChargeCategory;
  amount: Cents;
  words: string;
  evidence: readonly string[];
  /** The administrator, the host of the car, or `system`. */
  by: string;
};

type ProposalServices = Pick<Services, "config" | "database" | "imageStore" | "outbox" | "now" | "secret">;

/**
 * Proposes a charge and emails its renter, once however often it is sent. Nothing is owed until the charge is
 * answered, or its time is over. Throws a Refusal.
 */
export async function proposeCharge(
  services: ProposalServices,
  proposed: ProposedCharge,
): Promise<ChargeRow> {
  const copies = await copyEvidence(services, proposed);
  return withRetries(() => services.database.transaction((tx) => proposeIn(services, tx, proposed, copies)));
}

/** Copies reported files that are named as evidence, unless the charge was proposed before. */
async function copyEvidence(services: ProposalServices, proposed: ProposedCharge): Promise<CopiedContents> {
  const { id, orderId, stretch, evidence: ids, by } = proposed;
  const { db } = services.database;
  if (ids.length === 0 || (await db.$count(charges, eq(charges.id, id))) > 0) return new Map();
  const car = await carOfStretch(db, await loadOrder(db, orderId), stretch);
  // Nothing is copied for a charge that is refused anyway.
  refuseImpossible(services, proposed, car);
  return copyReported(services, { orderId, ids, by, about: aboutOf(car, by) });
}

/** Refuses a charge outside its days, or of an amount that no charge has. */
function refuseImpossible(
  services: ProposalServices,
  { category, amount }: ProposedCharge,
  car: ChargedCar,
): void {
  if (!isProposable(category, car, today(services)) || (car.isEarlier && !isOfEarlierCars(category)))
    throw new Refusal(
      "charge_not_possible",
      "This can be charged from the handover until 7 days after the return, or 30 days for tolls.",
    );
  if (amount <= 0 || amount > mostCharged)
    throw invalidField("amount", "must be above zero, and no more than 100000.00");
}

/** A host shows only what was reported of their own car. */
const aboutOf = (car: ChargedCar, by: string): ChargedCar | undefined =>
  by === car.hostId ? car : undefined;

async function proposeIn(
  services: ProposalServices,
  tx: Db,
  proposed: ProposedCharge,
  copies: CopiedContents,
): Promise<ChargeRow> {
  const { id, orderId, category, amount, words, by } = proposed;
  const order = await lockOrder(tx, orderId);
  const car = await carOfStretch(tx, order, proposed.stretch);
  const sent = requestHashOf({
    orderId,
    category,
    amount,
    words,
    evidence: proposed.evidence.toSorted(),
    stretch: car.isEarlier ? car.stretch : undefined,
  });
  const requestHash = keyedHash(services, `charge ${sent}`);
  const [known] = await tx.select().from(charges).where(eq(charges.id, id));
  const before = sentBefore(known, requestHash);
  if (before) return before;
  if (by !== car.hostId) await refuseOwnOrder(tx, { order, by, gate: "admin" });
  refuseImpossible(services, proposed, car);
  const computed = await computedOf(tx, order, category, car);
  await refuseBeyondRule(tx, proposed, car, computed);
  if (!isComputed(category) && proposed.evidence.length === 0)
    throw new Refusal("evidence_missing", "Please attach a photo or document that shows it.", {
      fields: { evidence: { code: "evidence_missing", message: "is needed" } },
    });
  if (by === car.hostId)
    await refuseOver(
      within(services, tx),
      [{ key: `charges of order ${orderId} by ${by}`, most: mostProposedADay, seconds: secondsIn(day) }],
      "You have proposed many charges for this rental today. Please put what is left into one, or come back tomorrow.",
    );
  const at = services.now();
  const [charge] = await tx
    .insert(charges)
    .values({
      id,
      orderId,
      stretch: car.stretch,
      category,
      amount,
      words,
      facts: computed?.facts ?? null,
      proposedBy: by,
      requestHash,
      proposedAt: new Date(at),
      answerUntil: new Date(answerUntil(at)),
    })
    .returning();
  if (!charge) throw new Error("No charge was written");
  const about = aboutOf(car, by);
  const ids = await ownCopies(services, tx, { orderId, by, ids: proposed.evidence, about, copies });
  await giveEvidence(tx, { chargeId: id, side: "proposer", by, ids });
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: orderId,
    action: "charge_proposed",
    after: { category, amount: wireMoney(amount) },
    reason: words || null,
  });
  await announceCharge(tx, { charge, order });
  await services.outbox.post(tx, [
    chargeEmail(services.config, order, charge, "proposed", {
      earlierCar: car.isEarlier ? car.carName : null,
      bySilence: await silenceOf(tx, charge, order),
    }),
  ]);
  return charge;
}

/** A rule's result can be charged once, and at most in full. Throws a Refusal. */
async function refuseBeyondRule(
  tx: Db,
  { orderId, category, amount }: ProposedCharge,
  car: ChargedCar,
  computed: ComputedCharge | undefined,
): Promise<void> {
  if (!isComputed(category)) return;
  if (!computed)
    throw new Refusal("charge_not_possible", "This rental's records show nothing to charge for that.");
  const before = await findCharges(tx, orderId);
  if (before.some((charge) => charge.status !== "withdrawn" && asksFor(category, car)(charge)))
    throw new Refusal("charge_exists", "This has already been charged.");
  if (amount > computed.amount)
    throw new Refusal(
      "charge_above_rule",
      `Based on the records, it comes to $${wireMoney(computed.amount)}.`,
      {
        fields: {
          amount: { code: "charge_above_rule", message: `must be at most ${wireMoney(computed.amount)}` },
        },
      },
    );
}
