import { Lead } from "#web/ui/lead.tsx";
import { LinkedWords } from "#web/ui/linked-words.tsx";
import { legalDate, type LegalBlock, type LegalText } from "./legal-text.ts";

/** A long text to read: its date, its contents, its sections. */
export function LegalSections({ text: { title, lead, updated, contents, sections } }: { text: LegalText }) {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-10 pt-[clamp(2.5rem,5vw,4.5rem)] max-md:grid-cols-1">
      <header className="col-span-full grid gap-4 max-w-text">
        <h1 className="h2">{title}</h1>
        <Lead className="[word-break:auto-phrase]">{lead}</Lead>
        <p className="small muted">
          <time dateTime={legalDate.iso}>{updated}</time>
        </p>
      </header>
      <nav
        className="legal-contents sticky top-26 max-h-[calc(100dvh-8rem)] overflow-y-auto border-t border-line pt-3 max-md:static max-md:max-h-none print:hidden"
        aria-label={contents}
      >
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a className="leading-(--text-sm--line-height)" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid grid-cols-1 gap-10 max-w-text [&_:is(p,li)]:text-ink-soft">
        {sections.map(({ id, title, blocks }) => (
          <section className="grid grid-cols-1 gap-3.5" key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="h3" id={`${id}-title`}>
              {title}
            </h2>
            {blocks.map((block) => (
              <Block key={String(block)} block={block} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === "string") {
    return (
      <p>
        <LinkedWords text={block} />
      </p>
    );
  }
  return (
    <ul className="pointed grid gap-2">
      {block.map((point) => (
        <li key={point}>
          <LinkedWords text={point} />
        </li>
      ))}
    </ul>
  );
}
