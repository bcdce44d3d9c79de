/** A sentence with one word set in bold, as in "From $639 a month". The message decides where the word is. */
export function Emphasised({ sentence, word }: { sentence: (mark: string) => string; word: string }) {
  const mark = "\u2063";
  const [before, after] = sentence(mark).split(mark);
  return (
    <>
      {before}
      <b className="inline-block">{word}</b>
      {after}
    </>
  );
}
