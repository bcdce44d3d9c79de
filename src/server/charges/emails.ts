import { silenceMove } from "#domain/charges/charges.ts";
import { formatMoment } from "#domain/local-time.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import type { Config } from "#server/config.ts";
import type { ChargeFacts } from "#server/db/schema/money/charges.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import { toDesk } from "#server/mail/to-desk.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { ChargeRow } from "./queries.ts";
import { taxesOfCharge } from "./taxes.ts";
import { type ChargeEmailKind, words } from "./words.ts";

type Settings = Pick<Config, "publicUrl" | "paymentInstructions" | "adminEmail" | "stripe" | "paypal">;
type Fact = [label: string, value: string];

const say = (text: string): Block => ({ kind: "paragraph", text });

/** A step of a charge, to its renter. */
export function chargeEmail(
  settings: Settings,
  order: OrderRow,
  charge: ChargeRow,
  kind: ChargeEmailKind,
  isPaid = false,
): Email {
  const text = words[order.language];
  const isAsking = kind === "proposed" || kind === "reminder";
  const url = new URL(`/dashboard/trips/${order.id}`, settings.publicUrl.origin);
  url.hash = "trip-charges";
  return {
    kind: `charge_${kind}`,
    recipient: order.customerEmail,
    language: order.language,
    subject: text.subject[kind](order.orderNumber),
    orderId: order.id,
    content: {
      greeting: greeting(order.language, order.emailConfirmedAt ? order.customerName : ""),
      blocks: [
        say(leadOf(order, charge, kind)),
        { kind: "facts", facts: factsOf(order, charge, kind) },
        ...(isPaid ? [text.paid] : after(settings, order, charge, kind)).map(say),
        // Whoever has no account can't answer on a page of ours: they write, and a person decides.
        ...(order.accountId
          ? [{ kind: "link" as const, text: isAsking ? text.answer : text.see, url: url.href }]
          : isAsking
            ? [say(text.reply)]
            : []),
      ],
      signature: text.signature,
    },
  };
}

function leadOf({ language }: OrderRow, charge: ChargeRow, kind: ChargeEmailKind): string {
  const text = words[language];
  const by = charge.answer === null ? "silent" : "answered";
  if (kind === "reminder") return text.reminder(formatMoment(charge.answerUntil.getTime(), language));
  if (kind === "accepted" || kind === "contested" || kind === "decided") return text[kind][by];
  return text[kind];
}

/** Taxes that come to what is asked for, or is owed. */
const taxFacts = (order: OrderRow, charge: ChargeRow, amount: Cents): Fact[] =>
  taxesOfCharge(order, charge, amount).map((line) => [
    taxLabel(line.tax, order.language),
    formatMoney(line.amount, order.language),
  ]);

function factsOf(order: OrderRow, charge: ChargeRow, kind: ChargeEmailKind): Fact[] {
  const { language, orderNumber } = order;
  const { labels, category } = words[language];
  const money = (cents: number) => formatMoney(cents, language);
  return [
    [labels.order, orderNumber],
    [labels.what, category[charge.category]],
    [labels.amount, money(charge.amount)],
    ...taxFacts(order, charge, charge.owed ?? charge.amount),
    ...(charge.facts ? [computedFact(charge.facts, language)] : []),
    ...(charge.words ? [[labels.why, charge.words] satisfies Fact] : []),
    ...(kind === "proposed"
      ? [[labels.until, formatMoment(charge.answerUntil.getTime(), language)] satisfies Fact]
      : []),
    ...(kind === "decided" ? [[labels.owed, money(charge.owed ?? 0)] satisfies Fact] : []),
    ...(charge.reason ? [[labels.reason, charge.reason] satisfies Fact] : []),
  ];
}

function computedFact(facts: ChargeFacts, language: OrderRow["language"]): Fact {
  const { labels, odometer, days } = words[language];
  if (facts.kind === "days") return [labels.days, days(facts.days, formatMoney(facts.perDay, language))];
  const [pickup, back, included, extra] = [facts.pickup, facts.return, facts.included, facts.extra].map(
    (count) => count.toLocaleString("en-US"),
  );
  return [labels.odometer, odometer(pickup ?? "", back ?? "", included ?? "", extra ?? "")];
}

function after(settings: Settings, order: OrderRow, charge: ChargeRow, kind: ChargeEmailKind): string[] {
  const text = words[order.language];
  const silent = silenceMove({ ...charge, canAnswer: order.accountId !== null });
  if (kind === "proposed" || kind === "reminder")
    return [text.silence[silent === "lapse_accepted" ? "accepts" : "disputes"]];
  if (kind !== "accepted" && kind !== "decided") return [];
  if (!charge.owed) return [text.nothingOwed];
  return [text.due, howToPay(settings, order.language)];
}

/** To the back office: a charge waits for a decision. */
export function disputeEmail(settings: Settings, order: OrderRow, charge: ChargeRow): Email {
  const { category } = words.en;
  return toDesk(settings, {
    kind: "admin_charge_disputed",
    subject: `Dispute: ${category[charge.category]}, ${formatMoney(charge.amount, "en")}, order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      say(
        charge.answer === null
          ? "The renter didn’t answer this charge within 72 hours, and silence doesn’t accept a charge like this one. Someone who handles disputes will decide."
          : "The renter disputes this charge. Someone who handles disputes will decide.",
      ),
      {
        kind: "facts",
        facts: [
          ["Order", order.orderNumber],
          ["Renter", order.customerName],
          ["Charge for", category[charge.category]],
          ["Amount", formatMoney(charge.amount, "en")],
          ...(charge.answerWords ? [["The renter says", charge.answerWords] satisfies Fact] : []),
        ],
      },
    ],
    opens: { text: "Open the dispute", path: `/admin/disputes?id=${charge.id}` },
  });
}
