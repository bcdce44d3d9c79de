/** Links in an answer are written "[words](/path)"; a plain address in the text is a link too. */
export type FaqEntry = { id: string; question: string; answer: string };
export type FaqGroup = { id: string; title: string; entries: FaqEntry[] };

/** The questions that people ask before all others. */
const askedFirst = new Set(["credit", "license", "included", "insurance", "pickup", "early"]);

/** All entries: the few that people ask first, and the others. */
export function byUrgency(groups: readonly FaqGroup[]): { first: FaqEntry[]; others: FaqEntry[] } {
  const entries = allEntries(groups);
  return {
    first: entries.filter(({ id }) => askedFirst.has(id)),
    others: entries.filter(({ id }) => !askedFirst.has(id)),
  };
}

export const allEntries = (groups: readonly FaqGroup[]): FaqEntry[] =>
  groups.flatMap(({ entries }) => entries);
