import type { HostRequest } from "#contract/host/requests.ts";
import type { DeclineReason, TripStage } from "#domain/orders/host-requests.ts";
import { formatRange } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";

export const requestStates: Record<HostRequest["state"], () => string> = {
  waiting: m.host_request_state_waiting,
  accepted: m.host_request_state_accepted,
  declined: m.host_request_state_declined,
  lapsed: m.host_request_state_lapsed,
  withdrawn: m.host_request_state_withdrawn,
  booked: m.host_request_state_booked,
};

/**
 * A request's state; once the host has said yes, whether and until when the renter's first payment is awaited, and
 * whether the order has been canceled since.
 */
export function requestStateWords({
  state,
  status,
  isAwaitingPayment,
  payUntil,
}: Pick<HostRequest, "state" | "status" | "isAwaitingPayment" | "payUntil">): string {
  if (state === "accepted" && status === "cancelled") return m.host_request_state_accepted_ended();
  if (!isAwaitingPayment) return requestStates[state]();
  return payUntil === null
    ? m.host_request_state_unpaid()
    : m.host_request_state_unpaid_until({ moment: showMomentInLosAngeles(payUntil) });
}

export const reasonNames: Record<DeclineReason, () => string> = {
  dates: m.host_request_reason_dates,
  repair: m.host_request_reason_repair,
  notice: m.host_request_reason_notice,
  length: m.host_request_reason_length,
  other: m.host_request_reason_other,
};

export const stageNames: Record<TripStage, () => string> = {
  upcoming: m.host_trips_upcoming,
  running: m.host_trips_running,
  past: m.host_trips_past,
};

/** The renter's first name, if the host may know one. */
export const nameOf = ({ firstName }: { firstName: string }): string => firstName || m.host_request_someone();

/** Two dates of the same year name the year once: on a phone they are beside a sum. */
export const datesOf = ({ from, until }: { from: string; until: string }): string =>
  m.order_dates(formatRange(from, until, currentLanguage()));
