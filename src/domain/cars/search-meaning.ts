import { latinAliases } from "./search-aliases.ts";
import type { SearchTerm } from "./search-terms.ts";
import { differingLetters, editsBetween, forgivenEdits, lettersOf } from "./spelling.ts";

/** The words that the fleet's cars are found by. */
export type Vocabulary = {
  has: (word: string) => boolean;
  words: readonly { word: string; letters: number }[];
};

export function vocabularyOf(words: readonly string[]): Vocabulary {
  const known = new Set(words);
  return { has: (word) => known.has(word), words: words.map((word) => ({ word, letters: lettersOf(word) })) };
}

const aliases = vocabularyOf(
  [...latinAliases]
    .filter(([alias, phrases]) => phrases.length && alias.length > 2 && !alias.includes(" "))
    .map(([alias]) => alias),
);

/** The most words that a misspelt word may stand for, and the most letters that it may have. */
const mostMeant = 6;
const longestMisspelt = 24;
/** The most words that people type for one name: "rav 4", "plug in hybrid". */
const mostJoined = 3;

/**
 * What a search looks for, given the fleet's words: for each term the pieces of which `search_text` must hold one.
 * A space at an end of a piece means the end of a word. Undefined when a term means no car at all.
 */
export function meantBy(terms: readonly SearchTerm[], vocabulary: Vocabulary): string[][] | undefined {
  const meant: string[][] = [];
  for (let at = 0; at < terms.length;) {
    const { pieces, used } = longestName(terms, at, vocabulary) ?? {
      pieces: piecesOf(terms[at] ?? "", vocabulary),
      used: 1,
    };
    if (!pieces) return undefined;
    if (pieces.length) meant.push(pieces);
    at += used;
  }
  return meant;
}

const whole = (phrase: string): string => ` ${phrase} `;

/** Several typed words that are one name ("rav 4", "san fran"), starting at a given place. */
function longestName(
  terms: readonly SearchTerm[],
  at: number,
  vocabulary: Vocabulary,
): { pieces: string[]; used: number } | undefined {
  for (let used = mostJoined; used > 1; used--) {
    const words = terms.slice(at, at + used);
    if (words.length < used || !words.every((word) => typeof word === "string")) continue;
    const phrases = latinAliases.get(words.join(" "));
    if (phrases) return { pieces: phrases.map(whole), used };
    const joined = words.join("");
    if (vocabulary.has(joined)) return { pieces: [whole(joined)], used };
  }
  return undefined;
}

/** The pieces that one term stands for; none if it says nothing about a car, undefined if it means no car. */
function piecesOf(term: SearchTerm, vocabulary: Vocabulary): string[] | undefined {
  if (typeof term !== "string") return term.map(whole);
  const alias = latinAliases.get(term);
  if (alias) return alias.map(whole);
  // A letter or a number is a name by itself ("Model 3", "Polestar 2"), never the beginning of another word.
  if (term.length === 1 || /^\d+$/.test(term) || vocabulary.has(term)) return [whole(term)];
  if (vocabulary.words.some(({ word }) => word.startsWith(term))) return [` ${term}`];
  const alike = mostAlike(term, vocabulary);
  if (alike.length) return alike;
  return term.length > 2 && vocabulary.words.some(({ word }) => word.includes(term)) ? [term] : undefined;
}

/** The words nearest to a misspelt word; people seldom get the first letter wrong. */
function mostAlike(typed: string, vocabulary: Vocabulary): string[] {
  if (typed.length > longestMisspelt) return [];
  // A word of three letters may lack one letter, but not the first.
  const isShort = typed.length === 2;
  const most = isShort ? 1 : forgivenEdits(typed.length);
  const letters = lettersOf(typed);
  let least = Number.POSITIVE_INFINITY;
  let nearest: string[] = [];
  for (const { word, letters: others } of [...vocabulary.words, ...aliases.words]) {
    if (Math.abs(word.length - typed.length) > most || differingLetters(letters, others) > 2 * most) continue;
    if (isShort && !(word.length === 3 && word[0] === typed[0])) continue;
    const edits = editsBetween(typed, word, most);
    if (edits > most) continue;
    const unlikeness = 2 * edits + (word[0] === typed[0] ? 0 : 1);
    if (unlikeness > least) continue;
    if (unlikeness < least) nearest = [];
    least = unlikeness;
    nearest.push(word);
  }
  return [...new Set(nearest.slice(0, mostMeant).flatMap((word) => latinAliases.get(word) ?? [word]))].map(
    whole,
  );
}
