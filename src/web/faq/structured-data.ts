import { plainText } from "#web/ui/linked-text.ts";
import { allEntries, type FaqGroup } from "./faq-entries.ts";

/** The questions as search engines read them. */
export const faqPage = (groups: readonly FaqGroup[]): Record<string, unknown> => ({
  "@type": "FAQPage",
  mainEntity: allEntries(groups).map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: plainText(answer) },
  })),
});
