import * as z from "zod/mini";
import type { orderCountNames } from "#domain/orders/admin-lists.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Message, Money, unlessEmpty, wholeNumber } from "#contract/fields.ts";

const Count = z.number();

export type OrderCounts = Record<(typeof orderCountNames)[OrderStatus], number>;
const orderCounts: Record<keyof OrderCounts, typeof Count> = {
  pendingOrders: Count,
  confirmedOrders: Count,
  inProgressOrders: Count,
  completedOrders: Count,
  cancelledOrders: Count,
};

/** The numbers of the whole platform, now. */
export const AdminStats = z.object({
  totalUsers: Count,
  totalCustomers: Count,
  totalHosts: Count,
  activeVehicles: Count,
  pendingHostApprovals: Count,
  activeTrips: Count,
  /** Disputes that wait for a decision, and disputes of the last 30 days that have one. */
  recentDisputes: Count,
  totalRevenue: Money,
  /** What hosts are owed, by the ledger. */
  pendingPayouts: Money,
  totalOrders: Count,
  ...orderCounts,
});
export type AdminStats = z.infer<typeof AdminStats>;

export const alertTypes = ["error", "warning", "info"] as const;

/** A matter that needs an administrator. `href` is the page where the administrator can settle it. */
export const SystemAlert = z.object({
  id: z.string(),
  type: z.enum(alertTypes),
  message: z.string(),
  timestamp: z.string(),
  href: z.string(),
});
export type SystemAlert = z.infer<typeof SystemAlert>;

/** An entry of the audit trail. */
export const Activity = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string(),
  entity: z.string(),
  entityId: z.string(),
  label: z.string(),
  action: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type Activity = z.infer<typeof Activity>;

const Slice = { orders: Count, gross: Money };

/** What today's data can truthfully say. Gross is the total of completed orders. */
export const Reports = z.object({
  months: z.array(z.object({ month: z.string(), ...Slice, placed: Count })),
  cities: z.array(z.object({ city: z.string(), ...Slice, placed: Count })),
  categories: z.array(z.object({ category: z.string(), ...Slice, placed: Count })),
  /** The percentage of car-days on offer that were rented, by month. */
  utilisation: z.array(z.object({ month: z.string(), percent: z.number() })),
  funnel: z.object({ placed: Count, confirmed: Count, begun: Count, completed: Count, cancelled: Count }),
  subscriptions: z.object({ asked: Count, confirmed: Count, codesUsed: Count }),
  outstanding: Money,
  /** By the ledger, for each of the last twelve months: what rentals earned, the hosts' share, and our rest. */
  earned: z.array(z.object({ month: z.string(), amount: Money, hostShare: Money, platformIncome: Money })),
});
export type Reports = z.infer<typeof Reports>;

/** An order whose car is handed over or returned today or soon. */
export const Trip = z.object({
  id: z.string(),
  orderNumber: z.string(),
  carName: z.string(),
  renterName: z.string(),
  status: z.string(),
  pickupDate: z.string(),
  pickupTime: z.string(),
  returnDate: z.string(),
  returnTime: z.string(),
  isOverdue: z.boolean(),
});
export const Trips = z.object({ pickups: z.array(Trip), active: z.array(Trip) });
export type Trips = z.infer<typeof Trips>;

/** The totals of orders by month, and what is still to come from confirmed and running orders. */
export const Finance = z.object({
  months: Reports.shape.months,
  outstanding: Money,
  earned: Reports.shape.earned,
});
export type Finance = z.infer<typeof Finance>;

const tag = "Admin: dashboard";

export const getAdminStats = endpoint({
  method: "GET",
  path: "/api/admin/dashboard/stats",
  summary: "Users, cars, orders and revenue now",
  tag,
  access: "admin",
  response: AdminStats,
  status: 200,
});

export const listAlerts = endpoint({
  method: "GET",
  path: "/api/admin/system/alerts",
  summary: "What wants an administrator and nobody has taken note of, the worst first",
  tag,
  access: "admin",
  response: z.array(SystemAlert),
  status: 200,
});

export const acknowledgeAlert = endpoint({
  method: "POST",
  path: "/api/admin/system/alerts/:id/acknowledge",
  summary: "Take note of an alert: it is gone for oneself until something new joins it",
  tag,
  access: "admin",
  params: z.object({ id: z.string().check(z.maxLength(200)) }),
  response: Message,
  status: 200,
});

export const listActivity = endpoint({
  method: "GET",
  path: "/api/admin/activity",
  summary: "The newest entries of the audit trail",
  tag,
  access: "admin",
  query: z.object({ limit: unlessEmpty(wholeNumber(1, 100)) }),
  response: z.array(Activity),
  status: 200,
});

export const getTrips = endpoint({
  method: "GET",
  path: "/api/admin/trips",
  summary: "Pickups and returns of the next seven days, and trips under way",
  tag,
  access: "admin",
  response: Trips,
  status: 200,
});

export const getReports = endpoint({
  method: "GET",
  path: "/api/admin/reports",
  summary: "Orders and gross by month, city and category, utilisation, funnel and subscriptions",
  tag,
  access: ["view_reports"],
  response: Reports,
  status: 200,
});

export const getFinance = endpoint({
  method: "GET",
  path: "/api/admin/dashboard/finance",
  summary: "Orders and gross by month, and what is outstanding",
  tag,
  access: ["manage_payments"],
  response: Finance,
  status: 200,
});
