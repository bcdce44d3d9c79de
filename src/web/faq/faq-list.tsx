import type { ComponentType } from "react";
import "#web/styles/ask.css";
import { LinkedWords } from "#web/ui/linked-words.tsx";
import type { FaqEntry, FaqGroup } from "./faq-entries.ts";

/**
 * Groups of questions. One question at a time is open, also without script: an address such as /faq#deposit names
 * the answer inside a question, so the browser opens that question. The first is open from the start. `under` is a
 * component that stands under each answer.
 */
export function FaqList({
  groups,
  under: Under,
}: {
  groups: readonly FaqGroup[];
  under: ComponentType<{ id: string; question: string }>;
}) {
  return (
    <div className="grid grid-cols-1 gap-10">
      {groups.map(({ id, title, entries }, group) => (
        <section key={id} aria-labelledby={`faq-${id}`}>
          <h2
            className="pb-2.5 border-b border-line text-ink-soft text-sm/[inherit] tracking-[0]"
            id={`faq-${id}`}
          >
            {title}
          </h2>
          {entries.map(({ id, question, answer }, place) => (
            <details className="ask" key={id} name="faq" open={group + place === 0}>
              <summary>{question}</summary>
              <p className="pb-2.5" id={id}>
                <LinkedWords text={answer} />
              </p>
              <Under id={id} question={question} />
            </details>
          ))}
        </section>
      ))}
    </div>
  );
}

/** Questions without their addresses, for a page that shows some of them. */
export function Asks({ entries }: { entries: readonly FaqEntry[] }) {
  return entries.map(({ id, question, answer }) => (
    <details className="ask" key={id} name="faq">
      <summary>{question}</summary>
      <p>
        <LinkedWords text={answer} />
      </p>
    </details>
  ));
}
