import { setTimeout as wait } from "node:timers/promises";
import type { CarCounts } from "#domain/cars/car-counts.ts";
import { type Vocabulary, vocabularyOf } from "#domain/cars/search-meaning.ts";
import type { Database } from "#server/db/open-database.ts";
import { isInLists } from "#server/db/schema/columns.ts";

/**
 * What this process knows about the whole catalogue: its version, and how many available cars there are of each
 * category, brand and city, counted once for each version. Nothing here may be older than the last change that was
 * announced to this process.
 */
export type CarFacts = {
  /** The version for which answers may be kept; undefined while this process can't hear of changes. */
  version: () => number | undefined;
  counts: () => Promise<CarCounts[]>;
  /** The words of the cars, so that a mistyped word finds a similar one. */
  words: () => Promise<Vocabulary>;
  /** Calls back on every change; kept answers go then. */
  onChange: (changed: () => void) => void;
  /**
   * Reads the version again after the caller has written a car, without waiting for the announcement. Never rejects:
   * the car is written.
   */
  changed: () => Promise<void>;
};

/** Milliseconds between two readings of a version that the database doesn't give. */
const pause = 500;

const countQuery = `
  select category, brand, city, state, count(*)::int as count, min(monthly_price) as "lowestPrice"
  from cars where ${isInLists}
  group by category, brand, city, state`;

/** More words than a fleet of a hundred thousand cars has. A mistyped word is compared with each of them. */
const mostWords = 20_000;
const wordQuery = `select word from search_words order by length(word), word limit ${mostWords}`;

export async function watchCarFacts(database: Database): Promise<CarFacts> {
  let version: number | undefined;
  let isListening = true;
  let counts: Promise<CarCounts[]> | undefined;
  let words: Promise<Vocabulary> | undefined;
  const listeners: (() => void)[] = [];

  const setVersion = (next: number | undefined) => {
    // An older query may answer after a newer version was announced. So versions only rise: otherwise, answers
    // from before a change would be kept as if they were from after it.
    if (next !== undefined && version !== undefined && next <= version) return;
    version = next;
    counts = undefined;
    words = undefined;
    for (const changed of listeners) changed();
  };
  const readVersion = async () => {
    const [state] = await database.rows<{ version: string | number }>("select version from catalogue_state");
    setVersion(state && isListening ? Number(state.version) : undefined);
  };
  /** Asks until the database answers: without a version nothing is kept, so that every answer would ask it more. */
  const isUnknown = () => isListening && version === undefined;
  const askVersion = async () => {
    while (isUnknown()) {
      await readVersion().catch(() => undefined);
      if (isUnknown()) await wait(pause, undefined, { ref: false });
    }
  };
  const turned = (isHeard: boolean) => {
    isListening = isHeard;
    setVersion(undefined);
    void askVersion();
  };

  await database.listen("catalogue", (payload) => setVersion(Number(payload)), turned);
  await readVersion();

  return {
    version: () => version,
    counts() {
      if (counts) return counts;
      const counting = database.rows<CarCounts>(countQuery);
      // A count that fails, or that began while changes can't be heard, is not kept.
      if (version !== undefined) counts = counting;
      counting.catch(() => {
        if (counts === counting) counts = undefined;
      });
      return counting;
    },
    words() {
      if (words) return words;
      const reading = database
        .rows<{ word: string }>(wordQuery)
        .then((rows) => vocabularyOf(rows.map(({ word }) => word)));
      if (version !== undefined) words = reading;
      reading.catch(() => {
        if (words === reading) words = undefined;
      });
      return reading;
    },
    onChange: (changed) => void listeners.push(changed),
    changed: () =>
      readVersion().catch(() => {
        setVersion(undefined);
        void askVersion();
      }),
  };
}
