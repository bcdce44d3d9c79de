import { plainPlate } from "#domain/cars/car-rules.ts";
import { chineseAliases } from "#domain/cars/search-aliases.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { tierName } from "#server/mail/vocabulary.ts";
import type { Database } from "#server/db/open-database.ts";
import { beginningOfOrderNumber } from "#domain/orders/order-numbers.ts";
import { plainPlateNumber } from "#server/db/schema/cars.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { searchPattern, searchPatterns, searchWords } from "#server/db/search-text.ts";

const mostPlates = 500;

/** The Chinese names of the plans, also without "type", and the plans that they mean. */
const chinesePlans: ReadonlyMap<string, readonly string[]> = new Map(
  tiers.flatMap((tier) => {
    const name = tierName(tier, "zh");
    return [name, name.replace(/型$/, "")].map((shown): [string, readonly string[]] => [shown, [tier]]);
  }),
);

/**
 * What one word may match: patterns for `search_text`; cars with the word as their id or in their plate; and the
 * beginning of an order's number. An order matches the word by any of them.
 */
export type SearchedWord = { patterns: string[]; carIds: string[]; numberPrefix?: string };

/** What a search of orders looks for, word by word. */
export async function searchedWords(
  { rows }: Pick<Database, "rows">,
  search: string,
): Promise<SearchedWord[]> {
  const words = searchWords(search);
  return Promise.all(
    words.map(async (word) => {
      const number = beginningOfOrderNumber(word);
      // Every order number has these trigrams: the index of order numbers finds a few among a million.
      if (number?.isOnly) return { patterns: [], carIds: [], numberPrefix: number.prefix };
      const others = chineseAliases.get(word) ?? chinesePlans.get(word) ?? [];
      const plate = plainPlate(word);
      const isPlatePart = plate.length >= 3 && plate.length <= 10 && /^[a-z0-9-]+$/.test(word);
      const cars = isPlatePart ? await rows<{ id: string }>(platesLike, [`%${plate}%`, mostPlates]) : [];
      return {
        patterns: [...searchPatterns(word), ...others.map(searchPattern)],
        carIds: isUuid(word) ? [word] : cars.map(({ id }) => id),
        ...(number && { numberPrefix: number.prefix }),
      };
    }),
  );
}

const platesLike = `select id from cars where ${plainPlateNumber} like $1 limit $2`;
