import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { HostKind } from "#domain/payouts/shared-lines.ts";

type Words = {
  title: string;
  host: string;
  month: string;
  issued: string;
  opening: string;
  closing: string;
  shares: string;
  charges: string;
  takenBack: string;
  owedLess: string;
  payouts: string;
  payout: (name: string) => string;
  payoutBack: (name: string) => string;
  byHand: string;
  writtenOff: string;
  writeOffEnded: string;
  repaid: string;
  share: (percent: number) => string;
  whole: string;
  lines: Record<HostKind, string>;
  columns: {
    day: string;
    what: string;
    order: string;
    car: string;
    from: string;
    until: string;
    gross: string;
    ours: string;
    yours: string;
  };
  notes: string[];
  year: {
    title: string;
    year: string;
    /** Says the day of the sums: a year goes on, and its payments can still be taken back. */
    asOf: string;
    summedBy: string;
    byMonth: string;
    byCar: string;
    noCar: string;
    name: string;
    notes: string[];
  };
  footer: string;
};

/** What a host's statement says, in either language. */
export const statementWords: Record<Language, Words> = {
  en: {
    title: "Host statement",
    host: "Host",
    month: "Month",
    issued: "Issued on",
    opening: "Opening balance",
    closing: "Closing balance",
    shares: "Your share of rentals",
    charges: "Charges that are yours",
    takenBack: "Taken back",
    owedLess: "Debt reduced",
    payouts: "Payouts",
    payout: (name) => `Payout ${name}`,
    payoutBack: (name) => `Payout ${name} came back`,
    byHand: `Taken back by ${brand.name.en}`,
    writtenOff: "Written off: not owed anymore",
    writeOffEnded: "No longer written off: the renter has paid after all",
    repaid: "Repaid by you",
    share: (percent) => `${percent}% share`,
    whole: "all yours",
    lines: {
      rental: "Rental",
      duration_discount: "Longer-stay discount",
      early_return_cap: "Capped at the original price",
      repair: "Days in repair",
      fees: "Early-return fee",
      kept: "Kept of a canceled rental",
      extra_miles: "Extra miles",
      late_days: "Late days",
      damage: "Damage",
      tolls: "Tolls",
      cleaning: "Cleaning",
    },
    columns: {
      day: "Day",
      what: "What",
      order: "Order",
      car: "Car",
      from: "From",
      until: "Until",
      gross: "Paid by the renter",
      ours: `${brand.name.en}’s share`,
      yours: "Yours",
    },
    notes: [
      "Each line has the day on which it was written down, but a payout has the day on which it was sent and a repayment the day on which it arrived, which may be in an earlier month. What renters haven’t paid isn’t in it.",
      `Insurance and taxes go to ${brand.name.en}, which bears promo codes; none of them changes your share.`,
    ],
    year: {
      title: "Host’s yearly summary",
      year: "Year",
      asOf: "As of",
      summedBy: "Summed",
      byMonth: "By month",
      byCar: "By car",
      noCar: "No car",
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
    host: "车主",
    month: "月份",
    issued: "出具日期",
    opening: "期初余额",
    closing: "期末余额",
    shares: "您的租金分成",
    charges: "归您所有的费用",
    takenBack: "扣回",
    owedLess: "欠款减少",
    payouts: "打款",
    payout: (name) => `打款 ${name}`,
    payoutBack: (name) => `打款 ${name} 被退回`,
    byHand: `${brand.name.zh}扣回`,
    writtenOff: "已核销，无需再支付",
    writeOffEnded: "核销已撤销：租客后来付了款",
    repaid: "您已归还",
    share: (percent) => `分成 ${percent}%`,
    whole: "全部归您",
    lines: {
      rental: "租金",
      duration_discount: "长租优惠",
      early_return_cap: "不超过原价的减免",
      repair: "维修天数",
      fees: "提前还车费",
      kept: "取消租车后保留的金额",
      extra_miles: "超里程费",
      late_days: "逾期还车费",
      damage: "车损",
      tolls: "过路费",
      cleaning: "清洁费",
    },
    columns: {
      day: "日期",
      what: "项目",
      order: "订单",
      car: "车辆",
      from: "起",
      until: "止",
      gross: "租客已付",
      ours: `${brand.name.zh}分成`,
      yours: "归您",
    },
    notes: [
      "每一行的日期是入账日期；打款为汇出日期，归还欠款为到账日期，可能早于本月。租客尚未支付的金额不在其中。",
      `保险和税费归${brand.name.zh}，优惠码由${brand.name.zh}承担，均不影响您的分成。`,
    ],
    year: {
      title: "车主年度汇总",
      year: "年份",
      asOf: "截至",
      summedBy: "汇总方式",
      byMonth: "按月",
      byCar: "按车辆",
      noCar: "无车辆",
      name: "月份或车辆",
      notes: [
        "按租客付款、退款给租客或款项重新归您的日期统计；打款按汇出日期统计，被退回的打款在退回当日减去。",
        `保险和税费归${brand.name.zh}，优惠码由${brand.name.zh}承担，均不影响您的分成。本汇总不是税表。`,
      ],
    },
    footer: brand.name.zh,
  },
};
