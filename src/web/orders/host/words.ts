import type { HostRequest } from "#contract/host/requests.ts";
import type { DeclineReason, TripStage } from "#domain/orders/host-requests.ts";
import { formatRange } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";

export const requestStates: Record<HostRequest["state"], () => string> = {
  waiting: m.host_request_state_waiting,
  accepted: m.host_request_state_accepted,
  declined: m.host_request_state_declined,
  lapsed: m.host_request_state_lapsed,
  withdrawn: m.host_request_state_withdrawn,
  booked: m.host_request_state_booked,
};

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

/** By their first name, where there is one to tell. */
export const nameOf = ({ firstName }: { firstName: string }): string => firstName || m.host_request_someone();

/** A year that both have is said once: it stands beside a sum on a phone. */
export const datesOf = ({ from, until }: { from: string; until: string }): string =>
  m.order_dates(formatRange(from, until, currentLanguage()));
