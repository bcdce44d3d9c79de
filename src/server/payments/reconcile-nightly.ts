import { and, eq, gt, isNull, lt, max, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { addDays, earlier, type IsoDate, later } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { providerName } from "#domain/payments/providers.ts";
import {
  type DifferenceStatus,
  isDifference,
  type MatchedRow,
  reconcile,
  type ReportLine,
} from "#domain/payments/reconciliation.ts";
import { reconciliationDifferences, reconciliationRuns } from "#server/db/schema/money/reconciliation.ts";
import { facts, paragraph } from "#server/mail/blocks.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
import { nameOf } from "#server/error-name.ts";
import type { Provider } from "./provider.ts";
import { applyFinding } from "./webhooks/follow-events.ts";
import { type Services, today } from "#server/services.ts";
import { postProviderLines } from "./post-provider-lines.ts";
import { findOurLines } from "#server/finance/reconciliation-queries.ts";

/** The time in Los Angeles from which a night's report is asked for: providers list a day's lines hours later. */
const earliest = "04:00";
/** Days that each night looks at: a line that came late, or was corrected since, is seen again. */
const days = 10;
/** The most days that a night looks at, after nights without a report: providers answer for this many at once. */
const mostDays = 30;

type Difference = MatchedRow & { status: DifferenceStatus };

/**
 * The hour's job, once a night for each provider: compares its report with the ledger. A line about which the
 * provider knows more is followed at once; one that still differs is an alert until both agree or it is explained.
 */
export async function reconcileNightly(services: Services): Promise<void> {
  const on = today(services);
  if (services.now() < instantInLosAngeles(on, earliest)) return;
  for (const provider of services.providers.values())
    try {
      await reconcileOnce(services, provider, on);
    } catch (error) {
      services.log.warn(
        { failure: nameOf(error), provider: provider.name },
        "a report could not be compared",
      );
    }
}

async function reconcileOnce(services: Services, provider: Provider, on: IsoDate): Promise<void> {
  const { db } = services.database;
  const run = { mode: provider.name, onDay: on };
  const done = await db
    .select()
    .from(reconciliationRuns)
    .where(and(eq(reconciliationRuns.mode, run.mode), eq(reconciliationRuns.onDay, run.onDay)));
  if (done.length > 0) return;
  const [last] = await db
    .select({ on: max(reconciliationRuns.onDay) })
    .from(reconciliationRuns)
    .where(and(eq(reconciliationRuns.mode, run.mode), lt(reconciliationRuns.onDay, on)));
  const since = addDays(last?.on ?? on, -days);
  const range = { from: later(since, addDays(on, -mostDays)), to: addDays(on, -1) };
  const { isNew } = await compare(services, provider, range);
  await db
    .insert(reconciliationRuns)
    .values({ ...run, at: new Date(services.now()) })
    .onConflictDoNothing();
  if (isNew.length > 0)
    await services.database.transaction((tx) =>
      services.outbox.post(tx, [differencesEmail(services, provider, isNew)]),
    );
}

type Days = { from: IsoDate; to: IsoDate };

/** Follows the lines about which the provider knows more, and saves those that still differ. */
async function compare(
  services: Services,
  provider: Provider,
  range: Days,
): Promise<{ left: Difference[]; isNew: Difference[] }> {
  const lines = await provider.report(range);
  await postProviderLines(services, provider.name, lines);
  const first = await differences(services, provider, lines, range);
  for (const row of first) await follow(services, provider, row);
  const left = first.length ? await differences(services, provider, lines, range) : [];
  return { left, isNew: await write(services, provider, left, range) };
}

/**
 * Compares everything since a day with the books, today included, for books that were restored as of that day.
 * Returns how many lines still differ. Throws a Refusal where a provider gives no report.
 */
export async function reconcileSince(services: Services, since: IsoDate): Promise<number> {
  const on = today(services);
  let count = 0;
  for (const provider of services.providers.values()) {
    const found = new Set<string>();
    // The first piece begins a day earlier, so that lines of the first day are inside the range and not at its edge.
    // The pieces overlap for the same reason.
    for (let from = addDays(since, -1), to = from; to < on; from = addDays(to, -1)) {
      to = earlier(addDays(from, mostDays - 1), on);
      try {
        const { left } = await compare(services, provider, { from, to });
        for (const { kind, ref } of left) found.add(`${kind} ${ref}`);
      } catch (error) {
        services.log.warn(
          { failure: nameOf(error), provider: provider.name },
          "a report could not be compared",
        );
        throw new Refusal(
          "provider_unavailable",
          "The provider has no report available right now. Please try again.",
        );
      }
    }
    count += found.size;
  }
  return count;
}

async function differences(
  { database }: Services,
  { name }: Provider,
  lines: readonly ReportLine[],
  range: { from: IsoDate; to: IsoDate },
): Promise<Difference[]> {
  const refs = [...new Set(lines.map(({ ref }) => ref))];
  const abouts = lines.flatMap(({ kind, about }) => (kind === "dispute" && about ? [about] : []));
  const ours = await findOurLines(database, { ...range, provider: name, refs, abouts });
  const isLeft = (row: MatchedRow): row is Difference => isDifference(row.status) && !row.isAtEdge;
  return reconcile(lines, ours, range).filter(isLeft);
}

/** A line that we lack is read as if an event about it had come. */
async function follow(services: Services, provider: Provider, { kind, ref }: Difference): Promise<void> {
  const asked = provider.eventKinds[kind];
  if (!asked) return;
  try {
    for (const found of await provider.follow({ kind: asked, objectRef: ref }))
      await applyFinding(services, provider, found);
  } catch (error) {
    services.log.warn({ failure: nameOf(error), ref }, "a line of a report could not be followed");
  }
}

/** Keeps what differs, and closes what agrees now. Returns what is new, or differs again. */
async function write(
  { database, now }: Services,
  { name }: Provider,
  rows: readonly Difference[],
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<Difference[]> {
  const at = new Date(now());
  const isNew: Difference[] = [];
  for (const row of rows) {
    const { ref, kind, status, theirs, ours, currency, on } = row;
    const facts = { status, theirs, ours, currency, onDay: on, orderId: row.order?.id ?? null };
    const [written] = await database.db
      .insert(reconciliationDifferences)
      .values({ mode: name, ref, kind, ...facts, foundAt: at })
      .onConflictDoUpdate({
        target: [
          reconciliationDifferences.mode,
          reconciliationDifferences.ref,
          reconciliationDifferences.kind,
        ],
        set: {
          ...facts,
          closedBy: null,
          closedAt: null,
          note: "",
          foundAt: sql`case when ${reconciliationDifferences.closedAt} is null
            then ${reconciliationDifferences.foundAt} else excluded.found_at end`,
        },
        // A difference that somebody has explained stays explained, unless its amounts have changed.
        setWhere: sql`${reconciliationDifferences.closedBy} = 'system'
          or ${reconciliationDifferences.theirs} is distinct from excluded.theirs
          or ${reconciliationDifferences.ours} is distinct from excluded.ours`,
      })
      .returning();
    if (written?.foundAt.getTime() === at.getTime()) isNew.push(row);
  }
  const found = rows.map(({ ref, kind }) => sql`(${ref}, ${kind})`);
  const key = sql`(${reconciliationDifferences.ref}, ${reconciliationDifferences.kind})`;
  await database.db
    .update(reconciliationDifferences)
    .set({ closedBy: "system", closedAt: at })
    .where(
      and(
        eq(reconciliationDifferences.mode, name),
        isNull(reconciliationDifferences.closedAt),
        // The report covers only a part of its first and last day: a line that isn't found there may still differ.
        gt(reconciliationDifferences.onDay, from),
        lt(reconciliationDifferences.onDay, to),
        found.length ? sql`${key} not in (${sql.join(found, sql`, `)})` : undefined,
      ),
    );
  return isNew;
}

const statusWords: Record<DifferenceStatus, string> = {
  missing_here: "not in our books",
  missing_there: "not in the provider’s report",
  amount_differs: "another amount",
};
/** Rows that an email lists; Finance has them all. */
const mostListed = 20;

const inWords = (amount: Cents | null): string => (amount === null ? "nothing" : formatMoney(amount, "en"));

const differencesEmail = ({ config }: Services, { name }: Provider, rows: readonly Difference[]) =>
  toAdmins(config, {
    kind: "admin_reconciliation",
    subject: `${providerName(name)} and our books differ: ${rows.length} new`,
    blocks: [
      paragraph(
        "Last night’s report of the provider was compared with our books. These lines differ. Finance shows them, with what can be done.",
      ),
      facts(
        rows
          .slice(0, mostListed)
          .map(({ ref, status, theirs, ours }) => [
            ref,
            `${statusWords[status]}: theirs ${inWords(theirs)}, ours ${inWords(ours)}`,
          ]),
      ),
    ],
    opens: { text: "Open Finance", path: "/admin/finance" },
  });
