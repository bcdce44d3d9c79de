export const orderStatuses = ["pending", "confirmed", "in_progress", "completed", "cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderSources = ["request", "plan", "wizard"] as const;
export type OrderSource = (typeof orderSources)[number];

export const paymentMethods = ["credit-card", "paypal"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const hour = 3_600_000;
/** How long an unanswered order keeps its dates, in milliseconds; a plan order holds no car and never expires by the clock. */
export const holdLength: Record<OrderSource, number | undefined> = { request: 24 * hour, wizard: hour / 2, plan: undefined };
