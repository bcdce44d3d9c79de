import { timeToPay } from "#domain/booking/wizard.ts";
import { inHours, warnBefore } from "#domain/orders/lifecycle.ts";
import { each, type Rule } from "./alert-rule.ts";
import { secondLookRules } from "./second-look-rules.ts";

const warnHours = inHours(warnBefore);

/** The alerts for the back office, the worst first. */
export const rules: Record<string, Rule> = {
  no_mail_server: {
    type: "error",
    href: "/admin/backend",
    en: () => "No mail server is set up: emails to renters stay here and reach no one.",
    zh: () => "未设置邮件服务器：发给租客的邮件无法送出。",
  },
  no_second_factor: {
    type: "warning",
    href: "/admin/users?people=admins",
    en: () => "Administrators sign in with a password alone: ADMIN_SECOND_FACTOR is off.",
    zh: () => "管理员仅凭密码登录：ADMIN_SECOND_FACTOR 已关闭。",
  },
  no_payment_instructions: {
    type: "warning",
    href: "/admin/settings#settings-pay",
    en: () =>
      "Renters don’t learn how to pay: fill in “How renters pay you” in the business settings, or set up a payment provider. Until then, no booking is canceled for being unpaid.",
    zh: () =>
      "租客不知道如何付款：请在“商家设置”的“租客付款方式”中填写付款说明，或接入支付平台。在此之前，不会因未付款取消任何预订。",
  },
  emails_undelivered: {
    type: "error",
    href: "/admin/backend",
    en: (count) =>
      each(
        count,
        "One email or text message couldn’t be delivered.",
        "# emails or text messages couldn’t be delivered.",
      ),
    zh: (count) => `有 ${count} 封邮件或短信无法送达。`,
  },
  overdue: {
    type: "error",
    href: "/admin/order-management?attention=overdue",
    en: (count) =>
      each(
        count,
        "One car isn’t back although its rental has ended.",
        "# cars aren’t back although their rentals have ended.",
      ),
    zh: (count) => `有 ${count} 辆车租期已过仍未归还。`,
  },
  cars_out: {
    type: "warning",
    href: "/admin/order-management?attention=car_out",
    en: (count) =>
      each(
        count,
        "One rental has ended, and nobody has recorded that its car is back.",
        "# rentals have ended, and nobody has recorded that their cars are back.",
      ),
    zh: (count) => `有 ${count} 个租约已结束，尚未确认收回车辆。`,
  },
  chargebacks: {
    type: "error",
    href: "/admin/finance",
    en: (count) => each(count, "One chargeback is open.", "# chargebacks are open."),
    zh: (count) => `有 ${count} 笔付款遭银行拒付，尚未裁定。`,
  },
  provider_events_dead: {
    type: "error",
    href: "/admin/finance",
    en: (count) =>
      each(
        count,
        "One message from a payment provider couldn’t be processed.",
        "# messages from payment providers couldn’t be processed.",
      ),
    zh: (count) => `有 ${count} 条支付平台通知未能处理。`,
  },
  books_differ: {
    type: "error",
    href: "/admin/finance",
    en: (count) =>
      each(
        count,
        "One line of a payment provider’s report differs from our books.",
        "# lines of payment providers’ reports differ from our books.",
      ),
    zh: (count) => `支付平台报表与账目有 ${count} 处不符。`,
  },
  corrections_waiting: {
    type: "warning",
    href: "/admin/finance?show=to_correct",
    en: (count) =>
      each(count, "One corrected payment awaits approval.", "# corrected payments await approval."),
    zh: (count) => `有 ${count} 笔付款更正待批准。`,
  },
  ...secondLookRules,
  about_to_expire: {
    type: "warning",
    href: "/admin/order-management?attention=about_to_expire",
    en: (count) =>
      each(
        count,
        `One request expires within ${warnHours} hours unless someone answers.`,
        `# requests expire within ${warnHours} hours unless someone answers.`,
      ),
    zh: (count) => `有 ${count} 份申请若无人答复，将在 ${warnHours} 小时内失效。`,
  },
  more_days_asked: {
    type: "warning",
    href: "/admin/order-management?attention=request",
    en: (count) =>
      each(
        count,
        "One renter has asked to keep the car longer or to change the rental.",
        "# renters have asked to keep their cars longer or to change their rentals.",
      ),
    zh: (count) => `有 ${count} 位租客申请续租或变更租约，等待答复。`,
  },
  endings_to_decide: {
    type: "warning",
    href: "/admin/continuity",
    en: (count) =>
      each(count, "One ended rental is yours to decide.", "# ended rentals are yours to decide."),
    zh: (count) => `有 ${count} 个终止租约的请求待您决定。`,
  },
  rentals_replaced: {
    type: "info",
    href: "/admin/continuity",
    en: (count) =>
      each(count, "One renter is being offered another car.", "# renters are being offered other cars."),
    zh: (count) => `正在为 ${count} 位租客换车。`,
  },
  not_handed_over: {
    type: "warning",
    href: "/admin/order-management?attention=not_handed_over",
    en: (count) =>
      each(count, "One confirmed rental should have started.", "# confirmed rentals should have started."),
    zh: (count) => `有 ${count} 个已确认的订单已到取车日，尚未开始。`,
  },
  low_readings: {
    type: "warning",
    href: "/admin/order-management?attention=low_reading",
    en: (count) =>
      each(
        count,
        "One car came back with a lower odometer reading than at pickup: its miles are yours to decide.",
        "# cars came back with lower odometer readings than at pickup: their miles are yours to decide.",
      ),
    zh: (count) => `有 ${count} 个订单的还车里程读数低于取车时，里程需由您核定。`,
  },
  unpaid_pickup: {
    type: "warning",
    href: "/admin/order-management?attention=unpaid_pickup",
    en: (count) =>
      each(
        count,
        `One confirmed order is picked up within ${timeToPay.beforePickupHours} hours, and its first payment hasn’t come in.`,
        `# confirmed orders are picked up within ${timeToPay.beforePickupHours} hours, and their first payments haven’t come in.`,
      ),
    zh: (count) =>
      `有 ${count} 个已确认订单将在 ${timeToPay.beforePickupHours} 小时内取车，但首期款尚未到账。`,
  },
  plan_without_car: {
    type: "warning",
    href: "/admin/order-management?attention=without_car",
    en: (count) => each(count, "One plan order has no car yet.", "# plan orders have no car yet."),
    zh: (count) => `有 ${count} 个套餐订单尚未分配车辆。`,
  },
  uninsured: {
    type: "error",
    href: "/admin/order-management?attention=uninsured",
    en: (count) =>
      each(
        count,
        "One rental is underway although its proof of insurance has expired.",
        "# rentals are underway although their proofs of insurance have expired.",
      ),
    zh: (count) => `有 ${count} 个进行中的订单，保险证明已到期。`,
  },
  verifications: {
    type: "warning",
    href: "/admin/verifications",
    en: (count) =>
      each(
        count,
        "One license or proof of insurance is waiting for review.",
        "# licenses or proofs of insurance are waiting for review.",
      ),
    zh: (count) => `有 ${count} 份驾照或保险证明等待审核。`,
  },
  payments_past_due: {
    type: "error",
    href: "/admin/finance?show=overdue_month",
    en: (count) =>
      each(count, "One payment is more than a week overdue.", "# payments are more than a week overdue."),
    zh: (count) => `有 ${count} 笔付款已逾期一周以上。`,
  },
  payments_long_past_due: {
    type: "error",
    href: "/admin/finance?show=overdue_older",
    en: (count) =>
      each(count, "One payment is more than 30 days overdue.", "# payments are more than 30 days overdue."),
    zh: (count) => `有 ${count} 笔付款已逾期 30 天以上。`,
  },
  refunds_waiting: {
    type: "warning",
    href: "/admin/finance?show=to_refund",
    en: (count) =>
      each(
        count,
        "One refund needs to be approved or paid out.",
        "# refunds need to be approved or paid out.",
      ),
    zh: (count) => `有 ${count} 笔退款等待批准或退回。`,
  },
  unprintable: {
    type: "warning",
    href: "/admin/order-management?attention=unprintable",
    en: (count) =>
      each(
        count,
        "One order’s documents wait: a character in them can’t be printed.",
        "The documents of # orders wait: a character in them can’t be printed.",
      ),
    zh: (count) => `有 ${count} 个订单的文件尚未开具：其中有无法打印的字符。`,
  },
  disputes: {
    type: "warning",
    href: "/admin/disputes",
    en: (count) =>
      each(
        count,
        "One charge is disputed and needs a decision.",
        "# charges are disputed and need a decision.",
      ),
    zh: (count) => `有 ${count} 笔额外费用存在争议，等待裁定。`,
  },
  messages_waiting: {
    type: "warning",
    href: "/admin/messages?state=late",
    en: (count) =>
      each(
        count,
        "One conversation has been waiting for our answer for more than two hours.",
        "# conversations have been waiting for our answer for more than two hours.",
      ),
    zh: (count) => `有 ${count} 个对话等待回复已超过两小时。`,
  },
  host_applications: {
    type: "info",
    href: "/admin/users?people=hosts",
    en: (count) => each(count, "One person wants to become a host.", "# people want to become hosts."),
    zh: (count) => `有 ${count} 人申请成为车主。`,
  },
};
