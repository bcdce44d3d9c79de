/**
 * Counts the letters left out, added, changed or swapped with their neighbour between two words, but no further
 * than `most + 1`. Each place is edited once (optimal string alignment).
 */
export function editsBetween(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isTurned =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const edits = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      next.push(isTurned ? Math.min(edits, at(before, column - 2) + 1) : edits);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return Math.min(at(last, to.length), most + 1);
}

const at = (row: readonly number[], place: number): number => row[place] ?? Number.POSITIVE_INFINITY;

/** How many edits are forgiven in a word of this length. */
export const forgivenEdits = (length: number): number => (length < 3 ? 0 : length <= 5 ? 1 : 2);

/**
 * The letters of a word as the bits of a number: one edit changes at most two bits, so very different words are
 * recognised cheaply.
 */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let place = 0; place < word.length; place++) bits |= 1 << (word.charCodeAt(place) % 31);
  return bits;
}

export function differingLetters(one: number, other: number): number {
  let count = 0;
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count++;
  return count;
}
