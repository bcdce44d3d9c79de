import bidiFactory from "bidi-js";
import LineBreaker from "linebreak";
import type { Face, Weight } from "./face.ts";
import { mainFace } from "./faces.ts";
import { type Cluster, clustersOf } from "./runs.ts";
import type { Direction } from "./shaping.ts";

/** Letters of one face and direction; `drawn` has them in the sequence in which the face sets them. */
export type Run = {
  text: string;
  drawn: string;
  face: Face;
  direction: Direction;
  width: number;
  /** Whether its glyphs, read one by one, don't give its text. */
  isReordered: boolean;
};
/** A line's runs, from left to right. */
export type Line = { runs: Run[]; width: number };

export type Setting = { weight: Weight; size: number };

const bidi = bidiFactory();

/** A text's lines of at most `width`, by Unicode's rules for breaks (UAX #14) and for directions (UAX #9). */
export const compose = (text: string, setting: Setting, width: number): Line[] =>
  text.split("\n").flatMap((paragraph) => composeParagraph(paragraph, setting, width));

function composeParagraph(text: string, setting: Setting, width: number): Line[] {
  const clusters = clustersOf(text);
  const levels = bidi.getEmbeddingLevels(text, "ltr");
  const lineOf = (from: Cluster[]): Line => {
    const runs = visualRuns(trimEnd(from), levels, setting);
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
  };
  const fits = (from: Cluster[]): boolean => lineOf(from).width <= width;

  const lines: Line[] = [];
  let line: Cluster[] = [];
  for (const part of unbreakable(text, clusters)) {
    if (fits([...line, ...part])) {
      line.push(...part);
      continue;
    }
    if (line.length > 0) lines.push(lineOf(line));
    line = [];
    // Only a part that is too long for a line of its own breaks between its letters.
    for (const cluster of part) {
      if (line.length > 0 && !fits([...line, cluster])) {
        lines.push(lineOf(line));
        line = [];
      }
      line.push(cluster);
    }
  }
  return [...lines, lineOf(line)];
}

const trimEnd = (clusters: Cluster[]): Cluster[] =>
  clusters.slice(0, clusters.findLastIndex(({ text }) => text.trim() !== "") + 1);

function unbreakable(text: string, clusters: readonly Cluster[]): Cluster[][] {
  const breaker = new LineBreaker(text);
  const parts: Cluster[][] = [];
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const { position } = next;
    // UAX #14 allows a break between two signs before a number: a minus could be alone at the end of a line.
    if (text[position - 1] === "−") continue;
    parts.push(clusters.filter(({ at }) => at >= from && at < position));
    from = position;
  }
  return parts;
}

type Levels = ReturnType<typeof bidi.getEmbeddingLevels>;

/** A line's runs from left to right. Rule L2 reverses the stretches of a level and above, the highest first. */
function visualRuns(line: readonly Cluster[], levels: Levels, setting: Setting): Run[] {
  const runs: { clusters: Cluster[]; face: Face; level: number }[] = [];
  for (const cluster of line) {
    const level = levels.levels[cluster.at] ?? 0;
    const face = cluster.face ?? mainFace;
    const last = runs.at(-1);
    if (last?.face === face && last.level === level) last.clusters.push(cluster);
    else runs.push({ clusters: [cluster], face, level });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let from = 0; from < runs.length; from++) {
      let until = from;
      while ((runs[until]?.level ?? -1) >= level) until++;
      if (until > from) runs.splice(from, until - from, ...runs.slice(from, until).toReversed());
      from = Math.max(from, until);
    }
  return runs.map(({ clusters, face, level }) => runOf(clusters, face, level % 2 ? "rtl" : "ltr", setting));
}

function runOf(
  clusters: readonly Cluster[],
  face: Face,
  direction: Direction,
  { weight, size }: Setting,
): Run {
  const letters = clusters.map(({ text }) => (face.isShaped ? text : seen(text)));
  // A face without shaping knows no directions: it gets its letters in their sequence from left to right.
  const drawn = direction === "rtl" && !face.isShaped ? letters.toReversed().map(mirrored) : letters;
  const font = face.fontOf(weight, direction);
  const text = drawn.join("");
  const { glyphs, advanceWidth } = font.layout(text);
  return {
    text: clusters.map((cluster) => cluster.text).join(""),
    drawn: text,
    face,
    direction,
    width: (advanceWidth / font.unitsPerEm) * size,
    isReordered: glyphs.some(({ codePoints }) => codePoints.length === 0),
  };
}

const seen = (text: string): string =>
  text.normalize("NFC").replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "");

const mirrored = (letter: string): string => bidi.getMirroredCharacter(letter) ?? letter;
