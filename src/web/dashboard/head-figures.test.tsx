// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AdminStats } from "#contract/admin/dashboard.ts";
import { m } from "#web/paraglide/messages.js";
import { HeadFigures } from "./head-figures.tsx";

const stats: AdminStats = {
  totalUsers: 3,
  totalCustomers: 2,
  totalHosts: 1,
  activeVehicles: 4,
  pendingHostApprovals: 0,
  activeTrips: 1,
  recentDisputes: 0,
  totalRevenue: "100.00",
  pendingPayouts: "0.00",
  totalOrders: 5,
  pendingOrders: 1,
  confirmedOrders: 0,
  inProgressOrders: 1,
  completedOrders: 2,
  cancelledOrders: 1,
};

test("the dashboard mentions payouts only if some are due", () => {
  const due = (sum: string) => m.admin_dash_payouts({ sum });
  expect(renderToStaticMarkup(<HeadFigures stats={stats} />)).not.toContain(due("$0"));
  const owing = { ...stats, pendingPayouts: "250.00" };
  expect(renderToStaticMarkup(<HeadFigures stats={owing} />)).toContain(due("$250"));
});
