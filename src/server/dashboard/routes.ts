import type { FastifyInstance } from "fastify";
import {
  acknowledgeAlert,
  getAdminStats,
  getFinance,
  getReports,
  getTrips,
  listActivity,
  listAlerts,
  type OrderCounts,
  type Reports,
} from "#contract/admin/dashboard.ts";
import { orderCountNames } from "#domain/orders/admin-lists.ts";
import { Refusal } from "#contract/errors.ts";
import { billedStatuses, hasBegun, orderStatuses, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { isLate } from "#domain/orders/late.ts";
import { wireMoney } from "#domain/money.ts";
import { monthOf } from "#domain/payments/months.ts";
import { readEarned } from "#server/finance/queries.ts";
import { serve } from "#server/http/serve.ts";
import { leastPayable } from "#server/provider-settings.ts";
import { localTime, type Services, today } from "#server/services.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import { readAlerts } from "./alert-queries.ts";
import { alertsOf, isAlertId, missingSettings } from "./alerts.ts";
import {
  findAcknowledged,
  readActivity,
  readOutstanding,
  readStats,
  readSubscriptions,
  readTallied,
  readTrips,
  readUtilisation,
} from "./queries.ts";
import { acknowledge } from "./acknowledge.ts";
import { serveReports } from "./report-files.ts";

const shownActivity = 20;
/** Milliseconds for which a report is as good as new: it reads every order of half a year. */
const reportAge = 15_000;

/** The first pages of the back office: figures, alerts, recent events, and the reports. */
export function dashboardRoutes(app: FastifyInstance, services: Services): void {
  const { database, now } = services;
  const startedAt = now();

  serve(app, getAdminStats, async () => {
    const stats = await readStats(database);
    const { revenue, pendingPayouts, ...counts } = stats;
    return {
      ...counts,
      activeTrips: counts.inProgressOrders,
      totalRevenue: wireMoney(revenue),
      pendingPayouts: wireMoney(pendingPayouts),
      totalOrders: ordersWith(counts, orderStatuses),
    };
  });

  serve(app, listAlerts, async ({ signedIn, request }) => {
    const rows = [
      ...missingSettings(services.config, startedAt),
      ...(await readAlerts(database, localTime(services), leastPayable(services.config))),
    ];
    const alerts = alertsOf(rows, visitorLanguage(request));
    const seen = await findAcknowledged(
      database,
      signedIn.account.id,
      alerts.map(({ id }) => id),
    );
    return alerts.filter(({ id }) => !seen.has(id));
  });

  serve(app, acknowledgeAlert, async ({ params, signedIn }) => {
    if (!isAlertId(params.id)) throw new Refusal("not_found", "There is no such alert.");
    await acknowledge(database, signedIn.account.id, params.id);
    return { message: "Noted." };
  });

  serve(app, listActivity, ({ query, signedIn: { account } }) =>
    readActivity(database, account, query.limit ?? shownActivity),
  );

  serve(app, getTrips, async () => {
    const now = localTime(services);
    const { pickups, active } = await readTrips(database, now.slice(0, 10));
    return {
      pickups: pickups.map((trip) => ({ ...trip, isOverdue: isLate(trip.pickupDate, trip.pickupTime, now) })),
      active: active.map((trip) => ({ ...trip, isOverdue: isLate(trip.returnDate, trip.returnTime, now) })),
    };
  });

  let kept: { at: number; reports: Promise<Reports> } | undefined;
  const reports = (): Promise<Reports> => {
    if (kept && now() - kept.at < reportAge) return kept.reports;
    const made = makeReports(services);
    kept = { at: now(), reports: made };
    made.catch(() => (kept = undefined));
    return made;
  };
  serve(app, getReports, reports);
  serve(app, getFinance, async () => {
    const { months, outstanding, earned } = await reports();
    return { months, outstanding, earned };
  });
  serveReports(app, services, reports);
}

const ordersWith = (counts: OrderCounts, statuses: readonly OrderStatus[]): number =>
  statuses.reduce((sum, status) => sum + counts[orderCountNames[status]], 0);

async function makeReports(services: Services): Promise<Reports> {
  const { database } = services;
  const [months, cities, categories, utilisation, stats, subscriptions, outstanding, earned] =
    await Promise.all([
      readTallied(database, "month"),
      readTallied(database, "city"),
      readTallied(database, "category"),
      readUtilisation(database, today(services)),
      readStats(database),
      readSubscriptions(database),
      readOutstanding(database),
      readEarned(database, monthOf(today(services))),
    ]);
  const slice = ({ orders, gross, placed }: { orders: number; gross: number; placed: number }) => ({
    orders,
    gross: wireMoney(gross),
    placed,
  });
  return {
    months: months.map((row) => ({ month: row.name.slice(0, 7), ...slice(row) })),
    cities: cities.map((row) => ({ city: row.name, ...slice(row) })),
    categories: categories.map((row) => ({ category: row.name, ...slice(row) })),
    utilisation,
    funnel: {
      placed: ordersWith(stats, orderStatuses),
      confirmed: ordersWith(stats, billedStatuses),
      begun: ordersWith(stats, orderStatuses.filter(hasBegun)),
      completed: stats.completedOrders,
      cancelled: stats.cancelledOrders,
    },
    subscriptions,
    outstanding: wireMoney(outstanding),
    earned: earned.map(({ month, amount, hostShare, platformIncome }) => ({
      month,
      amount: wireMoney(amount),
      hostShare: wireMoney(hostShare),
      platformIncome: wireMoney(platformIncome),
    })),
  };
}
