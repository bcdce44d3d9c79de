import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import { contactAnswer } from "#server/mail/contact-answer.ts";
import type { Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";

const texts = {
  en: {
    more: "Anything else? Just write to us again:",
    unread: (count: number) => (count === 1 ? "You have a new message" : `You have ${count} new messages`),
    waiting: (count: number) =>
      count === 1
        ? "You have an unread message from us in your Message Center."
        : `You have ${count} unread messages from us in your Message Center.`,
    about: "About",
    read: "Read and reply",
    choose: "Choose what we email you about",
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
  },
  zh: {
    more: "还有其他问题吗？欢迎再次联系我们：",
    unread: (count: number) => `您有 ${count} 条新消息`,
    waiting: (count: number) => `消息中心里有 ${count} 条我们发给您的未读消息。`,
    about: "关于",
    read: "查看并回复",
    choose: "选择接收哪些邮件",
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
  },
} as const;

type Visitor = { email: string; name: string; subject: string; language: Language };

/** To somebody without an account: what an administrator answers. */
export const answerToVisitor = (site: URL, asked: Visitor, answer: string): Email =>
  contactAnswer(site, asked, [answer, texts[asked.language].more]);

type Unread = {
  email: string;
  fullName: string;
  language: Language;
  unread: number;
  subjects: string[];
  onlyId?: string;
};

/**
 * To somebody who has not read what we wrote: how many messages wait, and where. It repeats none of their words:
 * an email is read by more eyes than the Message Center.
 */
export function unreadEmail(
  site: URL,
  { email, fullName, language, unread, subjects, onlyId }: Unread,
): Email {
  const text = texts[language];
  const path = onlyId ? `/dashboard/messages/${onlyId}` : "/dashboard/messages";
  return {
    kind: "unread_messages",
    recipient: email,
    language,
    subject: text.unread(unread),
    content: {
      greeting: greeting(language, fullName),
      blocks: [
        { kind: "paragraph", text: text.waiting(unread) },
        { kind: "facts", facts: subjects.map((subject) => [text.about, subject.replace(/\s+/g, " ")]) },
        { kind: "link", text: text.read, url: new URL(path, site.origin).href },
        { kind: "link", text: text.choose, url: new URL("/dashboard/settings", site.origin).href },
      ],
      signature: text.signature,
    },
  };
}
