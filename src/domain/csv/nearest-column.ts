/** Other names for a column in people's own files, by the column; in small letters, without spaces. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** A shorter word is part of other words by chance. */
const shortestPart = 4;

/**
 * The column that an unknown name most likely means: one with an equal synonym, one whose word contains the name
 * or is part of it, or one with a letter or two that differ. All names are in small letters, without spaces.
 */
export function nearestColumn<C extends string>(
  name: string,
  columns: readonly { column: C; plain: string }[],
  synonyms: Synonyms,
): C | undefined {
  const wordsOf = ({ column, plain }: { column: C; plain: string }) => [plain, ...(synonyms[column] ?? [])];
  const all = columns.flatMap((one) => wordsOf(one).map((word) => ({ column: one.column, word })));
  const same = all.find(({ word }) => word === name);
  if (same) return same.column;
  const parts = all
    .filter(({ word }) => Math.min(word.length, name.length) >= shortestPart)
    .filter(({ word }) => word.includes(name) || name.includes(word))
    .toSorted((a, b) => b.word.length - a.word.length);
  if (parts[0]) return parts[0].column;
  const misspelled = all
    .map((one) => ({ ...one, far: distance(name, one.word) }))
    .filter(({ far, word }) => far <= Math.min(2, word.length / 3))
    .toSorted((a, b) => a.far - b.far);
  return misspelled[0]?.column;
}

/** How many letters have to be changed, added or left out to turn one word into the other. */
function distance(one: string, other: string): number {
  const row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [place, letter] of [...one].entries()) {
    let before = row[0] ?? 0;
    row[0] = place + 1;
    for (let at = 1; at <= other.length; at++) {
      const above = row[at] ?? 0;
      row[at] = Math.min(above + 1, (row[at - 1] ?? 0) + 1, before + (letter === other[at - 1] ? 0 : 1));
      before = above;
    }
  }
  return row[other.length] ?? 0;
}
