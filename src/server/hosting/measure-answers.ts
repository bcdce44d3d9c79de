import { inArray } from "drizzle-orm";
import { day } from "#domain/durations.ts";
import { answersCountedFor, keepsWaiting, rankBehindAll } from "#domain/orders/host-answers.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { hostAnswers } from "#server/db/schema/host-answers.ts";
import type { Services } from "#server/services.ts";

type AnswerStats = typeof hostAnswers.$inferSelect;

/**
 * An answer by the back office counts neither as the host's own nor as missing; nor does a request that its renter
 * took back before.
 */
const measure = (rows: Database["rows"], since: Date): Promise<AnswerStats[]> =>
  rows<AnswerStats>(
    `select host_id as "hostId", count(*)::int as asked, count(*) filter (where is_own)::int as answered,
       (percentile_cont(0.5) within group (order by minutes) filter (where is_own))::int as "medianMinutes"
     from (
       select host_id, host_answer, extract(epoch from host_answered_at - host_asked_at) / 60 as minutes,
         host_answer <> 'lapsed' and exists (select from audit_events where entity = 'order'
           and entity_id = orders.id::text and action in ('status', 'host_accepted', 'host_declined') and actor = host_id::text) as is_own
       from orders where host_id is not null and host_asked_at >= $1 and host_answer in ('accepted', 'declined', 'lapsed')
     ) as requests
     where is_own or host_answer = 'lapsed' group by host_id`,
    [since],
  );

/**
 * The hour's job: measures how each host has answered the requests of the last 90 days, and puts the cars of hosts
 * who keep renters waiting behind all others. Writes only differences, so that cached pages stay valid otherwise.
 */
export async function measureAnswers(services: Services): Promise<void> {
  const { rows, transaction } = services.database;
  const since = new Date(services.now() - answersCountedFor * day);
  const measured = await measure(rows, since);
  await transaction(async (tx) => {
    const known = await tx.select().from(hostAnswers).for("update");
    await keepAnswers(tx, measured, known);
    await placeCars(tx, measured.filter(keepsWaiting));
  });
  await services.carFacts.changed();
}

async function keepAnswers(tx: Db, measured: AnswerStats[], known: AnswerStats[]): Promise<void> {
  const before = new Map(known.map((one) => [one.hostId, one]));
  const isSame = (one: AnswerStats, former: AnswerStats | undefined) =>
    former?.asked === one.asked &&
    former.answered === one.answered &&
    former.medianMinutes === one.medianMinutes;
  for (const one of measured.filter((now) => !isSame(now, before.get(now.hostId))))
    await tx.insert(hostAnswers).values(one).onConflictDoUpdate({ target: hostAnswers.hostId, set: one });
  const gone = known.filter(({ hostId }) => !measured.some((one) => one.hostId === hostId));
  if (gone.length > 0)
    await tx.delete(hostAnswers).where(
      inArray(
        hostAnswers.hostId,
        gone.map(({ hostId }) => hostId),
      ),
    );
}

/** Moves only cars of hosts whose answers have changed, so that a list stays whole while somebody pages. */
async function placeCars(tx: Db, slow: AnswerStats[]): Promise<void> {
  const rows = rowsIn(tx);
  const hostIds = slow.map(({ hostId }) => hostId);
  const isMisplaced = "(recommended_rank >= $2) <> coalesce(host_id = any($1::uuid[]), false)";
  const values = [hostIds, rankBehindAll];
  const moved = await rows(`select id from cars where ${isMisplaced} for no key update`, values);
  if (moved.length === 0) return;
  await rows(
    `update cars set recommended_rank = recommended_rank + case when recommended_rank >= $2 then -$2::int else $2::int end
     where ${isMisplaced}`,
    values,
  );
}
