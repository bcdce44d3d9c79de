import type { Database } from "#server/db/open-database.ts";

/** Runs work with the same name one at a time, in all processes of the installation. */
export type JobClaims = {
  /** Waits until no other process does this work. */
  claimed: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  /** Returns undefined, and does nothing, while another process does this work. */
  unlessBusy: <T>(what: string, work: () => Promise<T>) => Promise<T | undefined>;
};

/** Any fixed number: it distinguishes these locks from others. */
const kind = 72_057_594;

/**
 * Locks of the database's sessions: they end with the process that holds them, however it ends. No
 * transaction is open meanwhile.
 */
export function databaseJobClaims(database: Database): JobClaims {
  // The embedded database has one process and one session, and a session can take its own lock twice.
  if (database.kind === "embedded") return processJobClaims();
  return {
    claimed: (what, work) =>
      database.session(async ({ query }) => {
        await query("select pg_advisory_lock($1, hashtext($2))", [kind, what]);
        return work();
      }),
    unlessBusy: (what, work) =>
      database.session(async ({ query }) => {
        const [held] = await query<{ isOurs: boolean }>(
          'select pg_try_advisory_lock($1, hashtext($2)) as "isOurs"',
          [kind, what],
        );
        return held?.isOurs ? work() : undefined;
      }),
  };
}

export function processJobClaims(): JobClaims {
  const last = new Map<string, Promise<unknown>>();
  const claimed: JobClaims["claimed"] = (what, work) => {
    const before = last.get(what) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine
      .catch(() => undefined)
      .finally(() => last.get(what) === settled && last.delete(what));
    last.set(what, settled);
    return mine;
  };
  return {
    claimed,
    unlessBusy: (what, work) => (last.has(what) ? Promise.resolve(undefined) : claimed(what, work)),
  };
}
