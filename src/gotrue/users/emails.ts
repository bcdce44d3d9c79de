import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import { greeting } from "#server/mail/greeting.ts";
import type { Block, Email } from "#server/mail/email.ts";

type Settings = Pick<Config, "publicUrl">;
/** Without a name where nobody has shown yet that the address is theirs: a stranger may have typed both. */
type To = { recipient: string; language: Language; name?: string };

/** Emails with a link to a page that waits for a click, so that a mail scanner's visit opens nothing. */
export type LinkKind =
  | "signup"
  | "invite"
  | "magiclink"
  | "recovery"
  | "email_change_current"
  | "email_change_new";

/** Emails that only tell. */
export type NoticeKind =
  | "account_exists"
  | "password_changed"
  | "email_changed"
  | "second_factor_added"
  | "second_factor_removed"
  | "recovery_codes_made";

type Words = { subject: string; body: string };

const texts = {
  en: {
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    code: "Code",
    ignore: "If this wasn’t you, just ignore this email. Nothing happens unless you click.",
    notYou: "If this wasn’t you, set a new password now and check where you’re signed in.",
    links: {
      signup: {
        subject: "Confirm your account",
        body: "Someone created an account with this email. If it was you, confirm it within 24 hours. On another device, the page asks for the password you chose.",
        link: "Confirm my account",
      },
      invite: {
        subject: `You’re invited to ${brand.name.en}`,
        body: "You’ve been invited to create an account. The link works for 24 hours.",
        link: "Accept the invitation",
      },
      magiclink: {
        subject: "Your sign-in link",
        body: "Here’s your sign-in link. It works once and expires in 24 hours; the code works for 10 minutes.",
        link: "Sign in",
      },
      recovery: {
        subject: "Set a new password",
        body: "Someone asked to reset the password for your account. The link works once and expires in 24 hours.",
        link: "Choose a new password",
      },
      email_change_current: {
        subject: "Confirm your new email",
        body: "Someone asked to change the email for your account. Both addresses have to confirm within 24 hours.",
        link: "Confirm the change",
      },
      email_change_new: {
        subject: "Confirm your new email",
        body: "Someone asked to use this email for an account. Both addresses have to confirm within 24 hours.",
        link: "Confirm this email",
      },
    },
    notices: {
      account_exists: {
        subject: "You already have an account",
        body: "Someone tried to create an account with your email. You already have one: sign in, or reset your password if you’ve forgotten it.",
      },
      password_changed: {
        subject: "Your password was changed",
        body: "Your password was changed, and you’ve been logged out everywhere else.",
      },
      email_changed: {
        subject: "Your email was changed",
        body: "The email for your account was changed.",
      },
      second_factor_added: {
        subject: "Two-step verification was added",
        body: "From now on, signing in requires two-step verification.",
      },
      second_factor_removed: {
        subject: "A verification method was removed",
        body: "A two-step verification method was removed from your account.",
      },
      recovery_codes_made: {
        subject: "New recovery codes",
        body: "Your account has new recovery codes. Earlier ones no longer work.",
      },
    },
    nonce: {
      subject: "Your confirmation code",
      body: "Enter this code to confirm the change to your account. It works for 10 minutes.",
    },
    signIn: "Sign in",
    account: "Open my account",
    sms: (code: string, minutes: number) =>
      `${brand.name.en}: your code is ${code}. It works for ${minutes} minutes. We’ll never ask you for it.`,
  },
  zh: {
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    code: "验证码",
    ignore: "如果不是您本人操作，无需理会：不点击就不会有任何变化。",
    notYou: "如果不是您本人操作，请立即设置新密码，并检查登录设备。",
    links: {
      signup: {
        subject: "请确认您的账户",
        body: "有人用这个邮箱注册了账户。如果是您本人，请在 24 小时内确认。在另一台设备上打开时，页面会请您输入注册时设置的密码。",
        link: "确认我的账户",
      },
      invite: {
        subject: `${brand.name.zh}邀请您注册`,
        body: "您受邀注册账户。链接 24 小时内有效。",
        link: "接受邀请",
      },
      magiclink: {
        subject: "您的登录链接",
        body: "请用此链接登录。链接 24 小时内有效，只能使用一次；验证码 10 分钟内有效。",
        link: "登录",
      },
      recovery: {
        subject: "设置新密码",
        body: "有人申请重设您账户的密码。链接 24 小时内有效，只能使用一次。",
        link: "设置新密码",
      },
      email_change_current: {
        subject: "请确认新邮箱",
        body: "有人申请更换您账户的邮箱。新旧两个邮箱都需在 24 小时内确认。",
        link: "同意更换",
      },
      email_change_new: {
        subject: "请确认新邮箱",
        body: "有人申请把这个邮箱用于账户。新旧两个邮箱都需在 24 小时内确认。",
        link: "确认此邮箱",
      },
    },
    notices: {
      account_exists: {
        subject: "您已有账户",
        body: "有人用您的邮箱注册账户，而您已经有账户了：请直接登录；如果忘记密码，可以设置新密码。",
      },
      password_changed: { subject: "您的密码已更改", body: "您账户的密码已更改，其他设备均已退出登录。" },
      email_changed: { subject: "您的邮箱已更改", body: "您账户的邮箱已更改。" },
      second_factor_added: {
        subject: "已添加一种两步验证方式",
        body: "从现在起，登录您的账户需要两步验证。",
      },
      second_factor_removed: { subject: "已移除一种两步验证方式", body: "您账户的一种两步验证方式已移除。" },
      recovery_codes_made: {
        subject: "新的恢复码",
        body: "已为您的账户生成新的恢复码，之前的恢复码不再有效。",
      },
    },
    nonce: { subject: "您的验证码", body: "请输入此验证码，确认对账户的更改。验证码 10 分钟内有效。" },
    signIn: "登录",
    account: "打开我的账户",
    sms: (code: string, minutes: number) =>
      `【${brand.name.zh}】您的验证码是 ${code}，${minutes} 分钟内有效。我们不会向您索要验证码。`,
  },
} as const satisfies Record<
  Language,
  { links: Record<LinkKind, Words & { link: string }>; notices: Record<NoticeKind, Words> } & Record<
    string,
    unknown
  >
