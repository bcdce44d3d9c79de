import changesEn from "#messages/en/changes.json" with { type: "json" };
import chargesEn from "#messages/en/charges.json" with { type: "json" };
import documentsEn from "#messages/en/documents.json" with { type: "json" };
import layoutEn from "#messages/en/layout.json" with { type: "json" };
import paymentsEn from "#messages/en/payments.json" with { type: "json" };
import changesZh from "#messages/zh/changes.json" with { type: "json" };
import chargesZh from "#messages/zh/charges.json" with { type: "json" };
import documentsZh from "#messages/zh/documents.json" with { type: "json" };
import layoutZh from "#messages/zh/layout.json" with { type: "json" };
import paymentsZh from "#messages/zh/payments.json" with { type: "json" };
import { brand } from "#domain/brand.ts";
import type { MoneyDocumentKind } from "#domain/documents/documents.ts";
import type { balanceName, StatementEntry } from "#domain/documents/statement.ts";
import type { VoidReason } from "#domain/documents/void-reasons.ts";
import type { Language } from "#domain/languages.ts";
import type { InstalmentLineKind } from "#domain/pricing/instalments.ts";
import type { RecordedMethod } from "#domain/payments/payments.ts";

/** Words that screens say too, from their messages. */
const messages = {
  en: { ...changesEn, ...chargesEn, ...documentsEn, ...layoutEn, ...paymentsEn },
  zh: { ...changesZh, ...chargesZh, ...documentsZh, ...layoutZh, ...paymentsZh },
};

const sharedLines = (from: (typeof messages)[Language]) => ({
  early_return_cap: from.common_line_cap,
  repair: from.common_line_repair,
  repair_insurance: from.common_line_repair_insurance,
  promo: from.common_line_promo,
  fees: from.common_line_fees,
  taxes: from.common_line_taxes,
  kept: from.payments_kept,
  refunded_twice: from.payments_refunded_twice,
  extra_miles: from.charges_category_extra_miles,
  late_days: from.charges_category_late_days,
  damage: from.charges_category_damage,
  tolls: from.charges_category_tolls,
  cleaning: from.charges_category_cleaning,
});
type OwnLine = Exclude<InstalmentLineKind, keyof ReturnType<typeof sharedLines>>;

/** What only documents say. */
type OwnWords = {
  addendum: string;
  driver: string;
  mayDrive: string;
  mayNotDrive: string;
  after: string;
  otherwise: string;
  order: string;
  renter: string;
  car: string;
  place: string;
  rental: string;
  cover: string;
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
  lines: Record<OwnLine, string>;
  paid: string;
  refunded: string;
  voiding: Record<MoneyDocumentKind, { voids: string; total: string }>;
  reason: string;
  reasons: Record<VoidReason, string>;
  entries: Record<StatementEntry, string>;
  balances: Record<ReturnType<typeof balanceName>, string>;
  entriesNote: string;
  taxesBilled: string;
  taxesRefunded: string;
  beforeTaxes: string;
  openRefunds: (amount: string) => string;
  leftAfter: (amount: string) => string;
  days: (count: number) => string;
  daysAt: (count: number, price: string) => string;
  acceptedBy: string;
  acceptedAt: string;
  textHash: string;
  footer: string;
};

