import { brand } from "#domain/brand.ts";
import { formatWholeMoney } from "#domain/money.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import { confirmationDays } from "#domain/subscriptions.ts";
import type { Config } from "#server/config.ts";
import { greeting } from "#server/mail/greeting.ts";
import type { Email } from "#server/mail/email.ts";
import type { SubscriptionRow } from "./queries.ts";

type Settings = Pick<Config, "publicUrl">;
type Subscriber = Pick<SubscriptionRow, "email" | "language">;

const value = { en: formatWholeMoney(promoValue, "en"), zh: formatWholeMoney(promoValue, "zh") };

const texts = {
  en: {
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    confirmSubject: "Confirm your email",
    confirmBody: `Someone, hopefully you, asked for our updates and a code for ${value.en} off a first rental. Confirm that this is your email, and we’ll send you the code.`,
    confirmLink: "Confirm my email",
    confirmEnds: `The button works for ${confirmationDays} days. Didn’t ask for this? Just ignore this email and you won’t hear from us again.`,
    welcomeSubject: `Your code: ${value.en} off your first rental`,
    welcomeBody: "Thanks, your email is confirmed. Here’s your code:",
    code: "Promo code",
    worth: "Worth",
    howTo:
      "Enter it under “Promo code” when you request a car or order a plan with this email. It’s good once, for your first rental, and you get it back if that order is canceled.",
    backSubject: "Welcome back: your email is confirmed",
    back: "Welcome back, your email is confirmed again. Each email gets one promo code, and yours has been used.",
    link: "Find a car",
    unsubscribe: "Unsubscribe from these updates",
  },
  zh: {
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    confirmSubject: "请确认您的邮箱地址",
    confirmBody: `我们收到了用这个邮箱提交的订阅，以及首次租车立减 ${value.zh} 的优惠码申请。请确认这是您的邮箱，优惠码会随下一封邮件送达。`,
    confirmLink: "确认我的邮箱",
    confirmEnds: `此链接 ${confirmationDays} 天内有效。如果不是您本人申请，无需理会，我们不会再给您发邮件。`,
    welcomeSubject: `您的优惠码：首次租车立减 ${value.zh}`,
    welcomeBody: "谢谢您，邮箱已确认。这是您的优惠码：",
    code: "优惠码",
    worth: "优惠金额",
    howTo:
      "预订车辆或套餐时，请用这个邮箱下单，并在“优惠码”一栏填入此码。优惠码限首次租车使用一次；订单取消后会自动恢复。",
    backSubject: "欢迎回来：邮箱已确认",
    back: "欢迎回来，邮箱已重新确认。每个邮箱只赠送一次优惠码，您的优惠码已经用过了。",
    link: "去选车",
    unsubscribe: "退订这些消息",
  },
} as const;

const linkTo = ({ publicUrl }: Settings, path: string, token: string): string => {
  const url = new URL(path, publicUrl.origin);
  url.searchParams.set("token", token);
  return url.href;
};

/** To an address that somebody typed in: whether it is theirs, and how to say so. */
export function confirmationEmail(settings: Settings, { email, language }: Subscriber, token: string): Email {
  const text = texts[language];
  return {
    kind: "subscription_confirm",
    recipient: email,
    language,
    subject: text.confirmSubject,
    isSecret: true,
    content: {
      greeting: greeting(language),
      blocks: [
        { kind: "paragraph", text: text.confirmBody },
        { kind: "link", text: text.confirmLink, url: linkTo(settings, "/subscriptions/confirm", token) },
        { kind: "paragraph", text: text.confirmEnds },
      ],
      signature: text.signature,
    },
  };
}

/** To a confirmed subscriber: the code, unless it has been used, and the way out in one click. */
export function welcomeEmail(
  settings: Settings,
  { email, language }: Subscriber,
  code: string | undefined,
  goodbye: string,
): Email {
  const text = texts[language];
  return {
    kind: "subscription_code",
    recipient: email,
    language,
    subject: code ? text.welcomeSubject : text.backSubject,
    isSecret: true,
    content: {
      greeting: greeting(language),
      blocks: [
        ...(code
          ? [
              { kind: "paragraph" as const, text: text.welcomeBody },
              {
                kind: "facts" as const,
                facts: [
                  [text.code, code],
                  [text.worth, value[language]],
                ] as [string, string][],
              },
              { kind: "paragraph" as const, text: text.howTo },
            ]
          : [{ kind: "paragraph" as const, text: text.back }]),
        { kind: "link", text: text.link, url: new URL("/cars", settings.publicUrl.origin).href },
      ],
      signature: text.signature,
      unsubscribe: { text: text.unsubscribe, url: linkTo(settings, "/subscriptions/unsubscribe", goodbye) },
    },
  };
}
