import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { InstalmentLineKind } from "#domain/payments/instalments.ts";
import type { TransactionKind } from "#domain/payments/ledger.ts";
import type { RecordedMethod } from "#domain/payments/payments.ts";

type Words = {
  agreement: string;
  addendum: string;
  before: string;
  after: string;
  otherwise: string;
  invoice: string;
  receipt: string;
  refund: string;
  order: string;
  renter: string;
  car: string;
  plan: string;
  pickup: string;
  return: string;
  issued: string;
  period: string;
  due: string;
  paidOn: string;
  refundedOn: string;
  method: string;
  reference: string;
  methods: Record<RecordedMethod, string>;
  lines: Record<InstalmentLineKind, string>;
  paid: string;
  refunded: string;
  total: string;
  statement: string;
  entries: Record<TransactionKind, string>;
  owed: string;
  credit: string;
  settled: string;
  entriesNote: string;
  acceptedBy: string;
  acceptedAt: string;
  textHash: string;
  footer: string;
};

/** What stands in documents beside an order's own facts. */
export const documentWords: Record<Language, Words> = {
  en: {
    agreement: "Rental agreement",
    addendum: "Addendum to the rental agreement",
    before: "Before the change",
    after: "After the change",
    otherwise: "Everything else in the agreement stays as it was accepted.",
    invoice: "Invoice",
    receipt: "Receipt",
    refund: "Refund receipt",
    order: "Order",
    renter: "Renter",
    car: "Car",
    plan: "Plan",
    pickup: "Pickup",
    return: "Return",
    issued: "Issued",
    period: "For",
    due: "Due",
    paidOn: "Received",
    refundedOn: "Refunded",
    method: "Paid by",
    reference: "Reference",
    methods: { cash: "Cash", transfer: "Bank transfer", cheque: "Check", card_terminal: "Card terminal" },
    lines: {
      rental: "Rental",
      duration_discount: "Longer-stay discount",
      early_return_cap: "Capped at the original price",
      insurance: "Insurance",
      promo: "Promo code",
      fees: "Fees",
      taxes: "Taxes",
      kept: "Cancellation charge",
      refunded_twice: "Refunded twice",
      extra_miles: "Extra miles",
      late_days: "Late days",
      damage: "Damage",
      tolls: "Tolls and fines",
      cleaning: "Cleaning",
    },
    paid: "Amount received",
    refunded: "Amount refunded",
    total: "Total",
    statement: "Account statement",
    entries: {
      instalment: "Due",
      reversal: "Reversed",
      payment: "Payment",
      correction: "Payment corrected",
      refund: "Refund",
      write_off: "Written off",
      chargeback: "Payment taken back",
    },
    owed: "Left to pay",
    credit: "To be refunded",
    settled: "Nothing is owed",
    entriesNote: "Amounts you owe are positive; payments are negative. Amounts due later are not included.",
    acceptedBy: "Accepted by",
    acceptedAt: "Accepted",
    textHash: "SHA-256 of the text",
    footer: `${brand.name.en} · Cars by the month in the ${brand.region.en} · US dollars, Pacific time`,
  },
  zh: {
    agreement: "租车协议",
    addendum: "租车补充协议",
    before: "更改前",
    after: "更改后",
    otherwise: "协议的其他内容按签署时的文本继续有效。",
    invoice: "账单",
    receipt: "收据",
    refund: "退款收据",
    order: "订单",
    renter: "承租人",
    car: "车辆",
    plan: "套餐",
    pickup: "取车",
    return: "还车",
    issued: "开具日期",
    period: "租期",
    due: "到期日",
    paidOn: "收款日",
    refundedOn: "退款日",
    method: "付款方式",
    reference: "凭证号",
    methods: { cash: "现金", transfer: "银行转账", cheque: "支票", card_terminal: "刷卡" },
    lines: {
      rental: "租金",
      duration_discount: "长租优惠",
      early_return_cap: "以原价封顶",
      insurance: "保险",
      promo: "优惠码",
      fees: "手续费",
      taxes: "税费",
      kept: "取消订单收取的费用",
      refunded_twice: "重复退回的款项",
      extra_miles: "超里程费",
      late_days: "逾期还车费",
      damage: "车辆损坏",
      tolls: "过路费和罚款",
      cleaning: "清洁费",
    },
    paid: "实收金额",
    refunded: "退款金额",
    total: "合计",
    statement: "对账单",
    entries: {
      instalment: "应付",
      reversal: "冲销",
      payment: "付款",
      correction: "付款更正",
      refund: "退款",
      write_off: "核销",
      chargeback: "付款被撤回",
    },
    owed: "待付金额",
    credit: "应退金额",
    settled: "款项已结清",
    entriesNote: "应付款项为正数，付款为负数；尚未到期的款项不计入。",
    acceptedBy: "签署人",
    acceptedAt: "签署时间",
    textHash: "文本 SHA-256",
    footer: `${brand.name.zh} · ${brand.region.zh}按月租车 · 金额以美元计，时间以加州时间为准`,
  },
};
