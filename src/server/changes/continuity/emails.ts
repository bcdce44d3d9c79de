import { carNameIn } from "#domain/cars/brand-names.ts";
import { type EndingReason, isHostSide, mayDriveOn, mostBorneAlone } from "#domain/changes/endings.ts";
import { formatMoney } from "#domain/money.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open-database.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { moneySummaryOf } from "#server/ledger/money-summary.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import { orderToAdmins } from "#server/orders/emails/to-admin.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { seeTrip, orderToRenter } from "#server/orders/emails/order-to-renter.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { addendumOf, changedEmail } from "#server/changes/emails.ts";
import type { FittingCar } from "./find-cars.ts";
import { closedHostEmail, endedHostEmail } from "./host-emails.ts";
import { type EndingRow, openOffersOf } from "./queries.ts";
import { withOfferedCar } from "./with-offered-car.ts";

type Needs = Pick<Services, "config" | "now">;

const reasonWords: Record<EndingReason, typeof m.email_ending_broken> = {
  needed_back: m.email_ending_needed_back,
  broken: m.email_ending_broken,
  recalled: m.email_ending_recalled,
  unsafe: m.email_ending_unsafe,
  did_not_come: m.email_ending_did_not_come,
  does_not_pay: m.email_ending_does_not_pay,
  misuse: m.email_ending_misuse,
};

/** The reasons in words for administrators. */
const adminReasons: Record<EndingReason, string> = {
  needed_back: "the car is needed back",
  broken: "the car is broken",
  recalled: "the car is recalled",
  unsafe: "the car is unsafe",
  did_not_come: "the renter didn’t come",
  does_not_pay: "the renter doesn’t pay",
  misuse: "the car is misused",
};

/** The back office's page of all rentals that were ended and aren't settled. */
const openContinuity = { text: "Open the ended rentals", path: "/admin/continuity" };

type EndedRental = { order: OrderRow; ending: EndingRow; offered: readonly FittingCar[] };

/** Sent after a rental was ended: to renter, host and administrators; a host's request to administrators only. */
export async function endedEmails(services: Services, tx: Db, ended: EndedRental): Promise<Email[]> {
  const { order, ending, offered } = ended;
  const why = adminReasons[ending.reason];
  if (ending.state === "asked")
    return [
      toAdmins(services.config, {
        kind: "admin_ending_asked",
        subject: `Decide: a host asks to end ${order.orderNumber}`,
        orderId: order.id,
        blocks: [
          paragraph(
            `The host of the ${ending.carName} asks us to end this rental: ${why}. Nothing has changed yet, and the renter hasn’t been told.`,
          ),
        ],
        opens: openContinuity,
      }),
    ];
  const toAgree = offered.filter(({ difference }) => needsAgreement(difference));
  const host = await findHostingReader(tx, { ...ending, id: order.id });
  const wasDriven = await hadCar(tx, order);
  // A car that an administrator has to agree to first isn't offered yet.
  const isOffered = offered.length > toAgree.length;
  return [
    ...(await offeredEmail(services, tx, ended)),
    ...(host ? [endedHostEmail(services.config, { order, ending, host, wasDriven, isOffered })] : []),
    orderToAdmins(services.config, order, {
      kind: "admin_rental_ended",
      subject: `Rental ended: ${order.orderNumber}`,
      sentence: `${ending.side === "host" ? "The host" : "An administrator"} ended the rental of the ${ending.carName}: ${why}. ${wasDriven ? `The last day with the car is ${ending.endsOn}.` : "It hadn’t begun."} Cars offered to the renter: ${offered.length - toAgree.length}.`,
    }),
    ...(toAgree.length > 0
      ? [
          toAdmins(services.config, {
            kind: "admin_replacement_agree",
            subject: `Agree: dearer cars for ${order.orderNumber}`,
            orderId: order.id,
            blocks: [
              paragraph(
                `${toAgree.length} ${toAgree.length === 1 ? "car waits" : "cars wait"} for somebody who manages payments: the most that we would bear is ${formatMoney(Math.max(...toAgree.map(({ difference }) => difference)), "en")}. Until then the renter isn’t offered ${toAgree.length === 1 ? "it" : "them"}.`,
              ),
            ],
            opens: openContinuity,
          }),
        ]
      : []),
  ];
}

/** Sent to the renter: why the car can't go on, which cars the renter may take, and what comes back otherwise. */
export async function offeredEmail(
  services: Services,
  tx: Db,
  { order, ending }: Omit<EndedRental, "offered">,
): Promise<Email[]> {
  const open = await openOffersOf(tx, ending.id);
  // Without any car, another email says at once what comes back.
  if (open.length === 0) return [];
  const shown = open.filter(({ offer }) => !offer.needsAgreement);
  const isHeld = shown.every(({ offer }) => offer.isHeld);
  const totals = await Promise.all(
    shown.map(
      async (offered) => (await withOfferedCar(services, tx, order, { ending, offered })).changed.total,
    ),
  );
  return [
    orderToRenter("replacement_offered", order, (pen) => {
      const { say, money, moment } = pen;
      const until = moment(ending.answerUntil);
      return {
        subject: say(m.email_replacement_offered_subject, { number: order.orderNumber }),
        blocks: [
          paragraph(whyWords(order, ending, pen)),
          driveWords(services, order, ending, pen),
          paragraph(
            say(shown.length > 0 ? m.email_replacement_offered_cars : m.email_replacement_offered_soon),
          ),
          shown.length > 0 &&
            facts(
              shown.map(({ car }, index): Fact => [
                carNameIn(car.name, order.language),
                say(m.email_replacement_total, { total: money(totals[index] ?? 0) }),
              ]),
            ),
          shown.length > 0 &&
            paragraph(say(isHeld ? m.email_replacement_held : m.email_replacement_shown, { until })),
          paragraph(say(m.email_replacement_none, { until })),
          seeTrip(services.config, order, pen),
        ],
      };
    }),
  ];
}

