import { createHash } from "node:crypto";
import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { overpaidOf } from "#server/ledger/overpaid.ts";
import { balanceOf, movementsOf, pendingOf } from "#server/ledger/queries.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { issue } from "./issue-document.ts";
import { findDocumentOf } from "./queries.ts";
import { type OpenRefunds, statementSheet } from "./sheets.ts";
import { noteUnprintable } from "./unprintable.ts";

/**
 * A statement of an order's account, one for each state of it: asked for again before anything has moved, it is the one
 * that there is. Answers its number; throws a Refusal where nothing has moved yet, or a letter can't be printed.
 */
export const issueStatement = (services: Services, orderId: string): Promise<string> =>
  noteUnprintable(services, orderId, () => state(services, orderId));

const state = (services: Services, orderId: string): Promise<string> =>
  services.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const movements = await movementsOf(tx, orderId);
    const last = movements.at(-1);
    if (!last) throw new Refusal("nothing_to_state", "Nothing has been charged or paid yet.");
    const refunds = await openRefundsOf(tx, orderId);
    const causeId = idOf(
      `statement of ${orderId} after ${last.id}, ${refunds.ofBalance} of ${refunds.open} to be refunded`,
    );
    const before = await findDocumentOf(tx, "statement", causeId);
    if (before) return before.number;
    const taxes = -(await balanceOf(tx, orderId, "taxes"));
    return issue(services, tx, {
      order,
      kind: "statement",
      causeId,
      sheetOf: (issued) => statementSheet(issued, movements, refunds, taxes),
    });
  });

/** A refund by hand of what wasn't paid too much is our loss, and takes nothing off what was paid. */
async function openRefundsOf(tx: Db, orderId: string): Promise<OpenRefunds> {
  const byRule = await pendingOf(tx, orderId, "rule");
  const open = byRule + (await pendingOf(tx, orderId, "hand")) + (await pendingOf(tx, orderId, "provider"));
  // What a rule gives back is taken off whole, whatever is asked for since.
  const tooMuch = Math.max(0, byRule, await overpaidOf(tx, orderId));
  return { open, ofBalance: Math.min(open, tooMuch) };
}

/** A UUID (version 8, RFC 9562) that a text always has. */
function idOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}
