import { inArray } from "drizzle-orm";
import type { ProviderName } from "#domain/payments/providers.ts";
import { providerPostings } from "#domain/payments/provider-postings.ts";
import type { ReportLine } from "#domain/payments/reconciliation.ts";
import { ledgerTransactions } from "#server/db/schema/money/payments.ts";
import { post } from "#server/ledger/post.ts";
import type { Services } from "#server/services.ts";

/**
 * Writes into the ledger what a provider kept and what it paid out, each line once however often it is reported,
 * so that our balance with the provider is the one that it reports.
 */
export async function postProviderLines(
  services: Services,
  provider: ProviderName,
  lines: readonly ReportLine[],
): Promise<void> {
  const { db } = services.database;
  const postings = providerPostings(provider, lines);
  const keys = postings.map(({ key }) => key);
  const known = keys.length
    ? await db
        .select({ key: ledgerTransactions.key })
        .from(ledgerTransactions)
        .where(inArray(ledgerTransactions.key, keys))
    : [];
  const isKnown = new Set(known.map(({ key }) => key));
  const added = postings.filter(({ key }) => !isKnown.has(key));
  if (added.length === 0) return;
  await services.database.transaction(async (tx) => {
    for (const { providerRef, ...posting } of added)
      await post(services, tx, { ...posting, cause: { providerRef }, actor: "system" });
  });
}
