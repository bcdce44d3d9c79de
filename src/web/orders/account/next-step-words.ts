import type { NextStep } from "#contract/account/orders.ts";
import type { IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";

type Words = (step: { car: string; date: string; isToday: boolean }) => string;

const stepWords: Record<NextStep["kind"], Words> = {
  overdue: m.me_next_overdue,
  replacement: ({ car }) => m.me_next_replacement({ car }),
  offer: ({ car }) => m.me_next_offer({ car }),
  payment: ({ car, date, isToday }) =>
    isToday ? m.me_next_payment_today({ car }) : m.me_next_payment({ car, date }),
  charge: m.me_next_charge,
  licence: () => m.me_next_license(),
  insurance_proof: ({ car }) => m.me_next_insurance({ car }),
  agreement: ({ car }) => m.me_next_agreement({ car }),
  return_near: m.me_next_return,
  confirm_email: ({ car }) => m.me_next_confirm({ car }),
  pickup_near: m.me_next_pickup,
  awaiting_answer: ({ car }) => m.me_next_waiting({ car }),
  review: ({ car }) => m.me_next_review({ car }),
  review_earlier_car: ({ car }) => m.me_next_review({ car }),
};

/** What a renter may have to do next, in words, on a day in Los Angeles. */
export const nextStepWords = (
  { kind, title, on }: Pick<NextStep, "kind" | "title" | "on">,
  today: IsoDate,
): string =>
  stepWords[kind]({
    car: title === null ? m.me_next_your_car() : shownCarName(title),
    date: showDate(on),
    isToday: on === today,
  });
