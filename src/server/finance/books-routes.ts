import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { closeMonth, getTrialBalance, reopenMonth } from "#contract/admin/books.ts";
import { Refusal } from "#contract/errors.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";
import { readTrialBalance } from "./books-queries.ts";
import { exportJournal } from "./export-journal.ts";
import { booksOf, closeBooks, reopenBooks } from "./month-books.ts";
import { monthIn } from "./month-in.ts";

/** The books for administrators of payments: closed months, the trial balance, and the journal as a file. */
export function booksRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, closeMonth, async ({ params: { month }, signedIn }) => {
    const asked = { month, by: signedIn.account.id };
    await closeBooks(services, asked);
    return booksOf(services, asked);
  });

  serve(app, reopenMonth, async ({ params: { month }, signedIn }) => {
    const asked = { month, by: signedIn.account.id };
    await reopenBooks(services, asked);
    return booksOf(services, asked);
  });

  serve(app, getTrialBalance, async ({ query: { until = today(services) } }) => {
    const accounts = await readTrialBalance(database, until);
    const sum = (side: "debit" | "credit"): Cents => accounts.reduce((total, row) => total + row[side], 0);
    return {
      until,
      accounts: accounts.map(({ account, debit, credit }) => ({
        account,
        debit: wireMoney(debit),
        credit: wireMoney(credit),
      })),
      debit: wireMoney(sum("debit")),
      credit: wireMoney(sum("credit")),
    };
  });

  serveCsv(app, services, {
    url: "/api/admin/finance/journal",
    access: ["manage_payments"],
    file: (on, request) => tableFile("journal", on, monthIn(request, on)),
    hasMark: false,
    rows(request) {
      const month = monthIn(request, today(services));
      const { format = "csv" } = request.query as { format?: unknown };
      if (format !== "csv") throw new Refusal("malformed", "format must be csv.");
      return Promise.resolve(Readable.from(exportJournal(database, month)));
    },
  });
}
