/**
 * The sentence under a title. Chinese has no spaces to break a line at: its lines end where a phrase does, as far as
 * they have room.
 */
export function Lead({ children, className = "" }: { children: string; className?: string }) {
  const phrases = children.match(/[^，。；：！？]+[，。；：！？”）]*/g) ?? [children];
  return (
    <p className={`lead ${className}`.trim()}>
      {phrases.length > 1
        ? phrases.map((phrase) => (
            <span className="phrase" key={phrase}>
              {phrase}
            </span>
          ))
        : children}
    </p>
  );
}
