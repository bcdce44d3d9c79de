import { createTransport } from "nodemailer";
import type { Language } from "#domain/languages.ts";
import type { EmailContent, EmailFile } from "./email.ts";
import { renderEmail } from "./render-email.ts";

export type DeliverableEmail = {
  recipient: string;
  subject: string;
  language: Language;
  content: EmailContent;
  messageId: string;
};
export type Mailer = {
  /** `requestId` names the request or job that the email comes from: a reply to the email leads to the log. */
  deliver: (email: DeliverableEmail, files?: EmailFile[], requestId?: string) => Promise<void>;
  close: () => void;
};

/**
 * Milliseconds. A silent server is given up before the queue gives up the delivery; the server's address may set
 * other values.
 */
const patience = {
  dnsTimeout: 5000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/**
 * Lets a mail program unsubscribe in one click (RFC 8058). The URL is serialized, so that it can't break the
 * header's line.
 */
const oneClick = (url: string) => ({
  "List-Unsubscribe": `<${new URL(url).href}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/**
 * Hands emails to an SMTP server. The Message-ID belongs to the email, so that a reader sees an email that a crash
 * sent twice only once.
 */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ url: smtpUrl, ...patience }, { from });
  return {
    async deliver({ recipient, subject, language, content, messageId }, files = [], requestId) {
      const { text, html, attachments } = renderEmail(content, language);
      // An address object is used unchanged: nothing in it is read as a list of recipients or as a header.
      await transport.sendMail({
        to: { name: "", address: recipient },
        subject,
        text,
        html,
        attachments: [...attachments, ...files],
        messageId,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(requestId !== undefined && { "X-Request-Id": requestId }),
          ...(content.unsubscribe && oneClick(content.unsubscribe.url)),
        },
      });
    },
    close: () => transport.close(),
  };
}
