import type { PaperKind } from "#domain/cars/host/papers.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

/** The words of emails to a host about a car. */
const hostCarWords = {
  listed: {
    kind: "host_car_listed",
    subject: m.email_host_car_listed_subject,
    body: m.email_host_car_listed_body,
    link: m.email_host_car_see,
  },
  declined: {
    kind: "host_car_declined",
    subject: m.email_host_car_declined_subject,
    body: m.email_host_car_declined_body,
    link: m.email_host_car_change,
  },
  changes_accepted: {
    kind: "host_car_changes_accepted",
    subject: m.email_host_car_changes_accepted_subject,
    body: m.email_host_car_changes_accepted_body,
    link: m.email_host_car_see,
  },
  changes_declined: {
    kind: "host_car_changes_declined",
    subject: m.email_host_car_changes_declined_subject,
    body: m.email_host_car_changes_declined_body,
    link: m.email_host_car_see,
  },
  changes_taken_back: {
    kind: "host_car_changes_declined",
    subject: m.email_host_car_changes_declined_subject,
    body: m.email_host_car_changes_taken_back_body,
    link: m.email_host_car_see,
  },
  photos_taken_back: {
    kind: "host_car_changes_declined",
    subject: m.email_host_car_changes_declined_subject,
    body: m.email_host_car_photos_taken_back_body,
    link: m.email_host_car_see,
  },
  photos_removed: {
    kind: "host_car_changes_declined",
    subject: m.email_host_car_paused_subject,
    body: m.email_host_car_photos_removed_body,
    link: m.email_host_car_see,
  },
  papers_end: {
    kind: "host_car_papers_end",
    subject: m.email_host_car_papers_end_subject,
    body: m.email_host_car_papers_end_body,
    link: m.email_host_car_upload,
  },
  papers_ended: {
    kind: "host_car_papers_ended",
    subject: m.email_host_car_paused_subject,
    body: m.email_host_car_papers_ended_body,
    link: m.email_host_car_upload,
  },
  hosting_ended: {
    kind: "host_car_hosting_ended",
    subject: m.email_host_car_paused_subject,
    body: m.email_host_car_hosting_ended_body,
    link: m.email_contact_us,
  },
  given: {
    kind: "host_car_given",
    subject: m.email_host_car_given_subject,
    body: m.email_host_car_given_body,
    link: m.email_host_car_see_given,
  },
  taken: {
    kind: "host_car_taken",
    subject: m.email_host_car_taken_subject,
    body: m.email_host_car_taken_body,
    link: m.email_contact_us,
  },
  retired: {
    kind: "host_car_retired",
    subject: m.email_host_car_retired_subject,
    body: m.email_host_car_retired_body,
    link: m.email_contact_us,
  },
} as const;
export type HostCarEmail = keyof typeof hostCarWords;

const paperWords = {
  registration: m.email_host_car_registration,
  insurance: m.email_host_car_insurance,
} satisfies Record<PaperKind, unknown>;

type CarNotice = {
  id: string;
  name: string;
  reason?: string;
  papers?: { kind: PaperKind; lastDay: IsoDate }[];
};

/** The words of emails to a host about several cars at once. */
const manyCarsWords = {
  given: {
    kind: "host_car_given",
    subject: m.email_host_cars_given_subject,
    body: m.email_host_cars_given_body,
    link: m.email_host_cars_see_given,
    path: "/host/cars",
  },
  taken: {
    kind: "host_car_taken",
    subject: m.email_host_cars_taken_subject,
    body: m.email_host_cars_taken_body,
    link: m.email_contact_us,
    path: "/contact",
  },
  photos_removed: {
    kind: "host_car_changes_declined",
    subject: m.email_host_cars_photos_removed_subject,
    body: m.email_host_cars_photos_removed_body,
    link: m.email_host_cars_see_given,
    path: "/host/cars",
  },
} as const;
export type ManyCarsEmail = keyof typeof manyCarsWords;

/** An email to a host about several cars at once; none without an address. */
export function hostCarsEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  what: ManyCarsEmail,
  { email, fullName }: Pick<AccountRow, "email" | "fullName">,
  language: Language,
  count: number,
): Email[] {
  if (email === "") return [];
  const { kind, subject, body, link: to, path } = manyCarsWords[what];
  return [
    writeEmail(kind, { email, language, name: fullName }, ({ say }) => ({
      subject: say(subject, { count }),
      blocks: [paragraph(say(body)), link(say(to), new URL(path, publicUrl.origin).href)],
    })),
  ];
}

/** An email to a host, in the language in which the host edits the car; none for an account without an address. */
export function hostCarEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  what: HostCarEmail,
  { email, fullName }: Pick<AccountRow, "email" | "fullName">,
  language: Language,
  { id, name, reason = "", papers = [] }: CarNotice,
): Email[] {
  if (email === "") return [];
  const { kind, subject, body, link: to } = hostCarWords[what];
  const path = to === m.email_contact_us ? "/contact" : `/host/cars/${id}`;
  return [
    writeEmail(kind, { email, language, name: fullName }, ({ say, day }) => {
      const rows: Fact[] = [
        ...papers.map((paper): Fact => [
          say(paperWords[paper.kind]),
          say(m.email_host_car_last_day, { date: day(paper.lastDay) }),
        ]),
        ...(reason ? [[say(m.email_reason), reason] satisfies Fact] : []),
      ];
      return {
        subject: say(subject, { car: name }),
        blocks: [
          paragraph(say(body)),
          rows.length > 0 && facts(rows),
          link(say(to), new URL(path, publicUrl.origin).href),
        ],
      };
    }),
  ];
}
