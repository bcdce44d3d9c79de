import { escapeLike } from "#server/db/search-text.ts";
import { meantBy, type Vocabulary } from "#domain/cars/search-meaning.ts";
import { searchTerms } from "#domain/cars/search-terms.ts";

/**
 * The patterns for `search_text` of a typed search: a car must match one pattern of each list. Without lists,
 * every car matches; undefined means that no car does.
 */
export function searchPatterns(typed: string, vocabulary: Vocabulary): string[][] | undefined {
  const terms = searchTerms(typed);
  return (
    terms && meantBy(terms, vocabulary)?.map((pieces) => pieces.map((piece) => `%${escapeLike(piece)}%`))
  );
}
