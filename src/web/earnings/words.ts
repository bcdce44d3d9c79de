import type { HostCredit } from "#contract/host/earnings.ts";
import type { NextPayout } from "#contract/payouts.ts";
import { formatRange } from "#domain/dates.ts";
import type { PayoutWait } from "#domain/payouts/payouts.ts";
import type { HostKind } from "#domain/payouts/shared-lines.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";

export const kindNames: Record<HostKind, () => string> = {
  rental: m.earnings_kind_rental,
  duration_discount: m.earnings_kind_duration_discount,
  early_return_cap: m.earnings_kind_early_return_cap,
  repair: m.earnings_kind_repair,
  fees: m.earnings_kind_fees,
  kept: m.earnings_kind_kept,
  extra_miles: m.earnings_kind_extra_miles,
  late_days: m.earnings_kind_late_days,
  damage: m.earnings_kind_damage,
  tolls: m.earnings_kind_tolls,
  cleaning: m.earnings_kind_cleaning,
};

/** The days of a rental that a line covers; undefined for a line without days. */
export const daysOf = ({ startsOn, endsOn }: Pick<HostCredit, "startsOn" | "endsOn">): string | undefined =>
  startsOn && endsOn ? m.statements_line_dates(formatRange(startsOn, endsOn, currentLanguage())) : undefined;

/** The reader of a host's money: the host, or the team in the back office. */
export type Reader = "host" | "team";

/** The words for a debt that was written off, or is owed again and covered by what was credited beside it. */
export const writeOffWords = (amount: string, reader: Reader): string =>
  Number(amount) < 0 ? m.earnings_line_write_off_ended() : shareSentences[reader].written_off();

type ShareOfLine = Pick<HostCredit, "rule" | "sharePercent" | "amount">;

/** The words for the share of a line. */
export function shareWords({ rule, sharePercent, amount }: ShareOfLine, reader: Reader): string {
  if (rule === "take_back") return m.earnings_line_by_hand();
  if (rule === "write_off") return writeOffWords(amount, reader);
  const { repaid, whole, share } = shareSentences[reader];
  if (rule === "repayment") return repaid();
  return rule === "charge" ? whole() : share({ percent: String(sharePercent) });
}

const shareSentences = {
  host: {
    written_off: m.earnings_line_written_off,
    repaid: m.earnings_line_repaid,
    whole: m.earnings_line_whole,
    share: m.earnings_line_share,
  },
  team: {
    written_off: m.earnings_line_written_off_team,
    repaid: m.earnings_line_repaid_team,
    whole: m.earnings_line_whole_team,
    share: m.earnings_line_share_team,
  },
} satisfies Record<Reader, object>;

/** The name of the next payout's amount: with its day or, where nothing will be sent on it, with what it waits for. */
export function nextPayoutName({ on, amount, waitsFor }: NextPayout): string {
  return waitsFor === null || Number(amount) === 0
    ? m.earnings_next({ day: showDate(on) })
    : waitNames[waitsFor]();
}

const waitNames: Record<PayoutWait, () => string> = {
  held: m.earnings_next_held,
  no_account: m.earnings_next_no_account,
  new_account: m.earnings_next_new_account,
};

/** The state of an amount, in words. */
export function placeWords({ place, payout, payableOn }: HostCredit): string {
  const day = showDate(payableOn);
  const words = {
    paid: () => m.earnings_place_paid({ payout: payout ?? "" }),
    under_way: () => m.earnings_place_under_way({ payout: payout ?? "" }),
    payable: m.earnings_place_payable,
    waits_for_day: () => m.earnings_place_waits_for_day({ day }),
    waits_for_review: m.earnings_place_waits_for_review,
    covered: m.earnings_place_covered,
    waits_for_pickup: () => m.earnings_place_waits_for_pickup({ day }),
  } satisfies Record<HostCredit["place"], () => string>;
  return words[place]();
}
