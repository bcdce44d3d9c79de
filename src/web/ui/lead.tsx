/** Characters that fit into a line of the narrowest screens. */
const fitting = 14;

/**
 * The sentence under a title. Chinese has no spaces to break a line at: its lines end where a phrase does, as far as
 * they have room. On phones a long phrase has none, and the next goes on beside its end.
 */
export function Lead({ children, className = "" }: { children: string; className?: string }) {
  const phrases = children.match(/[^、，。；：！？]+[、，。；：！？”）]*/g) ?? [children];
  return (
    <p className={`lead ${className}`.trim()}>
      {phrases.length > 1
        ? phrases.map((phrase) => (
            <span className={phrase.length > fitting ? "sm:inline-block" : "inline-block"} key={phrase}>
              {phrase}
            </span>
          ))
        : children}
    </p>
  );
}
