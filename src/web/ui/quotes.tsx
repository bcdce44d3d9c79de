import type { ReactNode } from "react";
import { Section } from "./section.tsx";

/** A section of quotes, side by side. */
export function Quotes({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Section id="voices" title={title} lead={note}>
      <div className="grid grid-cols-3 gap-[clamp(1.5rem,4vw,3.5rem)] max-md:grid-cols-1 max-md:gap-5">
        {children}
      </div>
    </Section>
  );
}

type QuoteProps = { words: string; language?: string; name: string; children: ReactNode };

/** A person's words, cut after some lines: the car's page has all of them. */
export function Quote({ words, language, name, children }: QuoteProps) {
  return (
    <figure className="grid grid-rows-[1fr_auto] gap-5 border-t-2 border-ink pt-6 max-md:gap-2 max-md:border-t max-md:pt-4">
      <blockquote
        className="text-[length:clamp(1rem,1.6vw,var(--text-lg))]/[1.5] in-[:lang(zh)]:leading-[1.8] line-clamp-6 self-start wrap-anywhere"
        lang={language}
      >
        {words}
      </blockquote>
      <figcaption className="text-sm/[1.45] text-ink-soft max-md:flex max-md:flex-wrap max-md:gap-x-2">
        <b className="block font-label text-ink">{name}</b>
        {children}
      </figcaption>
    </figure>
  );
}
