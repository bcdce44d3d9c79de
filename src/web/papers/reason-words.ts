import type { Language } from "#domain/languages.ts";
import type { DeclineReason } from "#domain/papers/verification.ts";
import { m } from "#web/paraglide/messages.js";

type Say = (inputs?: object, options?: { locale?: Language }) => string;

/** Why something is declined and what to do about it, in each language. */
export const reasonWords: Record<DeclineReason, Say> = {
  unreadable: m.papers_reason_unreadable,
  cut_off: m.papers_reason_cut_off,
  fields_differ: m.papers_reason_fields_differ,
  expired: m.papers_reason_expired,
  under_age: m.papers_reason_under_age,
  too_little_driving: m.papers_reason_too_little_driving,
  needs_translation: m.papers_reason_needs_translation,
  not_a_licence: m.papers_reason_not_a_licence,
  name_missing: m.papers_reason_name_missing,
  dates_missing: m.papers_reason_dates_missing,
  limits_too_low: m.papers_reason_limits_too_low,
  not_a_proof: m.papers_reason_not_a_proof,
  other: m.papers_reason_other,
};
