import type { CarCounts } from "#domain/cars/car-counts.ts";
import { type Vocabulary, vocabularyOf } from "#domain/cars/search-meaning.ts";
import type { Database } from "#server/db/open-database.ts";
import { isInLists } from "#server/db/schema/columns.ts";

/**
 * What this process knows of the whole catalogue: its version, and how many available cars there are of each
 * category, brand and city, counted once a version. Nothing here may be older than the last change that this
 * process heard of.
 */
export type CatalogueFacts = {
  /** The version that answers may be kept under; undefined while changes can't be heard. */
  version: () => number | undefined;
  counts: () => Promise<CarCounts[]>;
  /** The words that cars are found by, so that a mistyped one finds its neighbour. */
  words: () => Promise<Vocabulary>;
  /** Calls back on every change; kept answers go then. */
  onChange: (changed: () => void) => void;
  /**
   * For whoever has just written a car, so that its own next reader need not wait for the database's word.
   */
  changed: () => Promise<void>;
};

const countQuery = `
  select category, brand, city, state, count(*)::int as count, min(monthly_price) as "lowestPrice"
  from cars where ${isInLists}
  group by category, brand, city, state`;

/** More words than a fleet of a hundred thousand cars has. Each is compared with what somebody mistyped. */
const mostWords = 20_000;
const wordQuery = `select word from search_words order by length(word), word limit ${mostWords}`;

export async function watchCatalogue(database: Database): Promise<CatalogueFacts> {
  let version: number | undefined;
  let isListening = true;
  let counts: Promise<CarCounts[]> | undefined;
  let words: Promise<Vocabulary> | undefined;
  const listeners: (() => void)[] = [];

  const setVersion = (next: number | undefined) => {
    // What was asked before a newer version was heard of may be answered after it: versions only rise, or answers that
    // were begun before the change would be kept as if they had been begun after it.
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
  const turned = (isHeard: boolean) => {
    isListening = isHeard;
    setVersion(undefined);
    if (isHeard) readVersion().catch(() => undefined);
  };

  await database.listen("catalogue", (payload) => setVersion(Number(payload)), turned);
  await readVersion();

  return {
    version: () => version,
    counts() {
      if (counts) return counts;
      const counting = database.rows<CarCounts>(countQuery);
      // A count that fails, or that began while nothing was heard, is nobody's to keep.
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
    changed: readVersion,
  };
}
