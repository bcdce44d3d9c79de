import { foldText } from "#domain/fold-text.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import { chineseAliases } from "./search-aliases.ts";
import { editsBetween } from "./spelling.ts";

/** A word as it was typed, or the phrases that a Chinese word stands for: any of them matches. */
export type SearchTerm = string | readonly string[];

/** Words of a search that are looked at: more would only slow it. */
const mostTerms = 8;

const longestAlias = Math.max(...[...chineseAliases.keys()].map((key) => key.length));

/** Splits a search into terms, folded like cars' words; Chinese words become their phrases. Undefined if empty. */
export function searchTerms(text: string): SearchTerm[] | undefined {
  const plain = foldText(text.slice(0, longestSearch)).slice(0, 2 * longestSearch);
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (!words.length) return undefined;
  return words
    .flatMap((word) => (/\p{Script=Han}/u.test(word) ? chineseTerms(word) : [word]))
    .slice(0, mostTerms);
}

/** Splits Chinese, which has no spaces, into the longest known word at each place and the text between them. */
function chineseTerms(text: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  let unknown = "";
  const flush = () => {
    terms.push(
      ...unknown
        .split(/(?<=\p{Script=Han})(?=[a-z\d])|(?<=[a-z\d])(?=\p{Script=Han})/u)
        .filter(Boolean)
        .map(misspelt),
    );
    unknown = "";
  };
  for (let at = 0; at < text.length;) {
    const known = aliasAt(text, at);
    if (known === undefined) {
      unknown += text[at++];
      continue;
    }
    flush();
    const phrases = chineseAliases.get(known) ?? [];
    if (phrases.length) terms.push(phrases);
    at += known.length;
  }
  flush();
  return terms;
}

function aliasAt(text: string, at: number): string | undefined {
  for (let length = longestAlias; length > 0; length--) {
    const word = text.slice(at, at + length);
    if (word.length === length && chineseAliases.has(word)) return word;
  }
  return undefined;
}

/** A Chinese word of three characters or more may have one of them wrong. */
function misspelt(word: string): SearchTerm {
  if (word.length < 3 || !/\p{Script=Han}/u.test(word)) return word;
  for (const [alias, phrases] of chineseAliases) {
    if (alias.length >= 3 && phrases.length && editsBetween(word, alias, 1) <= 1) return phrases;
  }
  return word;
}
