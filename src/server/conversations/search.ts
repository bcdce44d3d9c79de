import { foldText } from "#domain/fold-text.ts";
import type { Database } from "#server/db/open-database.ts";
import { plainPatterns, searchPatterns, searchWords } from "#server/db/search-text.ts";
import type { SqlConditions } from "#server/db/sql-conditions.ts";

/**
 * Above this number of matches, it is faster to walk the list and look into each conversation than to collect all
 * matching conversations.
 */
const commonFrom = 20_000;

/**
 * Searches the words in a conversation's messages and subject; for administrators also in the names and addresses
 * of its people. Internal notes are found only by administrators.
 */
export async function addSearch(
  { rows }: Pick<Database, "rows">,
  wanted: SqlConditions,
  search: string,
  isAdmin: boolean,
): Promise<void> {
  const folded = foldText(search).trim();
  const patterns = searchPatterns(folded);
  // An account's own list is short enough to walk.
  const isWalked =
    !isAdmin ||
    (
      await rows(
        `select from messages where search_text like $1 offset ${commonFrom} limit 1`,
        patterns.slice(0, 1),
      )
    ).length > 0;
  const inText = anyOf("search_text", valuesIn(wanted, patterns));
  const inSubject = anyOf("folded(c.subject)", valuesIn(wanted, plainPatterns(folded)));
  wanted.add(
    () =>
      `(${isWalked ? "exists (select from messages where conversation_id = c.id and" : "c.id in (select conversation_id from messages where"}
          ${inText} ${isAdmin ? "" : "and not is_internal"})
        or ${inSubject}${isAdmin ? ofPeople(wanted, searchWords(search)) : ""})`,
  );
}

const valuesIn = (wanted: SqlConditions, patterns: readonly string[]): string[] =>
  patterns.map((pattern) => wanted.value(pattern));
const anyOf = (text: string, patterns: readonly string[]): string =>
  `(${patterns.map((pattern) => `${text} like ${pattern}`).join(" or ")})`;

/** The condition that all words are in a person's account, in a visitor's data, or in an order's renter's. */
function ofPeople(wanted: SqlConditions, words: string[]): string {
  if (words.length === 0) return "";
  const indexed = words
    .map((word) => anyOf("search_text", valuesIn(wanted, searchPatterns(word))))
    .join(" and ");
  const plain = words.map((word) => valuesIn(wanted, plainPatterns(word)));
  const isIn = (text: string) => plain.map((word) => anyOf(`folded(${text})`, word)).join(" and ");
  const people = `(select id from accounts where ${indexed} and ${isIn("full_name || ' ' || email")})`;
  return `
        or c.account_id in ${people} or c.host_id in ${people}
        or c.visitor_email is not null and ${isIn("c.visitor_name || ' ' || c.visitor_email")}
        or c.order_id in (select id from orders where ${indexed} and ${isIn("customer_name || ' ' || customer_email")})`;
}
