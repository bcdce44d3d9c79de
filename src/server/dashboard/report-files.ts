import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Reports } from "#contract/admin/dashboard.ts";
import { csvRow } from "#domain/csv-cells.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import type { Services } from "#server/services.ts";

const files: { name: string; header: string[]; rows: (reports: Reports) => (string | number)[][] }[] = [
  {
    name: "months",
    header: ["Month", "Placed", "Completed", "Gross"],
    rows: ({ months }) => months.map(({ month, placed, orders, gross }) => [month, placed, orders, gross]),
  },
  {
    name: "cities",
    header: ["City", "Placed", "Completed", "Gross"],
    rows: ({ cities }) => cities.map(({ city, placed, orders, gross }) => [city, placed, orders, gross]),
  },
  {
    name: "categories",
    header: ["Category", "Placed", "Completed", "Gross"],
    rows: ({ categories }) =>
      categories.map(({ category, placed, orders, gross }) => [category, placed, orders, gross]),
  },
  {
    name: "utilisation",
    header: ["Month", "Percent"],
    rows: ({ utilisation }) => utilisation.map(({ month, percent }) => [month, percent]),
  },
  { name: "funnel", header: ["Stage", "Orders"], rows: ({ funnel }) => Object.entries(funnel) },
  {
    name: "subscriptions",
    header: ["What", "Number"],
    rows: ({ subscriptions }) => Object.entries(subscriptions),
  },
];

/** Each table of the reports as a file for a spreadsheet. */
export function serveReports(
  app: FastifyInstance,
  services: Services,
  reports: () => Promise<Reports>,
): void {
  for (const { name, header, rows } of files) {
    serveCsv(app, services, {
      url: `/api/admin/reports/${name}.csv`,
      access: ["view_reports"],
      name,
      rows: async () => Readable.from([header, ...rows(await reports())].map(csvRow)),
    });
  }
  // The same table stands under Finance, whose readers may not read reports.
  const months = files.find(({ name }) => name === "months");
  if (!months) return;
  serveCsv(app, services, {
    url: "/api/admin/dashboard/finance/months.csv",
    access: ["manage_payments"],
    name: "finance",
    rows: async () => Readable.from([months.header, ...months.rows(await reports())].map(csvRow)),
  });
}
