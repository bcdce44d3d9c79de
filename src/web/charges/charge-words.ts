import type { Charge } from "#contract/charges.ts";
import type { ChargeCategory } from "#domain/charges/categories.ts";
import { chargeAnswerHours, type ChargeStatus } from "#domain/charges/charges.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { showDate } from "#web/ui/format/show-date.ts";

export const categoryNames: Record<ChargeCategory, () => string> = {
  extra_miles: m.charges_category_extra_miles,
  late_days: m.charges_category_late_days,
  damage: m.charges_category_damage,
  tolls: m.charges_category_tolls,
  cleaning: m.charges_category_cleaning,
};

export const states: Record<ChargeStatus, { name: () => string; badge: string }> = {
  proposed: { name: m.charges_status_proposed, badge: "badge badge-pending" },
  accepted: { name: m.charges_status_accepted, badge: "badge badge-plain" },
  contested: { name: m.charges_status_contested, badge: "badge badge-bridge" },
  decided: { name: m.charges_status_decided, badge: "badge badge-plain" },
  withdrawn: { name: m.charges_status_withdrawn, badge: "badge badge-plain" },
};

/** The facts that a computed charge comes from. */
export function factsWords(facts: NonNullable<Charge["facts"]>): string {
  if (facts.kind === "days")
    return m.charges_days({
      from: showDate(facts.from),
      until: showDate(facts.until),
      days: facts.days,
      each: showMoney(facts.perDay),
    });
  const words = m.charges_miles({
    pickup: showNumber(facts.pickup),
    back: showNumber(facts.return),
    included: showNumber(facts.included),
    extra: showNumber(facts.extra),
    each: showMoney(facts.perMile),
  });
  return facts.before ? `${words} ${m.charges_miles_before({ miles: showNumber(facts.before) })}` : words;
}

/** The reader of a charge: its renter, the host of the car, or the team in the back office. */
export type Reader = "renter" | "host" | "team";

/**
 * The outcome of a charge in a sentence. There is none until the charge is answered, and none for the team while
 * the team has to decide.
 */
export function outcomeWords({ status, answer, decision, owed }: Charge, reader: Reader): string | undefined {
  if (status === "contested") return reader === "team" ? undefined : m.charges_waits();
  if (status === "accepted") return answer ? undefined : m.charges_by_silence({ hours: chargeAnswerHours });
  if (decision === "upheld") return m.charges_upheld();
  if (decision === "reduced") return m.charges_reduced({ amount: showMoney(owed ?? "0.00") });
  return decision === "dismissed" ? m.charges_dismissed() : undefined;
}

const failures = new Map<string, () => string>([
  ["charge_answered", m.charges_failed_answered],
  ["charge_closed", m.charges_failed_closed],
  ["charge_exists", m.charges_failed_exists],
  ["charge_not_possible", m.charges_failed_late],
  ["charge_above_rule", m.charges_failed_rule],
  ["charge_above_proposed", m.charges_failed_beyond],
  ["charge_needs_another", m.charges_failed_another],
  ["evidence_missing", m.charges_failed_evidence],
  ["too_many_requests", m.charges_failed_many],
]);

/** The reason why an action on a charge failed, in words. */
export const chargeFailure = (error: unknown): string =>
  failures.get(failureCode(error))?.() ?? sessionErrorWords(error);
