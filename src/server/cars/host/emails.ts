import { brand } from "#domain/brand.ts";
import type { PaperKind } from "#domain/cars/host/papers.ts";
import { formatDate, type IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Config } from "#server/config.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";

/** What a host is told of a car. */
export const hostCarEmails = [
  "listed",
  "declined",
  "changes_accepted",
  "changes_declined",
  "papers_end",
  "papers_ended",
  "hosting_ended",
  "given",
  "taken",
] as const;
export type HostCarEmail = (typeof hostCarEmails)[number];

type Words = { subject: (car: string) => string; body: string; link: string };
type Texts = Record<HostCarEmail, Words> & {
  signature: string;
  reason: string;
  lastDay: string;
  papers: Record<PaperKind, string>;
};

const texts: Record<Language, Texts> = {
  en: {
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    reason: "Reason",
    lastDay: "Last day",
    papers: { registration: "Registration", insurance: "Insurance" },
    listed: {
      subject: (car) => `Your ${car} is listed`,
      body: "Your car is on our site now, and renters can ask for it. You can pause it whenever you like.",
      link: "See your car",
    },
    declined: {
      subject: (car) => `Your ${car} isn’t listed yet`,
      body: "We’ve looked at your car and can’t list it as it is. Change what the reason names, and submit it again.",
      link: "Change your car",
    },
    changes_accepted: {
      subject: (car) => `Your changes to your ${car} are live`,
      body: "We’ve checked what you changed. It’s part of your listing now.",
      link: "See your car",
    },
    changes_declined: {
      subject: (car) => `Your changes to your ${car} weren’t accepted`,
      body: "We’ve looked at what you changed and can’t take it over. Your listing stays as it was.",
      link: "See your car",
    },
    papers_end: {
      subject: (car) => `A document of your ${car} ends soon`,
      body: "Please upload the new one before the last day. Without it, your car is paused: it’s in no list, and rentals that are booked go on.",
      link: "Upload the new one",
    },
    papers_ended: {
      subject: (car) => `Your ${car} is paused`,
      body: "A document of your car has ended, so the car is in no list now. Rentals that are booked go on. Upload the new one, and you can list the car again once we’ve checked it.",
      link: "Upload the new one",
    },
    hosting_ended: {
      subject: (car) => `Your ${car} is paused`,
      body: "Your account can’t host anymore, so your car is in no list now. Rentals that are booked go on, and we’ll contact you about them.",
      link: "Contact us",
    },
    given: {
      subject: (car) => `${car} is in your account now`,
      body: "We’ve put this car into your account. It’s paused until its details are complete. Then you can list it.",
      link: "See the car",
    },
    taken: {
      subject: (car) => `${car} isn’t in your account anymore`,
      body: "We’ve moved this car out of your account. Your past rentals stay in your records.",
      link: "Contact us",
    },
  },
  zh: {
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    reason: "原因",
    lastDay: "有效期至",
    papers: { registration: "车辆登记证", insurance: "保险" },
    listed: {
      subject: (car) => `您的 ${car} 已上架`,
      body: "您的车辆已在本站展示，租客可以申请租用。您可以随时暂停出租。",
      link: "查看车辆",
    },
    declined: {
      subject: (car) => `您的 ${car} 暂未上架`,
      body: "我们已审核您的车辆，目前还不能上架。请按下面的原因修改后重新提交。",
      link: "修改车辆信息",
    },
    changes_accepted: {
      subject: (car) => `您对 ${car} 的修改已生效`,
      body: "您修改的内容已通过审核，现已更新到车辆页面。",
      link: "查看车辆",
    },
    changes_declined: {
      subject: (car) => `您对 ${car} 的修改未通过`,
      body: "我们已审核您修改的内容，暂时无法采用。车辆页面保持不变。",
      link: "查看车辆",
    },
    papers_end: {
      subject: (car) => `您的 ${car} 有证件即将到期`,
      body: "请在到期日之前上传新证件。逾期后车辆会暂停出租：不再出现在列表中，已确认的租期照常进行。",
      link: "上传新证件",
    },
    papers_ended: {
      subject: (car) => `您的 ${car} 已暂停出租`,
      body: "车辆有证件已到期，因此不再出现在列表中，已确认的租期照常进行。请上传新证件，审核通过后即可重新上架。",
      link: "上传新证件",
    },
    hosting_ended: {
      subject: (car) => `您的 ${car} 已暂停出租`,
      body: "您的账户已不能出租车辆，因此车辆不再出现在列表中。已确认的租期照常进行，我们会就此与您联系。",
      link: "联系我们",
    },
    given: {
      subject: (car) => `${car} 已转入您的账户`,
      body: "我们已将这辆车转入您的账户。信息补齐之前车辆处于暂停状态，补齐后即可上架。",
      link: "查看车辆",
    },
    taken: {
      subject: (car) => `${car} 已移出您的账户`,
      body: "我们已将这辆车移出您的账户。您过往的租车记录保持不变。",
      link: "联系我们",
    },
  },
};

type About = { id: string; name: string; reason?: string; papers?: { kind: PaperKind; lastDay: IsoDate }[] };

/** To a host, in the language of the screens that they type in; to nobody where the account has no address. */
export function hostCarEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  what: HostCarEmail,
  { email, fullName }: Pick<AccountRow, "email" | "fullName">,
  language: Language,
  { id, name, reason = "", papers = [] }: About,
): Email[] {
  if (email === "") return [];
  const words = texts[language];
  const { subject, body, link } = words[what];
  const facts: [string, string][] = [
    ...papers.map(({ kind, lastDay }): [string, string] => [
      words.papers[kind],
      `${words.lastDay} ${formatDate(lastDay, language)}`,
    ]),
    ...(reason ? [[words.reason, reason] satisfies [string, string]] : []),
  ];
  const path = what === "hosting_ended" || what === "taken" ? "/contact" : `/host/cars/${id}`;
  const blocks: Block[] = [
    { kind: "paragraph", text: body },
    ...(facts.length ? [{ kind: "facts" as const, facts }] : []),
    { kind: "link", text: link, url: new URL(path, publicUrl.origin).href },
  ];
  return [
    {
      kind: `host_car_${what}`,
      recipient: email,
      language,
      subject: subject(name),
      content: { greeting: greeting(language, fullName), blocks, signature: words.signature },
    },
  ];
}
