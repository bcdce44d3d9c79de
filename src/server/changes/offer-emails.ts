import { formatMoment } from "#domain/local-time.ts";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "#server/db/open-database.ts";
import { moneySummaryOf } from "#server/ledger/money-summary.ts";
import type { Email } from "#server/mail/email.ts";
import { toAdmin } from "#server/orders/emails/to-admin.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { changeWords } from "./email-words.ts";
import { addendumOf, changedEmail } from "./emails.ts";
import type { ChangeRow } from "./make-change.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import type { Language } from "#domain/languages.ts";

type Needs = Pick<Services, "config" | "now">;

/** What another car is told by, as the offer stands now. `order` is as it stands after the answer. */
export async function offerEmails(
  services: Needs,
  tx: Db,
  order: OrderRow,
  change: ChangeRow,
): Promise<Email[]> {
  const toTheirs = await offerEmail(services, tx, order, change);
  const words = adminWords[change.status];
  if (!words) return toTheirs;
  const { before, after } = carsOf(change, "en");
  const kind = `admin_swap_${change.status}`;
  const { orderNumber } = order;
  return [
    ...toTheirs,
    toAdmin(services.config, order, {
      kind,
      subject: `${words.subject}: ${orderNumber}`,
      sentence: words.sentence(after, before),
    }),
  ];
}

const carsOf = ({ before, after }: ChangeRow, language: Language) => ({
  before: carNameIn(before.rental?.carName ?? "", language),
  after: carNameIn(after.rental?.carName ?? "", language),
});

/** Whoever answered knows it; the other side is told. */
async function offerEmail(services: Needs, tx: Db, order: OrderRow, change: ChangeRow): Promise<Email[]> {
  const { status, answerUntil, reason } = change;
  const { language, orderNumber } = order;
  const texts = changeWords[language];
  const { before, after } = carsOf(change, language);
  if (status === "declined") return [];
  if (status === "accepted")
    return [
      changedEmail(services, order, {
        kind: "swap_accepted",
        subject: texts.swapped.subject(orderNumber),
        body: texts.swapped.body(after),
        summary: await moneySummaryOf(services, tx, order.id),
        documents: await addendumOf(tx, order, change.id),
      }),
    ];
  if (status !== "requested") {
    const words = status === "lapsed" ? texts.offer_lapsed : texts.offer_withdrawn;
    return [
      changedEmail(services, order, {
        kind: `swap_${status}`,
        subject: words.subject(orderNumber),
        body: words.body(after, before),
      }),
    ];
  }
  const { subject, body, price, until } = texts.offered;
  const money = (amount: number): string => formatMoney(amount, language);
  return [
    changedEmail(services, order, {
      kind: "swap_offered",
      subject: subject(orderNumber),
      body: body(after, before),
      more: [
        ...(reason ? [texts.reason(reason)] : []),
        price(money(change.after.total), money(change.before.total)),
        until(answerUntil ? formatMoment(answerUntil.getTime(), language) : ""),
      ],
    }),
  ];
}

type AdminWords = { subject: string; sentence: (car: string, instead: string) => string };
const adminWords: Partial<Record<ChangeRow["status"], AdminWords>> = {
  accepted: {
    subject: "Another car accepted",
    sentence: (car, instead) =>
      `The renter accepted the ${car} instead of the ${instead}. The order has been updated.`,
  },
  declined: {
    subject: "Another car declined",
    sentence: (car, instead) => `The renter declined the ${car}. The order stays with the ${instead}.`,
  },
  lapsed: {
    subject: "No answer about another car",
    sentence: (car, instead) =>
      `The renter didn’t answer our offer of the ${car}. The order stays with the ${instead}, and the ${car} is open to others again.`,
  },
};
