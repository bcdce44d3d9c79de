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
  /** `requestId` is of whatever the email comes of: an answer to it leads to the log. */
  deliver: (email: DeliverableEmail, files?: EmailFile[], requestId?: string) => Promise<void>;
  close: () => void;
};

/**
 * Milliseconds. A server that says nothing is given up before the queue gives up the delivery; the address
 * may set others.
 */
const patience = {
  dnsTimeout: 5000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/**
 * Lets a mail program end the emails in one click (RFC 8058). Written as a URL writes itself, the address can
 * end no line.
 */
const oneClick = (url: string) => ({
  "List-Unsubscribe": `<${new URL(url).href}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/**
 * Hands emails to an SMTP server. The Message-ID is the email's own, so an email sent twice by a crash is one
 * to its reader.
 */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ url: smtpUrl, ...patience }, { from });
  return {
    async deliver({ recipient, subject, language, content, messageId }, files = [], requestId) {
      const { text, html, attachments } = renderEmail(content, language);
      // An address object is taken as it stands: nothing in it is read as a list of recipients or as a
      // header.
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
