import en from "#messages/en/dashboard.json" with { type: "json" };
import subscriptionsEn from "#messages/en/subscriptions.json" with { type: "json" };
import zh from "#messages/zh/dashboard.json" with { type: "json" };
import subscriptionsZh from "#messages/zh/subscriptions.json" with { type: "json" };
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Reports } from "#contract/admin/dashboard.ts";
import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import type { Language } from "#domain/languages.ts";
import { type SavedTable, tableFile } from "#domain/saved-tables.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { categoryName, cityName } from "#server/mail/vocabulary.ts";
import type { Services } from "#server/services.ts";

/** The words of the page that offers the files. */
const words = { en: { ...en, ...subscriptionsEn }, zh: { ...zh, ...subscriptionsZh } };

type Header = Record<Language, string[]>;
type Word = Exclude<keyof typeof words.en, "$schema">;
const header = (...columns: Word[]): Header => ({
  en: columns.map((column) => words.en[column]),
  zh: columns.map((column) => words.zh[column]),
});
const sums = ["admin_report_placed", "admin_report_completed", "admin_report_gross"] as const;

const stages: Record<keyof Reports["funnel"], Word> = {
  placed: "admin_funnel_placed",
  confirmed: "admin_funnel_confirmed",
  begun: "admin_funnel_begun",
  completed: "admin_funnel_completed",
  cancelled: "admin_funnel_cancelled",
};
const subscriptionFigures: Record<keyof Reports["subscriptions"], Word> = {
  asked: "admin_subscribed_signed_up",
  confirmed: "admin_subscribed_confirmed",
  codesUsed: "admin_subscribed_used",
};
const named = <Name extends string>(
  names: Record<Name, Word>,
  values: Record<Name, number>,
  language: Language,
) => (Object.keys(names) as Name[]).map((name) => [words[language][names[name]], values[name]]);

type File = {
  name: SavedTable;
  header: Header;
  rows: (reports: Reports, language: Language) => (string | number)[][];
};

const files: File[] = [
  {
    name: "months",
    header: header("admin_report_month", ...sums),
    rows: ({ months }) => months.map(({ month, placed, orders, gross }) => [month, placed, orders, gross]),
  },
  {
    name: "earned",
    header: header(
      "admin_report_month",
      "admin_report_earned",
      "admin_report_host_share",
      "admin_report_platform_income",
    ),
    rows: ({ earned }) =>
      earned.map(({ month, amount, hostShare, platformIncome }) => [
        month,
        amount,
        hostShare,
        platformIncome,
      ]),
  },
  {
    name: "cities",
    header: header("admin_report_city", ...sums),
    rows: ({ cities }, language) =>
      cities.map(({ city, placed, orders, gross }) => [
        city ? cityName(city, language) : words[language].admin_report_unknown,
        placed,
        orders,
        gross,
      ]),
  },
  {
    name: "categories",
    header: header("admin_report_category", ...sums),
    rows: ({ categories }, language) =>
      categories.map(({ category, placed, orders, gross }) => [
        category ? categoryName(category, language) : words[language].admin_report_unknown,
        placed,
        orders,
        gross,
      ]),
  },
  {
    name: "utilisation",
    header: header("admin_report_month", "admin_report_percent"),
    rows: ({ utilisation }) => utilisation.map(({ month, percent }) => [month, percent]),
  },
  {
    name: "funnel",
    header: header("admin_report_stage", "admin_report_number"),
    rows: ({ funnel }, language) => named(stages, funnel, language),
  },
  {
    name: "subscriptions",
    header: header("admin_report_subscriptions", "admin_report_number"),
    rows: ({ subscriptions }, language) => named(subscriptionFigures, subscriptions, language),
  },
];

/** Each table of the reports as a file for a spreadsheet, in the reader's language. */
export function serveReports(
  app: FastifyInstance,
  services: Services,
  reports: () => Promise<Reports>,
): void {
  const written = async ({ header, rows }: File, language: Language) =>
    Readable.from([header[language], ...rows(await reports(), language)].map(csvRow));
  for (const file of files) {
    serveCsv(app, services, {
      url: `/api/admin/reports/${file.name}.csv`,
      access: ["view_reports"],
      file: (on) => tableFile(file.name, on),
      rows: (request) => written(file, readerLanguage(request)),
    });
  }
  // These tables are also served under Finance, for readers without the right to reports.
  for (const file of files.filter(({ name }) => name === "months" || name === "earned"))
    serveCsv(app, services, {
      url: `/api/admin/dashboard/finance/${file.name}.csv`,
      access: ["manage_payments"],
      file: (on) => tableFile(file.name === "months" ? "finance" : file.name, on),
      rows: (request) => written(file, readerLanguage(request)),
    });
}
