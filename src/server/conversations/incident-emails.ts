import { carNameIn } from "#domain/cars/brand-names.ts";
import { hostViewOf } from "#domain/orders/host-requests.ts";
import type { IncidentKind } from "#domain/trips/incidents.ts";
import type { Config } from "#server/config.ts";
import { facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { findHostingReader, type HostReader } from "#server/mail/host-reader.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
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
  /** The renter's words, and the number of files sent with them. */
  text: string;
  files: number;
  at: Date;
};

/** Mails the back office at once, and the car's host if the host knows the renter: the car may block a road. */
export async function tellOfIncident(
  { config, outbox }: Pick<Services, "config" | "outbox">,
  tx: Db,
  incident: Incident,
): Promise<void> {
  const { order, at } = incident;
  const isTheirs = hostViewOf(order, at.getTime()) === "renter";
  const host = isTheirs ? await findHostingReader(tx, order) : undefined;
  await outbox.post(tx, [
    incidentToAdmins(config, incident),
    ...(host ? [incidentToHost(config, host, incident)] : []),
  ]);
}

const adminWords = { accident: "Accident", breakdown: "Breakdown" } as const;
const hostWords = {
  accident: { subject: m.email_host_accident_subject, body: m.email_host_accident_body },
  breakdown: { subject: m.email_host_breakdown_subject, body: m.email_host_breakdown_body },
} as const;

/** Tells the back office of an accident or breakdown, with the renter's words and phone number, and the car. */
const incidentToAdmins = (
  settings: Settings,
  { kind, conversationId, order, text, files }: Incident,
): Email =>
  toAdmins(settings, {
    kind: "admin_incident",
    subject: `${adminWords[kind]}: ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(`The renter of this order reports: ${adminWords[kind].toLowerCase()}.`),
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
 * Tells the host of the car: what happened and what the host can record. Without the renter's words: they may name
 * people who are hurt, and are for the back office.
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
