/** Characters that fit into a line of the narrowest screens. */
const fitting = 14;

/**
 * The sentence under a title. Chinese has no spaces at which a line can break, so its lines end at the end of a
 * phrase, if there is room. On phones a long phrase has no room: the next phrase continues on the same line.
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
