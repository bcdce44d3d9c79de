import type { ComponentType } from "react";
import "#web/styles/ask.css";
import { LinkedWords } from "#web/ui/linked-words.tsx";
import "./faq.css";
import type { FaqGroup } from "./faq-entries.ts";

/**
 * Groups of questions, of which one at a time is open, also without script: a browser opens what an address
 * such as /faq#deposit names, as it names what lies inside. `titles` are the groups' own headings, `under` is what stands
 * under an answer.
 */
export function FaqList({
  groups,
  titles: Title = "h2",
  under: Under,
}: {
  groups: readonly FaqGroup[];
  titles?: "h2" | "h3";
  under?: ComponentType<{ id: string; question: string }>;
}) {
  return (
    <div className="faq-groups">
      {groups.map(({ id, title, entries }) => (
        <section key={id} aria-labelledby={`faq-${id}`}>
          <Title id={`faq-${id}`}>{title}</Title>
          {entries.map(({ id, question, answer }) => (
            <details className="ask" key={id} name="faq">
              <summary>{question}</summary>
              <p id={Title === "h2" ? id : undefined}>
                <LinkedWords text={answer} />
              </p>
              {Under && <Under id={id} question={question} />}
            </details>
          ))}
        </section>
      ))}
    </div>
  );
}
