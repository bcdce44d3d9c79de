import { foldText } from "#domain/fold-text.ts";
import type { Database } from "#server/db/open-database.ts";
import { escapeLike, searchPattern, searchWords } from "#server/db/search-text.ts";
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
  const pattern = searchPattern(folded);
  // An account's own list is short enough to walk.
  const isWalked =
    !isAdmin ||
    (await rows(`select from messages where search_text like $1 offset ${commonFrom} limit 1`, [pattern]))
      .length > 0;
  wanted.add(
    (text, subject) =>
      `(${isWalked ? "exists (select from messages where conversation_id = c.id and" : "c.id in (select conversation_id from messages where"}
          search_text like ${text} ${isAdmin ? "" : "and not is_internal"})
        or folded(c.subject) like ${subject}${isAdmin ? ofPeople(wanted, searchWords(search)) : ""})`,
    pattern,
    `%${escapeLike(folded)}%`,
  );
}

/** The condition that all words are in a person's account, in a visitor's data, or in an order's renter's. */
function ofPeople(wanted: SqlConditions, words: string[]): string {
  if (words.length === 0) return "";
  const indexed = words.map((word) => `search_text like ${wanted.value(searchPattern(word))}`).join(" and ");
  const plain = words.map((word) => wanted.value(`%${escapeLike(word)}%`));
  const isIn = (text: string) => plain.map((word) => `folded(${text}) like ${word}`).join(" and ");
  const people = `(select id from accounts where ${indexed} and ${isIn("full_name || ' ' || email")})`;
  return `
        or c.account_id in ${people} or c.host_id in ${people}
        or c.visitor_email is not null and ${isIn("c.visitor_name || ' ' || c.visitor_email")}
        or c.order_id in (select id from orders where ${indexed} and ${isIn("customer_name || ' ' || customer_email")})`;
}
