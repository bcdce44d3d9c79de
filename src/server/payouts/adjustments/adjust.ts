import { invalidField, Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import type { IsoDate } from "#domain/dates.ts";
import { day } from "#domain/durations.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { mayRecordFor, refundsAlone } from "#domain/payments/payments.ts";
import {
  type AdjustmentKind,
  askedFrom,
  needsSecond,
  owedBeforeAskingDays,
} from "#domain/payouts/adjustments.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { hostAdjustments } from "#server/db/schema/money/host-adjustments.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import { lockWriteOffs } from "#server/ledger/host-balance.ts";
import { lockOrder, orderIdOf } from "#server/ledger/order-queries.ts";
import { lockHost } from "#server/payouts/queries.ts";
import { type Services, today } from "#server/services.ts";
import { carryOut } from "./carry-out.ts";
import {
  type AdjustmentRow,
  creditedOfOrder,
  findAdjustment,
  findDebt,
  sumOfAdjustments,
} from "./queries.ts";

export type AdjustmentRequest = {
  id: string;
  hostId: string;
  kind: AdjustmentKind;
  /** The order whose share is taken back, by its number or id. */
  order?: string | undefined;
  amount: Cents;
  reason: string;
  receivedOn?: IsoDate | undefined;
  by: string;
};

/**
 * Takes back a host's share of an order, writes off a host's debt, or records that a host repaid it: once, however
 * often it is sent. Above the limit for one administrator it waits for a second one. Throws a Refusal.
 */
export const adjustBalance = (services: Services, asked: AdjustmentRequest): Promise<void> =>
  withRetries(() => services.database.transaction((tx) => adjust(services, tx, asked)));

async function adjust(services: Services, tx: Db, asked: AdjustmentRequest): Promise<void> {
  const { id, hostId, kind, amount, reason, receivedOn, by } = asked;
  if (!(await findAccount(tx, hostId))) throw notFound("account_not_found");
  await lockHost(tx, hostId);
  const requestHash = requestHashOf(asked);
  const known = await findAdjustment(tx, id);
  if (sentBefore(known, requestHash, { refusal: () => invalidField("id", "belongs to something else") }))
    return;
  await refuseOwnAffair(tx, {
    by,
    gate: "manage_payments",
    renter: { accountId: hostId },
    of: { entity: "user", entityId: hostId },
  });
  if (amount <= 0) throw invalidField("amount", "must be above zero");
  refuseOddDay(services, kind, receivedOn);
  const orderId = kind === "take_back" ? await lockedOrderOf(tx, asked) : null;
  refuseAbove(amount, await mostOf(services, tx, { hostId, kind, orderId }));
  const isAlone = !needsSecond(kind) || (await lately(services, tx, asked)) + amount <= refundsAlone.most;
  const row: AdjustmentRow = {
    id,
    hostId,
    kind,
    orderId,
    status: "awaiting_approval",
    amount,
    reason,
    receivedOn: kind === "repayment" ? (receivedOn ?? null) : null,
    requestHash,
    proposedBy: by,
    decidedBy: null,
    createdAt: new Date(services.now()),
    decidedAt: null,
  };
  await tx.insert(hostAdjustments).values(row);
  await audit(tx, {
    actor: by,
    entity: "user",
    entityId: hostId,
    action: `host_${kind}`,
    after: { amount: wireMoney(amount), orderId, status: isAlone ? "done" : "awaiting_approval" },
    reason,
  });
  if (isAlone) await carryOut(services, tx, row, by);
}

function refuseOddDay(services: Services, kind: AdjustmentKind, receivedOn: IsoDate | undefined): void {
  if (kind !== "repayment") return;
  if (!receivedOn || !mayRecordFor(receivedOn, today(services)))
    throw invalidField("receivedOn", "must be a day of the last year, up to today");
}

async function lockedOrderOf(tx: Db, { order }: AdjustmentRequest): Promise<string> {
  if (!order) throw invalidField("order", "is required", "required");
  return (await lockOrder(tx, await orderIdOf(tx, order))).id;
}

type AdjustmentTarget = Pick<AdjustmentRow, "hostId" | "kind" | "orderId">;

/** The most that may be taken back of an order, or written off or repaid of a debt, less what waits already. */
async function mostOf(
  services: Services,
  tx: Db,
  { hostId, kind, orderId }: AdjustmentTarget,
): Promise<Cents> {
  const waiting = await sumOfAdjustments(tx, hostId, { kind, statuses: ["awaiting_approval"], orderId });
  if (orderId) return (await creditedOfOrder(tx, hostId, orderId)) - waiting;
  // An order that credits the host again meanwhile either lowers the debt first, or sees this write-off.
  if (kind === "write_off") await lockWriteOffs(tx, hostId);
  const debt = await findDebt(tx, hostId);
  if (!debt) throw new Refusal("adjustment_not_possible", "This host owes nothing.");
  if (kind === "write_off" && (debt.askedAt === null || today(services) < askedFrom(debt.since)))
    throw new Refusal(
      "adjustment_not_possible",
      `A balance is written off once the host has owed it for ${owedBeforeAskingDays} days and was asked for it.`,
    );
  return debt.amount - waiting;
}

/** Throws a Refusal if the amount is above the most that is possible. */
export function refuseAbove(amount: Cents, most: Cents): void {
  if (amount <= most) return;
  const shown = wireMoney(Math.max(0, most));
  throw new Refusal("adjustment_above_most", `It can be at most $${shown}.`, {
    fields: { amount: { code: "adjustment_above_most", message: `must be at most ${shown}` } },
  });
}

/** Recent adjustments of the kind, done or proposed, of the whole host: splitting an amount changes nothing. */
const lately = (services: Services, tx: Db, { hostId, kind }: AdjustmentRequest): Promise<Cents> =>
  sumOfAdjustments(tx, hostId, {
    kind,
    statuses: ["awaiting_approval", "done"],
    since: new Date(services.now() - refundsAlone.days * day),
  });

/** The most that is possible for an adjustment that waits: its own amount is among the waiting ones. */
export const mostOfWaiting = async (services: Services, tx: Db, row: AdjustmentRow): Promise<Cents> =>
  (await mostOf(services, tx, row)) + row.amount;
