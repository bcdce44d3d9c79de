import type { Language } from "#domain/languages.ts";
import { paragraph } from "./blocks.ts";
import type { Email } from "./email.ts";
import { m } from "./words.ts";

/**
 * Makes one email of those to one reader that come together, each under its own subject; one alone stays as it is. What
 * is about several orders is kept with none of them.
 */
export const joinEmails = (emails: readonly Email[]): Email[] =>
  [...Map.groupBy(emails, ({ recipient, kind }) => `${kind} ${recipient}`).values()].flatMap((together) => {
    const [{ orderId: _orderId, ...first }] = together as [Email, ...Email[]];
    if (together.length === 1) return together;
    return [
      {
        ...first,
        subject: severalWaiting(together.length, first.language),
        content: {
          ...first.content,
          blocks: together.flatMap(({ subject, content }) => [paragraph(subject), ...content.blocks]),
        },
      },
    ];
  });

const severalWaiting = (count: number, locale: Language): string =>
  m.email_host_several_waiting_subject({ count }, { locale });