const ownWords: Record<Language, OwnWords> = {
  en: {
    addendum: "Addendum to the rental agreement",
    driver: "Additional driver",
    mayDrive: "We’ve verified this driver’s license. From now on they may drive the car, by the same terms.",
    mayNotDrive: "From now on this driver may not drive the car.",
    after: "After the change",
    otherwise: "Everything else in the agreement stays as it was accepted.",
    order: "Order",
    renter: "Renter",
    car: "Car",
    place: "Place",
    rental: "Whole rental",
    cover: "Insurance",
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
      insurance: "Insurance",
    },
    paid: "Amount received",
    refunded: "Amount refunded",
    voiding: {
      invoice: { voids: "Credits invoice", total: "Amount credited" },
      receipt: { voids: "Reverses receipt", total: "Amount reversed" },
      refund_receipt: {
        voids: "Reverses refund receipt",
        total: "Amount reversed",
      },
    },
    reason: "Reason",
    reasons: {
      cancellation_undone: "The cancellation was undone, so its charge is no longer due.",
      recalculated: "The amount due for this period was recalculated.",
      order_cancelled: "The order was canceled.",
      order_not_confirmed: "The order is no longer confirmed.",
      no_longer_due: "The rental was changed, and this amount is no longer due.",
      payment_not_received: "The payment was recorded by mistake: it was not received.",
      payment_of_another_order: "The payment was recorded by mistake: it was made for another order.",
      refund_returned: "All or part of the refund came back to us.",
    },
    entries: {
      due: "Due",
      due_again: "Due again",
      reversed: "Reversed",
      payment: "Payment",
      correction: "Payment corrected",
      refund: "Refund",
      refund_returned: "Refund came back",
      goodwill: "Goodwill credit",
      goodwill_reversed: "Goodwill credit reversed",
      write_off: "Written off",
      write_off_reversed: "Write-off reversed",
      chargeback: "Payment taken back",
      chargeback_reversed: "Payment restored",
    },
    balances: {
      owed: "Left to pay",
      settled: "Nothing is owed",
      to_be_refunded: "To be refunded",
      prepaid: "Paid in advance",
    },
    entriesNote:
      "Amounts due and refunds are positive; payments and credits are negative. Amounts due later are not included.",
    taxesBilled: "Taxes in the amounts billed",
    taxesRefunded: "Taxes in the refunds",
    beforeTaxes: "Before taxes",
    leftAfter: (amount) => `Left to pay for this order when this receipt was issued: ${amount}`,
    days: (count) => (count === 1 ? ", 1 day" : `, ${count} days`),
    daysAt: (count, price) => (count === 1 ? `, 1 day at ${price}` : `, ${count} days × ${price}`),
    openRefunds: (amount) => `Refunds not yet paid out: ${amount}`,
    acceptedBy: "Accepted by",
    acceptedAt: "Accepted",
    textHash: "SHA-256 of the text",
    footer: `${brand.name.en} · Cars by the month in the ${brand.region.en} · US dollars, Pacific time`,
  },
  zh: {
    addendum: "租车补充协议",
    driver: "附加驾驶人",
    mayDrive: "该驾驶人的驾照已通过审核，自此可按同样的条款驾驶本车。",
    mayNotDrive: "该驾驶人自此不得驾驶本车。",
    after: "更改后",
    otherwise: "协议的其他内容按签署时的文本继续有效。",
    order: "订单",
    renter: "承租人",
    car: "车辆",
    place: "地点",
    rental: "整个租期",
    cover: "保险",
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
      insurance: "保险",
    },
    paid: "实收金额",
    refunded: "退款金额",
    voiding: {
      invoice: { voids: "冲销账单", total: "冲销金额" },
      receipt: { voids: "冲销收据", total: "冲销金额" },
      refund_receipt: { voids: "冲销退款收据", total: "冲销金额" },
    },
    reason: "原因",
    reasons: {
      cancellation_undone: "订单取消已撤销，不再收取取消订单的费用。",
      recalculated: "该期应付金额已重新计算。",
      order_cancelled: "订单已取消。",
      order_not_confirmed: "订单不再处于已确认状态。",
      no_longer_due: "租期或价格有更改，该款项不再应付。",
      payment_not_received: "该笔付款系误记：款项并未到账。",
      payment_of_another_order: "该笔付款系误记：款项属于另一订单。",
      refund_returned: "退款的全部或部分已被退回给我们。",
    },
    entries: {
      due: "应付",
      due_again: "恢复应付",
      reversed: "冲销",
      payment: "付款",
      correction: "付款更正",
      refund: "退款",
      refund_returned: "退款被退回",
      goodwill: "我方补偿",
      goodwill_reversed: "我方补偿冲销",
      write_off: "核销",
      write_off_reversed: "核销撤销",
      chargeback: "付款被撤回",
      chargeback_reversed: "付款恢复",
    },
    balances: {
      owed: "待付金额",
      settled: "款项已结清",
      to_be_refunded: "应退金额",
      prepaid: "已预付",
    },
    entriesNote: "应付款项和退款为正数，付款和补偿为负数；尚未到期的款项不计入。",
    taxesBilled: "应付金额中所含税费",
    taxesRefunded: "退款中所含税费",
    beforeTaxes: "税前金额",
    leftAfter: (amount) => `开具本收据时，该订单尚需支付：${amount}`,
    days: (count) => `，${count} 天`,
    daysAt: (count, price) => `，${count} 天 × ${price}`,
    openRefunds: (amount) => `尚未退回的退款：${amount}`,
    acceptedBy: "签署人",
    acceptedAt: "签署时间",
    textHash: "文本 SHA-256",
    footer: `${brand.name.zh} · ${brand.region.zh}按月租车 · 金额以美元计，时间以加州时间为准`,
  },
};

function wordsIn(language: Language) {
  const own = ownWords[language];
  const from = messages[language];
  const lines: Record<InstalmentLineKind, string> = { ...own.lines, ...sharedLines(from) };
  const { invoice, receipt, refund_receipt } = own.voiding;
  return {
    ...own,
    agreement: from.documents_kind_agreement,
    before: from.changes_before,
    invoice: from.documents_kind_invoice,
    receipt: from.documents_kind_receipt,
    refund: from.documents_kind_refund_receipt,
    statement: from.documents_kind_statement,
    total: from.common_line_total,
    lines,
    voiding: {
      invoice: { ...invoice, title: from.documents_kind_credit_note },
      receipt: { ...receipt, title: from.documents_kind_receipt_reversal },
      refund_receipt: { ...refund_receipt, title: from.documents_kind_refund_reversal },
    },
  };
}

/** The facts in documents besides an order's own: where a screen says them too, in the words of the screen. */
export const documentWords = { en: wordsIn("en"), zh: wordsIn("zh") };
