import { carNameIn } from "#domain/cars/brand-names.ts";
import type { EmailKindFor } from "#domain/people/email-kinds.ts";
import type { Db } from "#server/db/open-database.ts";
import { moneySummaryOf } from "#server/ledger/money-summary.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { orderToAdmins } from "#server/orders/emails/to-admin.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import type { ChangeRow } from "#server/rentals/open-requests.ts";
import { addendumOf, changedEmail } from "./emails.ts";
import type { Language } from "#domain/languages.ts";

type Needs = Pick<Services, "config" | "now">;

/** The emails about an offer of another car, by its status. `order` is the order after the answer. */
export async function offerEmails(
  services: Needs,
  tx: Db,
  order: OrderRow,
  change: ChangeRow,
): Promise<Email[]> {
  const toTheirs = await offerEmail(services, tx, order, change);
  const words = adminWords[change.status];
  if (!words) return toTheirs;
  const { car, instead } = carsOf(change, "en");
  return [
    ...toTheirs,
    orderToAdmins(services.config, order, {
      kind: words.kind,
      subject: `${words.subject}: ${order.orderNumber}`,
      sentence: words.sentence(car, instead),
    }),
  ];
}

const carsOf = ({ before, after }: ChangeRow, language: Language) => ({
  instead: carNameIn(before.rental?.carName ?? "", language),
  car: carNameIn(after.rental?.carName ?? "", language),
});

const ended = {
  lapsed: { kind: "swap_lapsed", subject: m.email_swap_lapsed_subject, body: m.email_swap_lapsed_body },
  withdrawn: {
    kind: "swap_withdrawn",
    subject: m.email_swap_withdrawn_subject,
    body: m.email_swap_withdrawn_body,
  },
} as const;

/** The email to the renter, if any: a renter who declined an offer gets none. */
async function offerEmail(services: Needs, tx: Db, order: OrderRow, change: ChangeRow): Promise<Email[]> {
  const { status } = change;
  const number = order.orderNumber;
  const { car, instead } = carsOf(change, order.language);
  if (status === "declined") return [];
  if (status === "requested") return [offeredEmail(services, order, change)];
  if (status !== "accepted") {
    const { kind, subject, body } = ended[status];
    return [
      changedEmail(services, order, kind, ({ say }) => ({
        subject: say(subject, { number }),
        said: [say(body, { car, instead })],
      })),
    ];
  }
  const summary = await moneySummaryOf(services, tx, order.id);
  const documents = await addendumOf(tx, order, change.id);
  return [
    changedEmail(services, order, "swap_accepted", ({ say }) => ({
      subject: say(m.email_swap_accepted_subject, { number }),
      said: [say(m.email_swap_accepted_body, { car })],
      summary,
      documents,
    })),
  ];
}

const offeredEmail = (services: Needs, order: OrderRow, change: ChangeRow): Email =>
  changedEmail(services, order, "swap_offered", ({ say, money, moment }) => ({
    subject: say(m.email_swap_offered_subject, { number: order.orderNumber }),
    said: [
      say(m.email_swap_offered_body, carsOf(change, order.language)),
      ...(change.reason ? [say(m.email_the_reason, { reason: change.reason })] : []),
      say(m.email_swap_offered_price, {
        total: money(change.after.total),
        before: money(change.before.total),
      }),
      say(m.email_swap_offered_until, { answer: moment(change.answerUntil) }),
    ],
  }));

type AdminWords = {
  kind: EmailKindFor<"admin">;
  subject: string;
  sentence: (car: string, instead: string) => string;
};
const adminWords: Partial<Record<ChangeRow["status"], AdminWords>> = {
  accepted: {
    kind: "admin_swap_accepted",
    subject: "Another car accepted",
    sentence: (car, instead) =>
      `The renter accepted the ${car} instead of the ${instead}. The order has been updated.`,
  },
  declined: {
    kind: "admin_swap_declined",
    subject: "Another car declined",
    sentence: (car, instead) => `The renter declined the ${car}. The order stays with the ${instead}.`,
  },
  lapsed: {
    kind: "admin_swap_lapsed",
    subject: "No answer about another car",
    sentence: (car, instead) =>
      `The renter didn’t answer our offer of the ${car}. The order stays with the ${instead}, and the ${car} is open to others again.`,
  },
};
