import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import { greeting } from "#server/mail/greeting.ts";
import type { Block, Email } from "#server/mail/email.ts";

type Settings = Pick<Config, "publicUrl">;
type To = { email: string; fullName: string; language: Language };

const texts = {
  en: {
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    reason: "Reason",
    suspended: {
      subject: "Your account is suspended",
      body: "We’ve suspended your account, and you’ve been logged out everywhere. Active orders aren’t affected.",
      link: "Contact us",
      after: "Is this a mistake? Contact us, and a person will look into it.",
    },
    restored: {
      subject: "Your account is active again",
      body: "Your account is active again. You can sign in as before.",
      link: "Sign in",
      after: undefined,
    },
    approved: {
      subject: "Welcome to hosting",
      body: "Good news: your application is approved, and you now have a host account. Next, we’ll email you about your car, its documents and its first photos.",
      link: "See how hosting works",
      after: undefined,
    },
    declined: {
      subject: "Your host application",
      body: "Thank you for your application. Unfortunately, we can’t take your car right now. Your account stays as it is, and you’re welcome to apply again.",
      link: "Contact us",
      after: undefined,
    },
  },
  zh: {
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    reason: "原因",
    suspended: {
      subject: "您的账户已停用",
      body: "我们已停用您的账户，并已在所有设备上退出登录。进行中的订单不受影响。",
      link: "联系我们",
      after: "如有误会，请联系我们，会有专人为您核实。",
    },
    restored: {
      subject: "您的账户已恢复",
      body: "您的账户已恢复使用，可以照常登录。",
      link: "登录",
      after: undefined,
    },
    approved: {
      subject: "欢迎成为车主",
      body: "好消息：您的申请已通过，您的账户现在是车主账户。接下来我们会就车辆、证件和首批照片与您联系。",
      link: "了解如何出租爱车",
      after: undefined,
    },
    declined: {
      subject: "您的车主申请",
      body: "感谢您的申请。很抱歉，我们暂时无法接收您的车辆。您的账户保持不变，欢迎日后再次申请。",
      link: "联系我们",
      after: undefined,
    },
  },
} as const;

export type AccountEmail = "suspended" | "restored" | "approved" | "declined";
const places: Record<AccountEmail, string> = {
  suspended: "/contact",
  restored: "/signin",
  approved: "/autowealth/",
  declined: "/contact",
};
const kinds: Record<AccountEmail, string> = {
  suspended: "account_suspended",
  restored: "account_restored",
  approved: "host_approved",
  declined: "host_declined",
};

/** To somebody whose account or application an administrator has decided about. */
export function accountEmail(
  { publicUrl }: Settings,
  what: AccountEmail,
  { email, fullName, language }: To,
  reason = "",
): Email {
  const { signature, reason: label, [what]: text } = texts[language];
  const blocks: Block[] = [
    { kind: "paragraph", text: text.body },
    ...(reason ? [{ kind: "facts" as const, facts: [[label, reason]] as [string, string][] }] : []),
    { kind: "link", text: text.link, url: new URL(places[what], publicUrl.origin).href },
    ...(text.after ? [{ kind: "paragraph" as const, text: text.after }] : []),
  ];
  return {
    kind: kinds[what],
    recipient: email,
    language,
    subject: text.subject,
    content: { greeting: greeting(language, fullName), blocks, signature },
  };
}
