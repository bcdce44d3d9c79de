/** Code points from the first to the last, both included. */
export type Range = readonly [number, number];

/** Reads "U+ac00-d7a3,U+1100,U+4??" (CSS Fonts, `unicode-range`). */
export const rangesOf = (text: string): Range[] =>
  text.split(",").flatMap((part) => {
    const [, from = "", until = from] = /^\s*U\+([0-9a-f?]+)(?:-([0-9a-f]+))?\s*$/i.exec(part) ?? [];
    if (from === "") return [];
    return [
      [Number.parseInt(from.replaceAll("?", "0"), 16), Number.parseInt(until.replaceAll("?", "f"), 16)],
    ];
  });

export const includesCodePoint = (ranges: readonly Range[], codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
