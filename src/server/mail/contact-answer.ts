import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { Email } from "./email.ts";
import { greeting } from "./greeting.ts";

const texts = {
  en: {
    subject: (asked: string) => `Re: ${asked}`,
    contact: "Contact us",
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
  },
  zh: {
    subject: (asked: string) => `回复：${asked}`,
    contact: "联系我们",
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
  },
} as const;

type ContactQuestion = { email: string; name: string; subject: string; language: Language };

/** To whoever wrote without an account: an administrator's answer in these paragraphs, and where to write again. */
export function contactAnswer(
  site: URL,
  { email, name, subject, language }: ContactQuestion,
  paragraphs: readonly string[],
): Email {
  const text = texts[language];
  return {
    kind: "contact_answer",
    recipient: email,
    language,
    subject: text.subject(subject.replace(/\s+/g, " ")),
    content: {
      greeting: greeting(language, name),
      blocks: [
        ...paragraphs.map((said) => ({ kind: "paragraph" as const, text: said })),
        { kind: "link", text: text.contact, url: new URL("/contact", site.origin).href },
      ],
      signature: text.signature,
    },
  };
}
