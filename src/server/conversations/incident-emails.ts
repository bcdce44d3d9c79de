import { carNameIn } from "#domain/cars/brand-names.ts";
import { hostViewOf } from "#domain/orders/host-requests.ts";
import type { IncidentKind } from "#domain/trips/incidents.ts";
import type { Config } from "#server/config.ts";
import { facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { findHostingReader, type HostReader } from "#server/mail/host-reader.ts";
import { toDesk } from "#server/mail/to-desk.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;
type Incident = {
  kind: IncidentKind;
  conversationId: string;
  order: OrderRow;
  /** What the renter wrote, and how many files went with it. */
  text: string;
  files: number;
  at: Date;
};

/** Mails the back office and, where it is a host's car, at once its host who knows the renter: a car may stand in a road. */
export async function tellOfIncident(
  { config, outbox }: Pick<Services, "config" | "outbox">,
  tx: Db,
  incident: Incident,
): Promise<void> {
  const { order, at } = incident;
  const isTheirs = hostViewOf(order, at.getTime()) === "renter";
  const host = isTheirs ? await findHostingReader(tx, order) : undefined;
  await outbox.post(tx, [
    incidentToDesk(config, incident),
    ...(host ? [incidentToHost(config, host, incident)] : []),
  ]);
}

const deskWords = { accident: "Accident", breakdown: "Breakdown" } as const;
const hostWords = {
  accident: { subject: m.email_host_accident_subject, body: m.email_host_accident_body },
  breakdown: { subject: m.email_host_breakdown_subject, body: m.email_host_breakdown_body },
} as const;

/** A report of something that happened on a rental, to the back office with the renter's words, phone and the car. */
const incidentToDesk = (settings: Settings, { kind, conversationId, order, text, files }: Incident): Email =>
  toDesk(settings, {
    kind: "admin_incident",
    subject: `${deskWords[kind]}: ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(`The renter of this order reports: ${deskWords[kind].toLowerCase()}.`),
      facts([
        ["Car", order.carName ?? "not given"],
        nameFact("Renter", order.customerName),
        ["Phone", order.customerPhone || "not given"],
        ["Photos and files", String(files)],
      ]),
      paragraph(text),
    ],
    opens: { text: "Answer the renter", path: `/admin/messages?conversation=${conversationId}` },
  });

/**
 * The same to the host of the car: what happened and what he can record, without the renter's words, which may name
 * people who are hurt and belong to us.
 */
const incidentToHost = (
  { publicUrl }: Pick<Config, "publicUrl">,
  host: HostReader,
  { kind, order }: Pick<Incident, "kind" | "order">,
): Email =>
  writeEmail("host_incident", host, ({ say, language }) => ({
    subject: say(hostWords[kind].subject, { number: order.orderNumber }),
    blocks: [
      paragraph(say(hostWords[kind].body)),
      paragraph(say(m.email_host_incident_repair)),
      facts([
        [say(m.email_host_order_number), order.orderNumber],
        [say(m.email_host_order_label_car), carNameIn(order.carName ?? "", language)],
      ]),
      link(say(m.email_host_order_see_trip), new URL(`/host/trips/${order.id}`, publicUrl.origin).href),
    ],
  }));