>;

/** The page that an email's link opens. From PUBLIC_URL alone, whatever a request said its host was. */
export function confirmAddress(
  { publicUrl }: Settings,
  kind: LinkKind,
  token: string,
  redirectTo?: string,
): string {
  const url = new URL("/auth/confirm", publicUrl.origin);
  const type = kind.startsWith("email_change") ? "email_change" : kind;
  url.search = new URLSearchParams({
    token_hash: token,
    type,
    ...(redirectTo && { redirect_to: redirectTo }),
  }).toString();
  return url.href;
}

/**
 * An email whose link opens something; `details` names what was typed, so that its owner sees whether it was
 * them.
 */
export function linkEmail(
  settings: Settings,
  kind: LinkKind,
  to: To,
  token: string,
  more: { redirectTo?: string; code?: string; details?: [string, string][] },
): Email {
  const text = texts[to.language];
  const { subject, body, link } = text.links[kind];
  const facts = [...(more.details ?? []), ...(more.code ? [[text.code, more.code] as [string, string]] : [])];
  const blocks: Block[] = [
    { kind: "paragraph", text: body },
    ...(facts.length ? [{ kind: "facts" as const, facts }] : []),
    { kind: "link", text: link, url: confirmAddress(settings, kind, token, more.redirectTo) },
    { kind: "paragraph", text: text.ignore },
  ];
  return email(kind, to, subject, blocks, true);
}

/** An email that tells of a change, with a way to see to it. */
export function noticeEmail({ publicUrl }: Settings, kind: NoticeKind, to: To): Email {
  const text = texts[to.language];
  const isExisting = kind === "account_exists";
  const blocks: Block[] = [
    { kind: "paragraph", text: text.notices[kind].body },
    {
      kind: "link",
      text: isExisting ? text.signIn : text.account,
      url: new URL(isExisting ? "/signin" : "/dashboard", publicUrl.origin).href,
    },
    { kind: "paragraph", text: isExisting ? text.ignore : text.notYou },
  ];
  return email(kind, to, text.notices[kind].subject, blocks, false);
}

/** A code to type where a change is asked for. */
export function nonceEmail(to: To, code: string): Email {
  const text = texts[to.language];
  const blocks: Block[] = [
    { kind: "paragraph", text: text.nonce.body },
    { kind: "facts", facts: [[text.code, code]] },
    { kind: "paragraph", text: text.notYou },
  ];
  return email("reauthentication", to, text.nonce.subject, blocks, true);
}

export const codeMessage = (language: Language, code: string, minutes: number): string =>
  texts[language].sms(code, minutes);

const email = (
  kind: string,
  { recipient, language, name }: To,
  subject: string,
  blocks: Block[],
  isSecret: boolean,
): Email => ({
  kind,
  recipient,
  language,
  subject,
  isSecret,
  content: { greeting: greeting(language, name), blocks, signature: texts[language].signature },
});
