import { formatDay } from "#domain/dates.ts";
import { formatTime } from "#domain/format-time.ts";
import type { HandoverNeed } from "#domain/trips/condition.ts";
import { link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { factsOf, seeOrder, type Settings, orderToRenter, whatToBring } from "./order-to-renter.ts";

type OpenNeed = Exclude<HandoverNeed, "pickup_date">;

const reminders = {
  pickup: {
    kind: "pickup_reminder",
    subject: m.email_pickup_reminder_subject,
    body: m.email_pickup_reminder_body,
  },
  return: {
    kind: "return_reminder",
    subject: m.email_return_reminder_subject,
    body: m.email_return_reminder_body,
  },
} as const;
const needWords = {
  account: m.email_needs_account,
  licence: m.email_needs_licence,
  insurance_proof: m.email_needs_insurance_proof,
  agreement: m.email_needs_agreement,
  first_instalment: m.email_needs_first_instalment,
} satisfies Record<OpenNeed, unknown>;

type Pickup = {
  /** The pickup is promised only if nothing but "pickup_date" is missing. */
  missing?: readonly HandoverNeed[];
  /** Where the host keeps the car, if the renter may know. */
  hostAddress?: string | undefined;
};

/** Sent the day before a pickup or a return. */
export function reminderEmail(
  settings: Settings,
  order: OrderRow,
  end: "pickup" | "return",
  { missing = [], hostAddress }: Pickup = {},
): Email {
  const [date, time] =
    end === "pickup" ? [order.pickupDate, order.pickupTime] : [order.returnDate, order.returnTime];
  const open = missing.filter((need) => need !== "pickup_date");
  const { kind, subject, body } = reminders[end];
  const preferences = new URL("/dashboard/settings", settings.publicUrl.origin).href;
  return orderToRenter(kind, order, (pen) => ({
    subject: pen.say(subject, { number: order.orderNumber }),
    blocks: [
      paragraph(
        pen.say(open.length ? m.email_pickup_reminder_open : body, {
          day: formatDay(date, pen.language),
          time: formatTime(time, pen.language),
        }),
      ),
      open.length > 0 && paragraph(stillNeeded(open, pen)),
      factsOf(
        settings,
        order,
        pen,
        hostAddress ? [[pen.say(m.email_order_label_host_address), hostAddress]] : [],
      ),
      end === "pickup" && whatToBring(order, pen),
      seeOrder(settings, order, pen),
      order.accountId !== null && link(pen.say(m.email_choose), preferences),
    ],
  }));
}

const stillNeeded = (needs: readonly OpenNeed[], { say, language }: Pen): string =>
  say(m.email_still_needed, {
    needs: needs.map((need) => say(needWords[need])).join(language === "zh" ? "；" : "; "),
  });
