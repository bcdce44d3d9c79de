import type { Word } from "./vocabulary.ts";

/** A word of the vocabulary, with its language where that isn't the page's. */
export const Say = ({ word: { text, lang } }: { word: Word }) =>
  lang ? <span lang={lang}>{text}</span> : text;
