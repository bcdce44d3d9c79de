import { brand } from "#domain/brand.ts";
import { eachAlone } from "#server/each-alone.ts";
import { hostLanguage } from "#server/mail/host-reader.ts";
import { and, eq, sql } from "drizzle-orm";
import { addMonths, dateInLosAngeles, type IsoDate, later } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { kindsOfHosts } from "#domain/payments/ledger.ts";
import { monthOf } from "#domain/payments/months.ts";
import { hostStatementNumber } from "#domain/payouts/statements.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import { hostStatements } from "#server/db/schema/money/host-statements.ts";
import { withRetries } from "#server/db/retries.ts";
import { type Services, today } from "#server/services.ts";
import { nextNumber } from "#server/documents/next-number.ts";
import { hostBalanceBefore, type MonthSpan, statementLinesOf } from "./statement-lines.ts";

const atOnce = 200;
const firstId = "00000000-0000-0000-0000-000000000000";
const isOfHosts = (column: string): string => isOneOf(column, kindsOfHosts);
/** How long after midnight a month is closed: entries that were being written at midnight are there by then. */
const settledAfter = hour;

const spanOf = (month: string): MonthSpan => ({
  from: new Date(instantInLosAngeles(`${month}-01`, "00:00")),
  until: new Date(instantInLosAngeles(addMonths(`${month}-01`, 1), "00:00")),
});

/**
 * The statements of this many months before the latest ones are looked at again, for a host whose statement has
 * failed.
 */
const lookedAtAgain = 11;

/**
 * The hour's job: from the first day of a month on, issues the last month's statement, once, for each host with
 * ledger entries in it. If the product was off for months, it issues the statements of all of them. A statement that
 * fails keeps back no other, and is tried again.
 */
export async function issueHostStatements(services: Services): Promise<void> {
  const settled = dateInLosAngeles(services.now() - settledAfter);
  const last = addMonths(`${monthOf(settled)}-01`, -1);
  await eachAlone(services, eachMissing(services, last), {
    idOf: ({ hostId, month }) => `${hostId} ${month}`,
    work: ({ hostId, month }) => issueHostStatement(services, hostId, month),
  });
}

type MissingStatement = { hostId: string; month: string };

/** The hosts without a statement of each month up to a last one, month by month. */
async function* eachMissing(services: Services, last: IsoDate): AsyncGenerator<MissingStatement> {
  for (let month = await firstMonth(services, last); month <= monthOf(last); month = nextMonth(month))
    for (let after = firstId; ;) {
      const hosts = await hostsWithout(services, month, after);
      for (const hostId of hosts) yield { hostId, month };
      const lastHost = hosts.at(-1);
      if (lastHost === undefined || hosts.length < atOnce) break;
      after = lastHost;
    }
}

const nextMonth = (month: string): string => monthOf(addMonths(`${month}-01`, 1));

/** The first month to look at: of the first ledger entry of any host, or some months before the latest statements. */
async function firstMonth({ database }: Services, last: IsoDate): Promise<string> {
  const [found] = await database.rows<{ issued: string | null; written: string | null }>(
    `select (select max(month) from host_statements) as issued,
       (select to_char(min(posted_at) at time zone '${brand.timeZone}', 'YYYY-MM') from ledger_transactions
        where ${isOfHosts("kind")}) as written`,
  );
  const written = `${found?.written ?? monthOf(last)}-01`;
  return monthOf(found?.issued ? later(written, addMonths(`${found.issued}-01`, -lookedAtAgain)) : written);
}

async function hostsWithout({ database }: Services, month: string, after: string): Promise<string[]> {
  const { from, until } = spanOf(month);
  const found = await database.rows<{ id: string }>(
    `select distinct e.host_id as id from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where ${isOfHosts("t.kind")} and t.posted_at >= $1 and t.posted_at < $2 and e.host_id > $4::uuid
       and not exists (select from host_statements s where s.host_id = e.host_id and s.month = $3)
     order by 1 limit ${atOnce}`,
    [from, until, month, after],
  );
  return found.map(({ id }) => id);
}

/** Issues a host's statement of a month that is over. An existing statement stays unchanged. */
const issueHostStatement = (services: Services, hostId: string, month: string): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      // One process works at a time, so that an existing statement takes no second number.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`statements of ${hostId}`}, 0))`);
      const isIssued = and(eq(hostStatements.hostId, hostId), eq(hostStatements.month, month));
      if ((await tx.$count(hostStatements, isIssued)) > 0) return;
      const account = await findAccount(tx, hostId);
      const at = services.now();
      const { year, place } = await nextNumber(tx, "host_statement", at);
      const span = spanOf(month);
      const opening = await hostBalanceBefore(tx, hostId, span.from);
      const closing = await hostBalanceBefore(tx, hostId, span.until);
      const lines = await statementLinesOf(tx, hostId, span);
      const sum = lines.reduce((all, { amount }) => all + amount, 0);
      if (opening + sum !== closing)
        throw new Error(`The statement ${month} of ${hostId} isn't the ledger's`);
      const number = hostStatementNumber(year, place);
      const host = account?.fullName ?? "";
      const language = await hostLanguage(tx, hostId);
      const issuedOn = today(services);
      const business = services.config.business.legal;
      const statement = { number, month, host, issuedOn, business, opening, lines, closing };
      const issuedAt = new Date(at);
      await tx
        .insert(hostStatements)
        .values({ number, hostId, month, language, opening, closing, statement, issuedAt });
    }),
  );
