import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type BilledTaxShown, listBilledTaxes } from "#contract/admin/taxes.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { wireMoney } from "#domain/money.ts";
import type { BilledTax } from "#domain/pricing/billed-taxes.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { readTaxes } from "./read-taxes.ts";
import { monthIn } from "./month-in.ts";

/** A month's taxes to file, for administrators who manage payments. */
export function taxRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const thisMonth = () => today(services).slice(0, 7);

  serve(app, listBilledTaxes, async ({ query: { month = thisMonth() } }) =>
    (await readTaxes(database, month)).map(wireTax),
  );

  serveCsv(app, services, {
    url: "/api/admin/finance/taxes/export",
    access: ["manage_payments"],
    file: (on, request) => tableFile("taxes", on, monthIn(request, on)),
    async rows(request) {
      const month = monthIn(request, today(services));
      const taxes = (await readTaxes(database, month)).map(wireTax);
      const lines = taxes.map((tax) => csvRow([month, tax.name, ...columns.map((column) => tax[column])]));
      return Readable.from([csvRow(["month", "tax", ...columns]), ...lines]);
    },
  });
}

/** The columns of the file after the month and the tax. */
const columns = [
  "percent",
  "city",
  "taxed",
  "billed",
  "taxedBack",
  "takenBack",
  "taxedToFile",
  "toFile",
] as const satisfies (keyof BilledTaxShown)[];

const wireTax = ({ tax: { name, zh, percent }, city, taxed, billed, taxedBack, takenBack }: BilledTax) => ({
  name,
  ...(zh && { zh }),
  percent,
  city,
  taxed: wireMoney(taxed),
  billed: wireMoney(billed),
  taxedBack: wireMoney(taxedBack),
  takenBack: wireMoney(takenBack),
  taxedToFile: wireMoney(taxed - taxedBack),
  toFile: wireMoney(billed - takenBack),
});
