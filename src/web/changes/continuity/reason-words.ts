import type { EndingReason } from "#domain/changes/endings.ts";
import { m } from "#web/paraglide/messages.js";

/** The reasons for ending a rental, as the person who ends it chooses from them. */
export const endingReasonWords: Record<EndingReason, () => string> = {
  needed_back: m.ending_reason_needed_back,
  broken: m.ending_reason_broken,
  recalled: m.ending_reason_recalled,
  unsafe: m.ending_reason_unsafe,
  did_not_come: m.ending_reason_did_not_come,
  does_not_pay: m.ending_reason_does_not_pay,
  misuse: m.ending_reason_misuse,
};
