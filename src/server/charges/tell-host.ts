import { carNameIn } from "#domain/cars/brand-names.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open-database.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import { carOfStretch } from "./charged-car.ts";
import { categoryWords } from "./emails.ts";
import type { LockedCharge } from "./move.ts";

const steps = {
  accepted: {
    kind: "host_charge_accepted",
    subject: m.email_host_charge_accepted_subject,
    body: m.email_host_charge_accepted_body,
  },
  contested: {
    kind: "host_charge_contested",
    subject: m.email_host_charge_contested_subject,
    body: m.email_host_charge_contested_body,
  },
  decided: {
    kind: "host_charge_decided",
    subject: m.email_host_charge_decided_subject,
    body: m.email_host_charge_decided_body,
  },
  withdrawn: {
    kind: "host_charge_withdrawn",
    subject: m.email_host_charge_withdrawn_subject,
    body: m.email_host_charge_withdrawn_body,
  },
} as const;

/** The emails to a host about a charge that they proposed; none for another proposer's charge. */
export async function hostChargeEmails(
  { config: { publicUrl } }: { config: Pick<Config, "publicUrl"> },
  tx: Db,
  { charge, order }: LockedCharge,
  step: keyof typeof steps,
): Promise<Email[]> {
  const { hostId, carName } = await carOfStretch(tx, order, charge.stretch);
  const host = charge.proposedBy === hostId ? await findHostingReader(tx, { ...order, hostId }) : undefined;
  if (!host) return [];
  const { kind, subject, body } = steps[step];
  const email = writeEmail(kind, host, ({ say, money, language }) => {
    const rows: (Fact | false)[] = [
      [say(m.email_host_order_number), order.orderNumber],
      [say(m.email_host_order_label_car), carNameIn(carName ?? "", language)],
      [say(m.email_charge_label_what), say(categoryWords[charge.category])],
      [say(m.email_charge_label_amount), money(charge.amount)],
      step === "decided" && [say(m.email_charge_label_owed), money(charge.owed ?? 0)],
      charge.answerWords !== "" && [say(m.email_host_charge_said), charge.answerWords],
      charge.reason !== "" && [say(m.email_charge_label_reason), charge.reason],
    ];
    return {
      subject: say(subject, { number: order.orderNumber }),
      blocks: [
        paragraph(say(body)),
        facts(rows),
        link(say(m.email_host_order_see_trip), new URL(`/host/trips/${order.id}`, publicUrl.origin).href),
      ],
    };
  });
  return [email];
}
