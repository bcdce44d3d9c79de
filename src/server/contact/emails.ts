import type { ContactRequest } from "#contract/contact.ts";
import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import { greeting } from "#server/mail/greeting.ts";
import { contactAnswer } from "#server/mail/contact-answer.ts";
import type { Email } from "#server/mail/email.ts";
import { toDesk } from "#server/mail/to-desk.ts";

type Message = Required<Pick<ContactRequest, "name" | "email" | "phone" | "subject" | "message">> & {
  language: Language;
};

const texts = {
  en: {
    subject: "We got your message",
    received:
      "Thanks for reaching out. We’ll reply by email: within 2 hours during business hours, and within 24 hours at the latest.",
    urgent: "Is it about a car you’re driving right now? Please call us instead of waiting for an email.",
    notYou: "Didn’t write to us? Someone probably entered your email by mistake. You can ignore this.",
    yourMessage: "Your message:",
    unconfirmed: "The message we got with your email address:",
    refusedSubject: "We couldn’t take your message",
    refused:
      "We got a message with your email address. We no longer take messages from it, so no one has read this one.",
    call: "Is it about a car you’re driving right now? Please call us.",
    line: "If you have an account and an open order, you can still write to us about that order in your Message Center:",
    more: "Anything else? Just write to us again:",
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
  },
  zh: {
    subject: "我们已收到您的留言",
    received: "感谢您的留言，我们会以邮件回复：营业时间内 2 小时，最迟不超过 24 小时。",
    urgent: "如果您正在用车途中遇到问题，请直接致电，不必等待邮件。",
    notYou: "如果您没有给我们留言，可能是他人误填了您的邮箱，请忽略这封邮件。",
    yourMessage: "您的留言：",
    unconfirmed: "我们收到一条填写了您邮箱的留言：",
    refusedSubject: "您的留言未被接收",
    refused: "我们收到一条填写了您邮箱的留言。我们已不再接收来自该邮箱的留言，因此这条留言没有人阅读。",
    call: "如果您正在用车途中遇到问题，请直接致电。",
    line: "如果您有账户且有未完成的订单，仍可在消息中心就该订单联系我们：",
    more: "如需进一步帮助，请再次给我们留言：",
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
  },
} as const;

/**
 * To the sender. It repeats nothing of what was written: nobody can send their own words to a stranger
 * through us.
 */
export function acknowledgement({ email, language }: Message): Email {
  const { subject, received, urgent, notYou, signature } = texts[language];
  const blocks = [received, urgent, notYou].map((text) => ({ kind: "paragraph" as const, text }));
  return {
    kind: "contact_received",
    recipient: email,
    language,
    subject,
    content: { greeting: greeting(language), blocks, signature },
  };
}

/** To an address that is blocked: nothing that came with it is kept. It repeats nothing of what was written either. */
export function refusedEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { email, language }: Pick<Message, "email" | "language">,
): Email {
  const { refusedSubject, refused, call, line, notYou, signature } = texts[language];
  return {
    kind: "contact_refused",
    recipient: email,
    language,
    subject: refusedSubject,
    content: {
      greeting: greeting(language),
      blocks: [
        { kind: "paragraph", text: refused },
        { kind: "link", text: line, url: new URL("/dashboard/messages", publicUrl.origin).href },
        { kind: "paragraph", text: call },
        { kind: "paragraph", text: notYou },
      ],
      signature,
    },
  };
}

/**
 * To the sender: what an administrator answers, and below it what was asked. Unless its owner has said so, nobody knows
 * that it was they who wrote.
 */
export function answerEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  asked: Message,
  { answer, isConfirmed }: { answer: string; isConfirmed: boolean },
): Email {
  const { yourMessage, unconfirmed, more } = texts[asked.language];
  const about = isConfirmed ? yourMessage : unconfirmed;
  return contactAnswer(publicUrl, asked, [answer, `${about}\n${asked.message}`, more]);
}

/** To the back office: the whole message, and where to answer it. */
export function adminNotice(
  settings: Pick<Config, "adminEmail" | "publicUrl">,
  written: Message & { id: string; isOwn: boolean },
): Email {
  const { id, name, email, phone, subject, message, language, isOwn } = written;
  return toDesk(settings, {
    kind: "admin_contact_message",
    subject: `Message: ${subject.replace(/\s+/g, " ")}`,
    blocks: [
      { kind: "paragraph", text: "Someone wrote through the contact form." },
      {
        kind: "facts",
        facts: [
          ["Name", name],
          ["Email", isOwn ? `${email} (signed in)` : `${email} (not confirmed: anyone can type it)`],
          ["Phone", phone || "not given"],
          ["Language", language],
          ["Subject", subject],
        ],
      },
      { kind: "paragraph", text: message },
    ],
    opens: { text: "Answer it", path: `/admin/messages?message=${id}` },
  });
}
