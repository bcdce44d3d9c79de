import { formatWholeMoney } from "#domain/money.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import { confirmationDays } from "#domain/subscriptions.ts";
import type { Config } from "#server/config.ts";
import { facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import type { SubscriptionRow } from "./queries.ts";

type Settings = Pick<Config, "publicUrl">;
type Subscriber = Pick<SubscriptionRow, "email" | "language">;

const linkTo = ({ publicUrl }: Settings, path: string, token: string): string => {
  const url = new URL(path, publicUrl.origin);
  url.searchParams.set("token", token);
  return url.href;
};

/** To an address that somebody typed: how to confirm that it is the reader's own. */
export const confirmationEmail = (
  settings: Settings,
  { email, language }: Subscriber,
  token: string,
): Email =>
  writeEmail("subscription_confirm", { email, language }, ({ say }) => ({
    subject: say(m.email_subscription_confirm_subject),
    blocks: [
      paragraph(say(m.email_subscription_confirm_body, { value: formatWholeMoney(promoValue, language) })),
      link(say(m.email_subscription_confirm_link), linkTo(settings, "/subscriptions/confirm", token)),
      paragraph(say(m.email_subscription_confirm_ends, { days: confirmationDays })),
    ],
  }));

/** To a confirmed subscriber: the code, unless it has been used, and the link that unsubscribes in one click. */
export const welcomeEmail = (
  settings: Settings,
  { email, language }: Subscriber,
  code: string | undefined,
  goodbye: string,
): Email =>
  writeEmail("subscription_code", { email, language }, ({ say }) => {
    const value = formatWholeMoney(promoValue, language);
    return {
      subject: code
        ? say(m.email_subscription_code_subject, { value })
        : say(m.email_subscription_back_subject),
      blocks: [
        code
          ? [
              paragraph(say(m.email_subscription_code_body)),
              facts([
                [say(m.email_subscription_code_label), code],
                [say(m.email_subscription_code_worth), value],
              ]),
              paragraph(say(m.email_subscription_code_how)),
            ]
          : paragraph(say(m.email_subscription_back_body)),
        link(say(m.email_order_find_car), new URL("/cars", settings.publicUrl.origin).href),
      ],
      unsubscribe: {
        text: say(m.email_subscription_unsubscribe),
        url: linkTo(settings, "/subscriptions/unsubscribe", goodbye),
      },
    };
  });
