import type { Face } from "./face.ts";
import { mainFace, openFacesFor, otherFacesOf } from "./faces.ts";

/** What a reader counts as one letter, and the face that sets it; undefined where no face has all its parts. */
export type Cluster = { text: string; at: number; face: Face | undefined };

const space = 0x20;
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Characters that draw nothing by themselves: directions, joiners, selectors, spaces and controls. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Zl}\p{Zp}]/u;

const codePointsOf = (text: string): number[] =>
  Array.from(text)
    .filter((letter) => !unseen.test(letter))
    .map((letter) => letter.codePointAt(0) ?? 0);

const coversAll = (face: Face, codePoints: readonly number[]): boolean => codePoints.every(face.covers);

function faceOf(text: string): Face | undefined {
  const codePoints = codePointsOf(text.normalize("NFC"));
  if (coversAll(mainFace, codePoints)) return mainFace;
  const [first = 0, ...rest] = codePoints;
  return otherFacesOf(first).find((face) => coversAll(face, rest));
}

/** Whether the main font alone can set a text, and the library breaks its lines at the right places. */
export const isPlain = (text: string): boolean =>
  !/\p{Script=Latin}’|−\$/u.test(text) &&
  Array.from(text).every((letter) => letter === "\n" || mainFace.covers(letter.codePointAt(0) ?? 0));

const apostrophe = "’";
/** The face for an apostrophe in a Latin word: the main font's apostrophe is as wide as a Chinese character. */
function apostropheFace(before: Cluster | undefined): Face | undefined {
  if (!/\p{Script=Latin}/u.test(before?.text ?? "")) return undefined;
  return otherFacesOf(apostrophe.charCodeAt(0)).at(0);
}

/** The letters of a text that no face has. */
export async function lettersWithoutGlyph(text: string): Promise<string[]> {
  if (isPlain(text)) return [];
  await openFacesFor(text);
  return [...new Set(clustersOf(text).flatMap((cluster) => (cluster.face ? [] : [cluster.text])))];
}

/** A text's clusters with their faces. A word with a shaped face, and the names around it, have that one face. */
export function clustersOf(text: string): Cluster[] {
  const clusters = Array.from(graphemes.segment(text), ({ segment, index }) => ({
    text: segment,
    at: index,
    face: faceOf(segment),
  }));
  for (const [index, cluster] of clusters.entries())
    if (cluster.text === apostrophe) cluster.face = apostropheFace(clusters[index - 1]) ?? cluster.face;
  for (const words of namesOf(clusters)) unify(words);
  for (const [index, cluster] of clusters.entries()) {
    const before = clusters[index - 1]?.face;
    if (isSpace(cluster) && before === clusters[index + 1]?.face && before?.covers(space))
      cluster.face = before;
  }
  return clusters;
}

const isSpace = ({ text }: Cluster): boolean => /^\s+$/.test(text);

/** Groups of adjacent words that begin with capital letters; every other word is a group of its own. */
function namesOf(clusters: readonly Cluster[]): Cluster[][] {
  const names: Cluster[][] = [];
  let word: Cluster[] = [];
  const close = () => {
    const before = names.at(-1);
    if (word.length > 0 && before && isCapital(word) && isCapital(before)) before.push(...word);
    else if (word.length > 0) names.push(word);
    word = [];
  };
  for (const cluster of clusters)
    if (isSpace(cluster)) close();
    else word.push(cluster);
  close();
  return names;
}

const isCapital = ([first]: readonly Cluster[]): boolean =>
  /^\p{Lu}/u.test(first?.text.normalize("NFC") ?? "");

function unify(words: readonly Cluster[]): void {
  const other = words.find(({ text, face }) => text !== apostrophe && face?.isShaped)?.face;
  if (!other) return;
  for (const cluster of words)
    if (cluster.face === mainFace && coversAll(other, codePointsOf(cluster.text))) cluster.face = other;
}
