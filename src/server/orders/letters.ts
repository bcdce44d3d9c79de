import { brand } from "#domain/brand.ts";
import { formatDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { formatMoney } from "#domain/money.ts";
import type { LineKind } from "#domain/pricing.ts";
import type { Config } from "#server/config.ts";
import { greeting } from "#server/greeting.ts";
import type { CalendarEvent, Letter } from "#server/mail/letter.ts";
import type { OrderRow } from "./queries.ts";

type Settings = Pick<Config, "publicUrl" | "deskEmail">;

const lineNames: Record<Language, Record<LineKind, string>> = {
  en: { rental: "Rental", duration_discount: "Duration discount", insurance: "Liability insurance", promo: "Promo code" },
  zh: { rental: "租金", duration_discount: "长租优惠", insurance: "第三者责任险", promo: "优惠码" },
};

/** What a letter says; one entry for each language, so that neither can lack a sentence. */
const texts = {
  en: {
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    received: (number: string) => `We have your request ${number}`,
    receivedBody:
      "Thank you. We have received your request and are holding the dates for you. It is not confirmed yet: we answer within 24 hours, and you pay nothing before that.",
    receivedPlan:
      "Thank you. We have received your order. It is not confirmed yet: we choose a car of your plan, write to you within 24 hours, and you pay nothing before that.",
    link: "See or cancel your order",
    cancellation: "You can cancel for free while the order is pending, and up to 24 hours before pickup after it is confirmed.",
    found: (number: string) => `Your order ${number}`,
    foundBody: "Here is the new link to your order, as you asked. Earlier links no longer work.",
    status: {
      pending: (number: string) => `Your order ${number} is open again`,
      confirmed: (number: string) => `Your order ${number} is confirmed`,
      in_progress: (number: string) => `Your rental ${number} has begun`,
      completed: (number: string) => `Your rental ${number} is completed`,
      cancelled: (number: string) => `Your order ${number} is cancelled`,
    },
    statusBody: {
      pending: "We have opened your order again and are looking at it. It is not confirmed yet.",
      confirmed: "Good news: your order is confirmed. The car is yours on these dates. Please bring your driving licence when you pick it up.",
      in_progress: "The car is handed over. Have a good drive, and write to us whenever something is not right.",
      completed: "The car is back with us. Thank you for renting from us.",
      cancelled: "We are sorry: we had to cancel your order.",
    },
    reason: "Reason",
    assigned: (number: string) => `The car of your order ${number}`,
    assignedBody: "We have chosen a car of your plan.",
    cancelled: (number: string) => `Your order ${number} is cancelled`,
    cancelledBody: "Your order is cancelled, as you asked. Nothing was charged.",
    expired: (number: string) => `Your request ${number} has ended`,
    expiredBody:
      "We are sorry: nobody answered your request within 24 hours, so it has ended by itself and the car is free again. Nothing was charged. You are welcome to ask again.",
    again: "Find a car",
    labels: { number: "Order", car: "Car", plan: "Plan", dates: "Dates", place: "Where", total: "Total", miles: "Miles included" },
    dates: (from: string, to: string, days: number) => `${from} to ${to} (${days} days)`,
    pickup: (what: string) => `Pickup: ${what}`,
    return: (what: string) => `Return: ${what}`,
  },
  zh: {
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    received: (number: string) => `我们已收到您的用车申请 ${number}`,
    receivedBody: "感谢您的信任。我们已收到您的申请，并为您保留了这段日期。申请尚未确认：我们会在 24 小时内答复，在此之前您无需付款。",
    receivedPlan: "感谢您的信任。我们已收到您的订单。订单尚未确认：我们会按您的方案选车，并在 24 小时内写信给您，在此之前您无需付款。",
    link: "查看或取消订单",
    cancellation: "订单待确认期间可免费取消；确认后，取车前 24 小时以上仍可免费取消。",
    found: (number: string) => `您的订单 ${number}`,
    foundBody: "应您的要求，这是查看订单的新链接。之前的链接不再有效。",
    status: {
      pending: (number: string) => `您的订单 ${number} 已重新受理`,
      confirmed: (number: string) => `您的订单 ${number} 已确认`,
      in_progress: (number: string) => `您的租车 ${number} 已开始`,
      completed: (number: string) => `您的租车 ${number} 已完成`,
      cancelled: (number: string) => `您的订单 ${number} 已取消`,
    },
    statusBody: {
      pending: "我们已重新受理您的订单，正在处理。订单尚未确认。",
      confirmed: "好消息：您的订单已确认，这段日期车辆归您使用。取车时请携带驾照。",
      in_progress: "车辆已交给您。祝您用车愉快，有任何问题请随时写信给我们。",
      completed: "车辆已归还。感谢您选择我们。",
      cancelled: "很抱歉，我们不得不取消您的订单。",
    },
    reason: "原因",
    assigned: (number: string) => `您的订单 ${number} 的车辆`,
    assignedBody: "我们已按您的方案选好车辆。",
    cancelled: (number: string) => `您的订单 ${number} 已取消`,
    cancelledBody: "已按您的要求取消订单，没有产生任何费用。",
    expired: (number: string) => `您的申请 ${number} 已失效`,
    expiredBody: "很抱歉，您的申请在 24 小时内未得到答复，已自动失效，车辆日期已释放，没有产生任何费用。欢迎您再次申请。",
    again: "去选车",
    labels: { number: "订单号", car: "车辆", plan: "方案", dates: "租期", place: "地点", total: "总价", miles: "含里程（英里）" },
    dates: (from: string, to: string, days: number) => `${from}至${to}（共 ${days} 天）`,
    pickup: (what: string) => `取车：${what}`,
    return: (what: string) => `还车：${what}`,
  },
} as const;

/** To the renter, right after the order: what was received or, by telephone, confirmed; what it costs, and the key that shows and cancels it. */
export function receivedLetter({ publicUrl }: Settings, order: OrderRow, key: string): Letter {
  const isConfirmed = order.status === "confirmed";
  const text = texts[order.language];
  return {
    ...toRenter(order, "order_received", isConfirmed ? text.status.confirmed(order.orderNumber) : text.received(order.orderNumber)),
    isSecret: true,
    content: {
      greeting: greeting(order.language, order.customerName),
      blocks: [
        { kind: "paragraph", text: isConfirmed ? text.statusBody.confirmed : order.source === "plan" ? text.receivedPlan : text.receivedBody },
        { kind: "facts", facts: facts(order, order.language) },
        { kind: "link", text: text.link, url: orderAddress(publicUrl, order, key) },
        { kind: "paragraph", text: text.cancellation },
      ],
      signature: text.signature,
      calendar: { filename: `${order.orderNumber}.ics`, events: appointments(order) },
    },
  };
}

function orderAddress(publicUrl: URL, { id }: OrderRow, key: string): string {
  const url = new URL("/order-complete", publicUrl.origin);
  url.search = new URLSearchParams({ order: id, key }).toString();
  return url.href;
}

/** To the renter who asked for their link again. */
export function linkLetter({ publicUrl }: Settings, order: OrderRow, key: string): Letter {
  const text = texts[order.language];
  return {
    ...toRenter(order, "order_link", text.found(order.orderNumber)),
    isSecret: true,
    content: {
      greeting: greeting(order.language, order.customerName),
      blocks: [
        { kind: "paragraph", text: text.foundBody },
        { kind: "facts", facts: facts(order, order.language) },
        { kind: "link", text: text.link, url: orderAddress(publicUrl, order, key) },
      ],
      signature: text.signature,
    },
  };
}

/** To the renter, whose order an administrator has moved on. */
export function statusLetter(_settings: Settings, order: OrderRow, reason: string | undefined): Letter {
  const text = texts[order.language];
  const why: [string, string][] = reason ? [[text.reason, reason]] : [];
  return {
    ...toRenter(order, `order_${order.status}`, text.status[order.status](order.orderNumber)),
    content: {
      greeting: greeting(order.language, order.customerName),
      blocks: [
        { kind: "paragraph", text: text.statusBody[order.status] },
        { kind: "facts", facts: [...facts(order, order.language), ...why] },
      ],
      signature: text.signature,
      ...(order.status === "confirmed" && { calendar: { filename: `${order.orderNumber}.ics`, events: appointments(order) } }),
    },
  };
}

/** To the renter, whose plan order has got its car. */
export function assignedLetter(_settings: Settings, order: OrderRow): Letter {
  const text = texts[order.language];
  return {
    ...toRenter(order, "order_car", text.assigned(order.orderNumber)),
    content: {
      greeting: greeting(order.language, order.customerName),
      blocks: [
        { kind: "paragraph", text: text.assignedBody },
        { kind: "facts", facts: facts(order, order.language) },
      ],
      signature: text.signature,
    },
  };
}

/** To the renter, after they cancelled. */
export function cancelledLetter(_settings: Settings, order: OrderRow): Letter {
  const text = texts[order.language];
  return {
    ...toRenter(order, "order_cancelled", text.cancelled(order.orderNumber)),
    content: {
      greeting: greeting(order.language, order.customerName),
      blocks: [
        { kind: "paragraph", text: text.cancelledBody },
        { kind: "facts", facts: facts(order, order.language) },
      ],
      signature: text.signature,
    },
  };
}

/** To the renter, when nobody answered in time. */
export function expiredLetter({ publicUrl }: Settings, order: OrderRow): Letter {
  const text = texts[order.language];
  return {
    ...toRenter(order, "order_expired", text.expired(order.orderNumber)),
    content: {
      greeting: greeting(order.language, order.customerName),
      blocks: [
        { kind: "paragraph", text: text.expiredBody },
        { kind: "facts", facts: facts(order, order.language) },
        { kind: "link", text: text.again, url: new URL("/cars", publicUrl.origin).href },
      ],
      signature: text.signature,
    },
  };
}

/** To the desk: who wants what, so that it can be answered. */
export function deskLetter({ deskEmail }: Settings, order: OrderRow): Letter {
  return toDesk(
    deskEmail,
    order,
    "desk_order_placed",
    `New order ${order.orderNumber}: ${order.carName ?? order.tier ?? ""}`,
    "A new order is waiting for an answer.",
  );
}

const clock = new Intl.DateTimeFormat("en-US", { timeZone: "America/Los_Angeles", dateStyle: "medium", timeStyle: "short" });

/** To the desk, while there is still time: a request that ends by itself unless somebody answers it. */
export function deskWarningLetter({ deskEmail }: Settings, order: OrderRow): Letter {
  const end = order.expiresAt ? clock.format(order.expiresAt) : "soon";
  const sentence = `Nobody has answered this request yet. It ends by itself at ${end}, Los Angeles time, and the renter is told so.`;
  return toDesk(deskEmail, order, "desk_order_expiring", `Answer soon: ${order.orderNumber} ends at ${end}`, sentence);
}

export function deskCancelledLetter({ deskEmail }: Settings, order: OrderRow): Letter {
  return toDesk(deskEmail, order, "desk_order_cancelled", `Cancelled: ${order.orderNumber}`, "The renter cancelled this order. Its dates are free again.");
}

const toRenter = (order: OrderRow, kind: string, subject: string) => ({
  kind,
  subject,
  recipient: order.customerEmail,
  language: order.language,
  orderId: order.id,
});

function toDesk(recipient: string, order: OrderRow, kind: string, subject: string, sentence: string): Letter {
  const renter: [string, string][] = [
    ["Name", order.customerName],
    ["E-mail", order.customerEmail],
    ["Phone", order.customerPhone || "not given"],
    ["Language", order.language],
  ];
  const payment: [string, string][] = order.paymentMethod
    ? [["Payment", [order.paymentMethod, order.paymentCard && `${order.paymentCard.brand} ending in ${order.paymentCard.last4}`].filter(Boolean).join(", ")]]
    : [];
  return {
    kind,
    recipient,
    language: "en",
    subject,
    orderId: order.id,
    content: {
      greeting: greeting("en"),
      blocks: [
        { kind: "paragraph", text: sentence },
        { kind: "facts", facts: [...facts(order, "en"), ...renter, ...payment] },
      ],
      signature: brand.name.en,
    },
  };
}

function facts(order: OrderRow, language: Language): [string, string][] {
  const { labels, dates } = texts[language];
  const what: [string, string] = order.carName ? [labels.car, order.carName] : [labels.plan, order.tier ?? ""];
  const place = [order.location, order.pickupLocation].filter(Boolean).join(", ");
  return [
    [labels.number, order.orderNumber],
    what,
    [labels.dates, dates(formatDate(order.pickupDate, language), formatDate(order.returnDate, language), order.days)],
    ...(place ? [[labels.place, place] as [string, string]] : []),
    ...order.lines.map((line): [string, string] => [lineNames[language][line.kind], formatMoney(line.amount, language)]),
    [labels.total, formatMoney(order.total, language)],
    [labels.miles, String(order.milesIncluded)],
  ];
}

const halfAnHour = 30 * 60_000;

/** Handing over and giving back, half an hour each, at Los Angeles's times. */
function appointments(order: OrderRow): CalendarEvent[] {
  const { pickup, return: giveBack } = texts[order.language];
  const what = order.carName ?? brand.name[order.language];
  const location = order.pickupLocation || order.location || "";
  const at = (kind: string, start: number, summary: string) => ({ uid: `${order.id}-${kind}`, start, end: start + halfAnHour, summary, location });
  return [
    at("pickup", instantInLosAngeles(order.pickupDate, order.pickupTime), pickup(what)),
    at("return", instantInLosAngeles(order.returnDate, order.returnTime), giveBack(what)),
  ];
}
