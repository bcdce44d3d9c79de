import type { PayoutStatus } from "#domain/payouts/payouts.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

export const payoutStatusNames: Record<PayoutStatus, () => string> = {
  made: m.payouts_status_made,
  paid: m.payouts_status_paid,
  failed: m.payouts_status_failed,
  cancelled: m.payouts_status_cancelled,
};

export const payoutBadges: Record<PayoutStatus, string> = {
  made: "badge badge-pending",
  paid: "badge badge-good",
  failed: "badge badge-bad",
  cancelled: "badge",
};

const machineReasons = new Map([
  ["details_changed", { host: m.payouts_reason_details, team: m.payouts_reason_details_team }],
  ["pickup_denied", { host: m.payouts_reason_denied, team: m.payouts_reason_denied_team }],
  ["taken_back", { host: m.payouts_reason_taken_back, team: m.payouts_reason_taken_back_team }],
  ["held", { host: m.payouts_reason_held, team: m.payouts_reason_held_team }],
]);

/** Why a payout was not made, in the reader's language if the system wrote the reason. */
export const payoutReason = (reason: string, reader: "host" | "team"): string =>
  machineReasons.get(reason)?.[reader]() ?? reason;

const words = new Map([
  ["payout_not_possible", m.payouts_error_possible],
  ["payout_by_provider", m.payouts_error_provider],
  ["card_number_refused", m.payouts_wrong_card],
]);

/** Why a call about payouts was refused. */
export function payoutErrorWords(error: unknown): string {
  if (error instanceof ApiError && error.body?.payout)
    return m.payouts_error_unreadable({ payout: error.body.payout });
  return words.get(failureCode(error))?.() ?? sessionErrorWords(error);
}
