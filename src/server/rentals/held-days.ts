import type { CacheVersion } from "#server/http/response-cache.ts";
import type { Database } from "#server/db/open-database.ts";
import { hasWrittenDays, writesDays } from "#server/db/transactions.ts";
import { nextTurnOfClock } from "./availability.ts";

/**
 * The version that answers about free days are cached under: none while changes of cars or of their days can't be
 * heard, or while it isn't known when the clock next frees a day.
 */
export type HeldDays = CacheVersion & {
  changed: () => void;
};

/**
 * Follows every change of who has a car when. The database announces changes; the next change by the clock is
 * queried once per version: until that moment, in the database's own time, nothing else can change an answer.
 */
export async function watchHeldDays(database: Database, carFacts: CacheVersion): Promise<HeldDays> {
  let version = 0;
  let isListening = true;
  /** Up to when, by `performance.now`, the version holds; undefined until that is known. */
  let holdsUntil: number | undefined;
  let asking: Promise<void> | undefined;
  const listeners: (() => void)[] = [];

  const changed = () => {
    version++;
    holdsUntil = undefined;
    asking = undefined;
    for (const tell of listeners) tell();
  };
  const askClock = async (asked: number) => {
    const began = performance.now();
    const [turn] = await database.rows<{ milliseconds: number }>(nextTurnOfClock, [], "next-turn-of-clock");
    if (asked === version) holdsUntil = began + (turn?.milliseconds ?? 0);
  };

  carFacts.onChange(changed);
  await database.listen("held_days", changed, (isHeard) => {
    isListening = isHeard;
    changed();
  });

  return {
    version() {
      if (!isListening || carFacts.version() === undefined) return undefined;
      if (holdsUntil !== undefined && performance.now() >= holdsUntil) changed();
      if (holdsUntil !== undefined) return version;
      asking ??= askClock(version).catch(() => void (asking = undefined));
      return undefined;
    },
    onChange: (tell) => void listeners.push(tell),
    changed,
  };
}

/**
 * The database for writers: their writes, and changes that refused them, count in this process's next answer,
 * which could come before the database's notification.
 */
export const withHeldDays = (database: Database, { changed }: HeldDays): Database => ({
  ...database,
  rows: (text, ...given) => {
    const found = database.rows(text, ...given);
    return (writesDays(text) ? found.finally(changed) : found) as never;
  },
  session: (work) => database.session(work).finally(changed),
  async transaction(work) {
    // Others' days may be why a transaction failed.
    let concernsDays = true;
    try {
      return await database.transaction(async (tx) => {
        const result = await work(tx);
        concernsDays = hasWrittenDays();
        return result;
      });
    } finally {
      if (concernsDays) changed();
    }
  },
});
