import type { RequestAnswer, RequestOutcome } from "#domain/orders/host-requests.ts";
import { type MoveName, moves } from "#domain/orders/moves.ts";
import type { TripFacts } from "#domain/orders/status-columns.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import type { MoneySummary } from "#server/ledger/money-summary.ts";
import { moveEmails } from "#server/orders/emails/after-moves.ts";
import type { OrderEmailFacts } from "#server/orders/emails/order-to-renter.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { move } from "./move.ts";

type NamedTurn = { lost?: OrderEmailFacts; by?: string; facts?: TripFacts; answer?: RequestAnswer };

/** What a move makes of a request that its host has not answered. */
const outcomes: Partial<Record<MoveName, RequestOutcome>> = {
  cancel: "withdrawn",
  expire: "lapsed",
  end_plan: "lapsed",
};

/**
 * Makes one of the lifecycle's moves with an order, and sends the emails that the move names. Must hold the car's
 * lock and the order's. `by` is the acting account, where it is known. Returns the order after the move.
 */
export async function moveOrder(
  services: Services,
  tx: Db,
  order: OrderRow,
  name: MoveName,
  { lost = {}, by, facts, answer }: NamedTurn = {},
): Promise<OrderRow> {
  const { to, emails, by: party, ...named } = moves[name];
  const outcome = outcomes[name];
  const { order: moved } = await move(services, tx, order, to, {
    ...named,
    by: by ?? party,
    decidedBy: party,
    ...(facts && { facts }),
    answer: answer ?? (outcome && { answer: outcome }),
    emails: async (current, money) => {
      const stated = {
        ...lost,
        money,
        payUntil: await services.orderParts.payUntilOf(services, tx, current),
        ...(lost.settlement && { settlement: settled(lost.settlement, money) }),
      };
      return emails.map((kind) => moveEmails[kind](services.config, current, stated));
    },
  });
  return moved;
}

/** A cancellation's sums: the refund as it was quoted, without the part that an administrator checks first. */
const settled = (
  { refund, toCheck, ...settlement }: Settlement,
  { toCheck: waiting }: MoneySummary,
): Settlement => ({
  ...settlement,
  refund: Math.max(0, refund + toCheck - waiting),
  toCheck: waiting,
});
