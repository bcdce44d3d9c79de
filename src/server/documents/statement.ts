import { createHash } from "node:crypto";
import { Refusal } from "#contract/errors.ts";
import { mergedLines } from "#domain/pricing/instalments.ts";
import type { Db } from "#server/db/open-database.ts";
import { overpaidOf } from "#server/ledger/overpaid.ts";
import { movementsOf, pendingOf, standingInstalments } from "#server/ledger/queries.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { issue } from "./issue-document.ts";
import { findDocumentOf } from "./queries.ts";
import { issueMissing } from "./issue.ts";
import { type OpenRefunds, type StatedTaxes, statementSheet } from "./sheets.ts";
import { noteUnprintable, unlessUnprintable } from "./unprintable.ts";
import { writtenOf } from "./written.ts";

/**
 * Issues a statement of an order's account and returns its number: one for each state of the account. Throws a
 * Refusal where nothing was charged or paid yet, or a character can't be printed.
 */
export async function issueStatement(services: Services, orderId: string): Promise<string> {
  // A statement takes its taxes from refund receipts, so missing ones are issued first.
  await unlessUnprintable(issueMissing(services, orderId));
  return noteUnprintable(services, orderId, () => state(services, orderId));
}

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
    const taxes = await statedTaxes(tx, orderId);
    return issue(services, tx, {
      order,
      kind: "statement",
      causeId,
      sheetOf: (issued) => statementSheet(issued, movements, refunds, taxes),
    });
  });

/** The taxes by name. The taxes of an order without rates have no name, and are one line. */
async function statedTaxes(tx: Db, orderId: string): Promise<StatedTaxes> {
  const billed = (await standingInstalments(tx, orderId)).filter(({ postedAt }) => postedAt !== null);
  const refunds = (await writtenOf(tx, orderId)).filter(
    ({ kind, isVoided }) => kind === "refund_receipt" && !isVoided,
  );
  return {
    billed: mergedLines(billed.flatMap(({ lines }) => lines).filter(({ kind }) => kind === "taxes")),
    refunded: mergedLines(refunds.flatMap(({ taxes }) => taxes)),
  };
}

/** An order's open refunds. A refund by hand of money that wasn't overpaid is our loss and lowers no balance. */
async function openRefundsOf(tx: Db, orderId: string): Promise<OpenRefunds> {
  const byRule = await pendingOf(tx, orderId, "rule");
  const open = byRule + (await pendingOf(tx, orderId, "hand")) + (await pendingOf(tx, orderId, "provider"));
  // A refund by rule lowers the balance in full, also if more money has become due since.
  const tooMuch = Math.max(0, byRule, await overpaidOf(tx, orderId));
  return { open, ofBalance: Math.min(open, tooMuch) };
}

/** The UUID (version 8, RFC 9562) of a text: always the same one for the same text. */
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
