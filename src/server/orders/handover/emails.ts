import type { Language } from "#domain/languages.ts";
import { formatMoment } from "#domain/local-time.ts";
import type { RecordWithImages } from "#server/condition/queries.ts";
import type { Config } from "#server/config.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { words } from "./email-words.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;

/** The record to both sides, in words and with its seal; the images are seen on the trip's page. */
export function recordEmails(settings: Settings, order: OrderRow, found: RecordWithImages): Email[] {
  const { publicUrl, adminEmail } = settings;
  const trip = new URL(`/dashboard/trips/${order.id}`, publicUrl.origin).href;
  const admin = new URL("/admin/order-management", publicUrl.origin);
  admin.searchParams.set("order", order.id);
  const { record } = found;
  const of = (recipient: string, language: Language, name: string, url: string): Email => ({
    kind: `condition_${record.kind}`,
    recipient,
    language,
    subject: words[language].subject[record.kind](order.orderNumber),
    orderId: order.id,
    content: {
      greeting: greeting(language, name),
      blocks: blocksOf(order, found, language, url),
      signature: words[language].signature,
    },
  });
  return [
    of(order.customerEmail, order.language, order.customerName, trip),
    of(adminEmail, "en", "", admin.href),
  ];
}

function blocksOf(
  { orderNumber, carName }: OrderRow,
  { record }: RecordWithImages,
  language: Language,
  url: string,
): Block[] {
  const { body, added, labels, by, miles, eighths, see, keep } = words[language];
  const { kind, side, odometer, fuelEighths, remark, finishedAt, seal, place } = record;
  // The first of an order is its handover's; of later ones a pickup's was added.
  const isAdded = kind === "pickup" && place !== 1;
  return [
    { kind: "paragraph", text: isAdded ? added : body[kind] },
    {
      kind: "facts",
      facts: [
        [labels.order, orderNumber],
        ...(carName ? [[labels.car, carName] satisfies [string, string]] : []),
        [labels.at, finishedAt ? formatMoment(finishedAt.getTime(), language) : ""],
        [labels.by, by[side]],
        [labels.odometer, miles(odometer ?? 0)],
        [labels.fuel, eighths(fuelEighths ?? 0)],
        ...(remark ? [[labels.remark, remark] satisfies [string, string]] : []),
        [labels.seal, seal ?? ""],
      ],
    },
    { kind: "link", text: see, url },
    { kind: "paragraph", text: keep },
  ];
}
