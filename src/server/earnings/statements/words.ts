import earningsEn from "#messages/en/earnings.json" with { type: "json" };
import earningsZh from "#messages/zh/earnings.json" with { type: "json" };
import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { HostKind } from "#domain/payouts/shared-lines.ts";

/** What only the file of a statement says: it names us, since it is also read elsewhere. */
type OwnWords = {
  title: string;
  issued: string;
  byHand: string;
  writtenOff: string;
  repaid: string;
  share: (percent: number) => string;
  columns: {
    day: string;
    what: string;
    order: string;
    from: string;
    until: string;
    gross: string;
    ours: string;
  };
  notes: string[];
  year: {
    title: string;
    /** Says the day of the sums: a year goes on, and its payments can still be taken back. */
    asOf: string;
    summedBy: string;
    byMonth: string;
    name: string;
    notes: string[];
  };
  footer: string;
};

const ownWords: Record<Language, OwnWords> = {
  en: {
    title: "Host statement",
    issued: "Issued on",
    byHand: `Taken back by ${brand.name.en}`,
    writtenOff: "Written off: not owed anymore",
    repaid: "Repaid by you",
    share: (percent) => `${percent}% share`,
    columns: {
      day: "Day",
      what: "What",
      order: "Order",
      from: "From",
      until: "Until",
      gross: "Paid by the renter",
      ours: `${brand.name.en}’s share`,
    },
    notes: [
      "Each line has the day on which it was written down, but a payout has the day on which it was sent and a repayment the day on which it arrived, which may be in an earlier month. What renters haven’t paid isn’t in it.",
      `Insurance and taxes go to ${brand.name.en}, which bears promo codes; none of them changes your share.`,
    ],
    year: {
      title: "Host’s yearly summary",
      asOf: "As of",
      summedBy: "Summed",
      byMonth: "By month",
      name: "Month or car",
      notes: [
        "By the day on which renters paid, on which money went back to them, or on which it became yours again; payouts are by the day on which they were sent, and one that came back is taken off on the day it did.",
        `Insurance and taxes go to ${brand.name.en}, which bears promo codes; none of them changes your share. This isn’t a tax form.`,
      ],
    },
    footer: brand.name.en,
  },
  zh: {
    title: "车主月结单",
    issued: "出具日期",
    byHand: `${brand.name.zh}扣回`,
    writtenOff: "已核销，无需再支付",
    repaid: "您已归还",
    share: (percent) => `分成 ${percent}%`,
    columns: {
      day: "日期",
      what: "项目",
      order: "订单",
      from: "起",
      until: "止",
      gross: "租客已付",
      ours: `${brand.name.zh}分成`,
    },
    notes: [
      "每一行的日期是入账日期；打款为汇出日期，归还欠款为到账日期，可能早于本月。租客尚未支付的金额不在其中。",
      `保险和税费归${brand.name.zh}，优惠码由${brand.name.zh}承担，均不影响您的分成。`,
    ],
    year: {
      title: "车主年度汇总",
      asOf: "截至",
      summedBy: "汇总方式",
      byMonth: "按月",
      name: "月份或车辆",
      notes: [
        "按租客付款、退款给租客或款项重新归您的日期统计；打款按汇出日期统计，被退回的打款在退回当日减去。",
        `保险和税费归${brand.name.zh}，优惠码由${brand.name.zh}承担，均不影响您的分成。本汇总不是税表。`,
      ],
    },
    footer: brand.name.zh,
  },
};

const lines = (messages: typeof earningsEn): Record<HostKind, string> => ({
  rental: messages.earnings_kind_rental,
  duration_discount: messages.earnings_kind_duration_discount,
  early_return_cap: messages.earnings_kind_early_return_cap,
  repair: messages.earnings_kind_repair,
  fees: messages.earnings_kind_fees,
  kept: messages.earnings_kind_kept,
  extra_miles: messages.earnings_kind_extra_miles,
  late_days: messages.earnings_kind_late_days,
  damage: messages.earnings_kind_damage,
  tolls: messages.earnings_kind_tolls,
  cleaning: messages.earnings_kind_cleaning,
});

/** The words of the screen and the words that only the file says. */
const wordsOf = (messages: typeof earningsEn, own: OwnWords) => ({
  ...own,
  host: messages.hosts_name,
  month: messages.earnings_column_month,
  opening: messages.statements_opening,
  closing: messages.statements_closing,
  shares: messages.statements_shares,
  charges: messages.statements_charges,
  takenBack: messages.statements_taken_back,
  owedLess: messages.statements_owed_less,
  payouts: messages.statements_payouts,
  payout: (name: string) => messages.statements_payout.replace("{name}", () => name),
  payoutBack: (name: string) => messages.statements_payout_back.replace("{name}", () => name),
  writeOffEnded: messages.earnings_line_write_off_ended,
  whole: messages.earnings_line_whole,
  lines: lines(messages),
  columns: { ...own.columns, car: messages.statements_car, yours: messages.statements_net },
  year: {
    ...own.year,
    year: messages.statements_year_choose,
    byCar: messages.statements_cars,
    noCar: messages.statements_no_car,
  },
});

/** What a host's statement says, in either language: where the screen says it too, in the words of the screen. */
export const statementWords = {
  en: wordsOf(earningsEn, ownWords.en),
  zh: wordsOf(earningsZh, ownWords.zh),
};
