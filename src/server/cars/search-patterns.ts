import { literally } from "#server/db/search-text.ts";
import { meantBy, type Vocabulary } from "#domain/cars/search-meaning.ts";
import { searchTerms } from "#domain/cars/search-terms.ts";

/**
 * What `search_text` must be like for a typed search: one of each list. None: any car will do. Undefined: no
 * car will.
 */
export function searchPatterns(typed: string, vocabulary: Vocabulary): string[][] | undefined {
  const terms = searchTerms(typed);
  return terms && meantBy(terms, vocabulary)?.map((pieces) => pieces.map((piece) => `%${literally(piece)}%`));
}
