import { Refusal } from "#contract/errors.ts";
import { type ChargeDecision, decidedAmount, mayMoveCharge, mayTakeBack } from "#domain/charges/charges.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import { withRetries } from "#server/db/retries.ts";
import type { Services } from "#server/services.ts";
import { carOfStretch } from "./charged-car.ts";
import { chargeEmail } from "./emails.ts";
import { announceCharge, change, chargeNotFound, lockCharge, owe } from "./move.ts";
import { hostChargeEmails } from "./tell-host.ts";
import { type ChargeRow, findEarlierCarOf } from "./queries.ts";

type ChargeServices = Pick<Services, "config" | "database" | "outbox" | "now">;
type DecidedCharge = {
  id: string;
  by: string;
  decision: ChargeDecision;
  amount?: Cents | undefined;
  reason: string;
};

/** Decides a contested charge. Repeating a decision changes nothing. Throws a Refusal. */
export const decideDispute = (services: ChargeServices, decided: DecidedCharge): Promise<ChargeRow> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const { id, by, decision, reason } = decided;
      const { charge, order } = await lockCharge(tx, id);
      const owed = decidedAmount(charge.amount, decided);
      if (owed === undefined)
        throw new Refusal(
          "charge_above_proposed",
          `It must be between $0.00 and $${wireMoney(charge.amount)}.`,
          {
            fields: { amount: { code: "charge_above_proposed", message: "doesn't fit the decision" } },
          },
        );
      if (charge.decision === decision && charge.owed === owed) return charge;
      if (!mayMoveCharge(charge.status, "decide")) throw closed();
      const isAlone = await refuseOwnOrder(tx, {
        order,
        by,
        gate: "manage_disputes",
        proposedBy: charge.proposedBy,
        proposed: {
          code: "charge_needs_another",
          message: "You can't decide a charge that you proposed. Please ask another administrator.",
        },
      });
      const at = new Date(services.now());
      const changed = await change(tx, id, {
        status: "decided",
        decision,
        owed,
        reason,
        closedBy: by,
        closedAt: at,
      });
      const isPaid = await owe(services, tx, changed, { order, owed, actor: by });
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: order.id,
        action: isAlone ? "charge_decided_alone" : "charge_decided",
        before: { amount: wireMoney(charge.amount) },
        after: { category: charge.category, decision, amount: wireMoney(owed) },
        reason,
      });
      await announceCharge(tx, { charge: changed, order });
      await services.outbox.post(tx, [
        chargeEmail(services.config, order, changed, "decided", {
          isPaid,
          earlierCar: await findEarlierCarOf(tx, changed),
        }),
        ...(await hostChargeEmails(services, tx, { charge: changed, order }, "decided")),
      ]);
      return changed;
    }),
  );

type Withdrawn = { id: string; by: AccountRow; reason: string; isHost?: boolean };

/** Takes back a charge that isn't owed yet; a host can take back only their own. Throws a Refusal. */
export const withdrawCharge = (
  services: ChargeServices,
  { id, by: account, reason, isHost = false }: Withdrawn,
): Promise<ChargeRow> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const { charge, order } = await lockCharge(tx, id);
      const by = account.id;
      if (
        isHost &&
        (charge.proposedBy !== by || (await carOfStretch(tx, order, charge.stretch)).hostId !== by)
      )
        throw chargeNotFound();
      if (charge.status === "withdrawn") return charge;
      if (!mayMoveCharge(charge.status, "withdraw")) throw closed();
      if (!isHost && !mayTakeBack(charge, account))
        throw new Refusal(
          "forbidden",
          "A contested charge is ended by who proposed it or who decides disputes.",
        );
      if (!isHost) await refuseOwnOrder(tx, { order, by, gate: "admin" });
      const at = new Date(services.now());
      const changed = await change(tx, id, { status: "withdrawn", reason, closedBy: by, closedAt: at });
      const { category } = charge;
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: order.id,
        action: "charge_withdrawn",
        before: { category, amount: wireMoney(charge.amount) },
        reason,
      });
      await announceCharge(tx, { charge: changed, order });
      await services.outbox.post(tx, [
        chargeEmail(services.config, order, changed, "withdrawn", {
          earlierCar: await findEarlierCarOf(tx, changed),
        }),
        // A host needs no email about their own step.
        ...(isHost ? [] : await hostChargeEmails(services, tx, { charge: changed, order }, "withdrawn")),
      ]);
      return changed;
    }),
  );

const closed = (): Refusal =>
  new Refusal("charge_closed", "This charge can't be decided right now. Please reload it.");
