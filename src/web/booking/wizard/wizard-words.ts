import type { WizardBooking } from "#contract/account/booking.ts";
import { endsUnpaid, holdLength, unpaidBooking, type WizardStep } from "#domain/booking/wizard.ts";
import type { IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";

/** How a booking is paid. */
export type PaymentSituation = { paysOnline: boolean; tellsHowToPay: boolean; isUnheld: boolean };

function paymentLead(
  { paysOnline, tellsHowToPay, isUnheld }: PaymentSituation,
  booking: WizardBooking | undefined,
): string {
  if (booking?.host) return m.wizard_payment_lead_host();
  if (isUnheld) return m.wizard_payment_lead_unheld();
  if (paysOnline) return m.wizard_payment_lead_online();
  return booking && !endsUnpaid(booking, { bookedAt: Date.now(), tellsHowToPay })
    ? m.wizard_payment_lead_by_pickup()
    : m.wizard_payment_lead({ hours: unpaidBooking.endsAfterHours });
}

type StepFacts = {
  booking: WizardBooking | undefined;
  paying: PaymentSituation;
  verifiedUntil: IsoDate | undefined;
};

/** A step's heading and the sentence below it. */
export function stepWords(step: WizardStep, { booking, paying, verifiedUntil }: StepFacts) {
  if (step === "verification" && verifiedUntil) return verifiedWords(verifiedUntil, booking?.pickupDate);
  if (step === "payment") return { heading: m.wizard_payment_heading(), lead: paymentLead(paying, booking) };
  const { heading, lead } = wordsOf[step];
  return { heading: heading(), lead: lead() };
}

/** A renter with a verified licence doesn't upload it again, unless the licence ends before the pickup. */
const verifiedWords = (until: IsoDate, pickup: IsoDate | undefined) => {
  const date = showDate(until);
  const endsBefore = pickup !== undefined && until < pickup;
  return {
    heading: endsBefore ? m.wizard_verified_ends_heading() : m.wizard_verified_heading(),
    lead: endsBefore ? m.wizard_verified_ends({ date }) : m.wizard_verified({ date }),
  };
};

const wordsOf: Record<Exclude<WizardStep, "payment">, { heading: () => string; lead: () => string }> = {
  vehicle: {
    heading: m.wizard_vehicle_heading,
    lead: () => m.wizard_vehicle_lead({ minutes: holdLength / 60_000 }),
  },
  insurance: { heading: m.wizard_insurance_heading, lead: m.wizard_insurance_lead },
  verification: { heading: m.wizard_verification_heading, lead: m.wizard_verification_lead },
  confirmation: { heading: m.wizard_done_heading, lead: () => "" },
};