const needsAgreement = (difference: number): boolean => difference > mostBorneAlone;

const whyWords = ({ language }: OrderRow, { carName, reason }: EndingRow, { say }: Pen): string =>
  say(reasonWords[reason], { car: carNameIn(carName, language) });

/** Until when the renter may drive the car; false if the rental isn't running. */
function driveWords(services: Needs, { status }: OrderRow, { reason, endsOn }: EndingRow, { say, day }: Pen) {
  if (status !== "in_progress") return false;
  return paragraph(
    mayDriveOn(reason, endsOn, today(services))
      ? say(m.email_ending_drive_until, { day: day(endsOn) })
      : say(m.email_ending_drive_no_more),
  );
}

type TakenCar = { order: OrderRow; ending: EndingRow; changeId: string };

/** Sent after a car was taken: to the renter, the new car's host, the former car's host and administrators. */
export async function takenEmails(
  services: Services,
  tx: Db,
  { order, ending, changeId }: TakenCar,
): Promise<Email[]> {
  const summary = await moneySummaryOf(services, tx, order.id);
  const documents = await addendumOf(tx, order, changeId);
  const car = order.carName ?? "";
  const from = order.carSince ?? order.pickupDate;
  const host = await findHostingReader(tx, order);
  return [
    changedEmail(services, order, "replacement_taken", ({ say, day }) => ({
      subject: say(m.email_replacement_taken_subject, { number: order.orderNumber }),
      said: [say(m.email_replacement_taken_body, { car: carNameIn(car, order.language), from: day(from) })],
      summary,
      documents,
    })),
    ...(host
      ? [
          writeEmail("host_replacement_taken", host, ({ say, day, money, language }) => ({
            subject: say(m.email_host_order_booked_subject, { car: carNameIn(car, language) }),
            blocks: [
              paragraph(say(m.email_host_replacement_taken_body)),
              facts([
                [say(m.email_host_order_number), order.orderNumber],
                [
                  say(m.email_host_order_dates_label),
                  say(m.email_order_range, { from: day(from), to: day(order.returnDate) }),
                ],
                [say(m.email_host_replacement_price), money(order.hostMonthlyPrice ?? order.monthlyPrice)],
              ]),
              link(
                say(m.email_host_order_see_trip),
                new URL(`/host/trips/${order.id}`, services.config.publicUrl.origin).href,
              ),
            ],
          })),
        ]
      : []),
    ...(await closedHostEmail(services, tx, { order, ending })),
    orderToAdmins(services.config, order, {
      kind: "admin_rental_replaced",
      subject: `Another car taken: ${order.orderNumber}`,
      sentence: `The renter goes on with the ${car} from ${from}, in place of the ${ending.carName}. We bear ${formatMoney(ending.difference, "en")} of the difference.`,
    }),
  ];
}

/** Sent after no car was taken, or after we ended a rental for a reason of the renter's: what comes back. */
export async function settledEmails(
  services: Services,
  tx: Db,
  { order, ending }: { order: OrderRow; ending: EndingRow },
): Promise<Email[]> {
  const summary = await moneySummaryOf(services, tx, order.id);
  const isTheirs = !isHostSide(ending.reason);
  const isCancelled = order.status === "cancelled";
  const body = isTheirs
    ? m.email_rental_ended_body
    : isCancelled
      ? m.email_replacement_settled_cancelled
      : m.email_replacement_settled_body;
  return [
    changedEmail(services, order, isTheirs ? "rental_ended" : "replacement_settled", (pen) => ({
      subject: pen.say(isCancelled ? m.email_replacement_settled_subject : m.email_rental_ended_subject, {
        number: order.orderNumber,
        day: pen.day(order.returnDate),
      }),
      said: [whyWords(order, ending, pen), pen.say(body, { day: pen.day(order.returnDate) })],
      summary,
    })),
    // The host of a cancelled order gets the email of its status instead.
    ...(isCancelled ? [] : await closedHostEmail(services, tx, { order, ending })),
    orderToAdmins(services.config, order, {
      kind: "admin_rental_settled",
      subject: `${isCancelled ? "Canceled" : "Rental ends early"}: ${order.orderNumber}`,
      sentence: isTheirs
        ? `The rental now ends on ${order.returnDate}: ${adminReasons[ending.reason]}. What is left of the paid days comes back, less what is owed.`
        : isCancelled
          ? "The renter goes on with no other car. The order is canceled, and everything that was paid comes back."
          : `The renter goes on with no other car. The rental ends on ${order.returnDate}, and what was paid for the days after it comes back.`,
    }),
  ];
}

/** To administrators: a host has ended several rentals within a year. */
export const manyEndingsEmail = (
  settings: Pick<Config, "publicUrl" | "adminEmail">,
  { orderId, count, name }: { orderId: string; count: number; name: string },
): Email =>
  toAdmins(settings, {
    kind: "admin_many_endings",
    subject: `A host has ended ${count} rentals within a year`,
    orderId,
    blocks: [
      paragraph(
        `${name} has ended ${count} rentals within twelve months. Please look into it before their next car is listed.`,
      ),
    ],
    opens: openContinuity,
  });
