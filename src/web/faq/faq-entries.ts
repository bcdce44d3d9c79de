/** Links in an answer are written "[words](/path)", or stand by themselves as an address. */
export type FaqEntry = { id: string; question: string; answer: string };
export type FaqGroup = { id: string; title: string; entries: FaqEntry[] };

export const allEntries = (groups: readonly FaqGroup[]): FaqEntry[] =>
  groups.flatMap(({ entries }) => entries);
