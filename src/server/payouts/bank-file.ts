import { Readable } from "node:stream";
import { and, asc, eq, sql } from "drizzle-orm";
import { brand } from "#domain/brand.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { wireMoney } from "#domain/money.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import { audit } from "#server/db/audit.ts";
import { payoutDetails, payouts } from "#server/db/schema/money/payouts.ts";
import type { Services } from "#server/services.ts";
import { openDetails } from "./details.ts";
import { lockHost } from "./queries.ts";

const columns = [
  "payout",
  "holder",
  "postalAddress",
  "bank",
  "routingNumber",
  "accountNumber",
  "amount",
  "memo",
];

/**
 * The list for the bank: payouts that are to be sent, with their bank details in the clear. Each is written down as
 * given out, with who asked, before a byte of it leaves: from then on its money may be on its way.
 */
export async function bankFile(services: Services, by: string): Promise<Readable> {
  const { database, config, now } = services;
  const found = await database.db
    .select({ id: payouts.id, hostId: payouts.hostId })
    .from(payouts)
    .where(and(eq(payouts.status, "made"), eq(payouts.mode, "bank")))
    .orderBy(asc(payouts.hostId));
  const rows: string[] = [];
  for (const { id, hostId } of found)
    await database.transaction(async (tx) => {
      // A change of details waits for this, or makes the payout another one.
      await lockHost(tx, hostId);
      const [open] = await tx
        .select({ payout: payouts, details: payoutDetails })
        .from(payouts)
        .innerJoin(payoutDetails, eq(payoutDetails.id, payouts.detailsId))
        .where(and(eq(payouts.id, id), eq(payouts.status, "made")));
      if (!open) return;
      const { payout, details } = open;
      await tx
        .update(payouts)
        .set({ takenAt: sql`coalesce(${payouts.takenAt}, ${new Date(now()).toISOString()}::timestamptz)` })
        .where(eq(payouts.id, id));
      await audit(tx, {
        actor: by,
        entity: "payout",
        entityId: id,
        action: "payout_details_opened",
        after: { payout: payoutName(payout.number), lastFour: details.lastFour },
      });
      const { holder, postalAddress, bank, routingNumber, accountNumber } = openDetails(services, details);
      const name = payoutName(payout.number);
      rows.push(
        csvRow([
          name,
          holder,
          postalAddress,
          bank,
          routingNumber,
          accountNumber,
          wireMoney(payout.amount),
          `${config.business.legal.name || brand.name.en} ${name}`,
        ]),
      );
    });
  return Readable.from([csvRow(columns), ...rows]);
}
