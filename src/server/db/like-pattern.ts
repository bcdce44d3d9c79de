/** "%" and "_" in what a person typed are themselves to LIKE. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/**
 * What LIKE looks for in a `search_text`, which begins with a space: the words anywhere; fewer than three
 * letters where a word begins, since only so do they fill a trigram of the index.
 */
export const likePattern = (search: string): string =>
  search.length < 3 ? `% ${literally(search.toLowerCase())}%` : `%${literally(search.toLowerCase())}%`;
