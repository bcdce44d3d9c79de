import { isOwnedBy } from "#domain/people/relations.ts";
import { Refusal } from "#contract/errors.ts";
import { type ChargeAnswer, mayMoveCharge } from "#domain/charges/charges.ts";
import { audit } from "#server/db/audit.ts";
import { refuseBlocked } from "#server/blocks/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import type { Services } from "#server/services.ts";
import { chargeEmail, disputeEmail } from "./emails.ts";
import { hostChargeEmails } from "./tell-host.ts";
import { giveEvidence } from "./evidence.ts";
import { announceCharge, change, chargeNotFound, lockCharge, type LockedCharge, owe } from "./move.ts";
import { type ChargeRow, findEarlierCarOf, silenceOf } from "./queries.ts";

type AnsweredCharge = {
  id: string;
  by: string;
  answer: ChargeAnswer;
  words: string;
  evidence: readonly string[];
};
type ChargeServices = Pick<Services, "config" | "database" | "outbox" | "now">;

/**
 * The renter's answer to a charge, in time and once: repeating it changes nothing. An accepted charge is owed; an
 * administrator decides a contested one. Throws a Refusal.
 */
export const answerCharge = (services: ChargeServices, answered: AnsweredCharge): Promise<ChargeRow> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const { id, by, answer, words, evidence } = answered;
      const locked = await lockCharge(tx, id);
      const { charge, order } = locked;
      if (!isOwnedBy(order, by)) throw chargeNotFound();
      await refuseBlocked(tx, "charge_answer", by, { orderId: order.id });
      if (charge.answer === answer && charge.answerWords === words) return charge;
      if (!mayMoveCharge(charge.status, answer) || services.now() >= charge.answerUntil.getTime())
        throw new Refusal(
          "charge_answered",
          "This charge has already been answered, or the time to answer is over.",
        );
      if (answer === "contest" && words === "")
        throw new Refusal("invalid", "Please say why.", {
          fields: { words: { code: "required", message: "is required" } },
        });
      await giveEvidence(tx, { chargeId: id, side: "renter", by, ids: evidence });
      return settle(services, tx, locked, { answer, words, actor: by });
    }),
  );

/** Ends an unanswered charge's time: silence accepts the charge, or it becomes a dispute. */
export const endWindow = (services: ChargeServices, id: string): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const locked = await lockCharge(tx, id);
      const { charge, order } = locked;
      if (charge.status !== "proposed" || services.now() < charge.answerUntil.getTime()) return;
      const answer = (await silenceOf(tx, charge, order)) === "lapse_accepted" ? "accept" : "contest";
      await settle(services, tx, locked, { answer, actor: "system" });
    }),
  );

type ChargeAnswered = { answer: ChargeAnswer; words?: string; actor: string };

/** Accepts or contests a charge; without the renter's words this happens by silence. */
async function settle(
  services: ChargeServices,
  tx: Db,
  { charge, order }: LockedCharge,
  { answer, words, actor }: ChargeAnswered,
): Promise<ChargeRow> {
  const at = new Date(services.now());
  const isAccepted = answer === "accept";
  const isSilent = words === undefined;
  const changed = await change(tx, charge.id, {
    status: isAccepted ? "accepted" : "contested",
    answeredAt: at,
    ...(words !== undefined && { answer, answerWords: words }),
    ...(isAccepted && { owed: charge.amount, closedAt: at }),
  });
  const isPaid = isAccepted && (await owe(services, tx, changed, { order, owed: charge.amount, actor }));
  await audit(tx, {
    actor,
    entity: "order",
    entityId: order.id,
    action: isAccepted ? "charge_accepted" : "charge_contested",
    after: { category: charge.category, isSilent },
  });
  await announceCharge(tx, { charge: changed, order });
  await services.outbox.post(tx, [
    chargeEmail(services.config, order, changed, isAccepted ? "accepted" : "contested", {
      isPaid,
      earlierCar: await findEarlierCarOf(tx, changed),
    }),
    ...(isAccepted ? [] : [disputeEmail(services.config, order, changed)]),
    ...(await hostChargeEmails(
      services,
      tx,
      { charge: changed, order },
      isAccepted ? "accepted" : "contested",
    )),
  ]);
  return changed;
}
