import { globSync, readFileSync } from "node:fs";
import { type QueryKey, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { hostCalendarQuery } from "#web/calendar/queries.ts";
import { adminCarsQuery } from "#web/cars/admin/queries.ts";
import { ownCarsQuery } from "#web/cars/host/queries.ts";
import { adminConversationQuery } from "#web/conversations/admin/queries.ts";
import { threadQuery } from "#web/conversations/queries.ts";
import { agreementQuery } from "#web/documents/queries.ts";
import { hostMoneyQuery } from "#web/earnings/admin/queries.ts";
import { hostEarningsQuery } from "#web/earnings/host/queries.ts";
import { adminUserQuery } from "#web/accounts/admin/queries.ts";
import { overviewQuery, ownOrderQuery } from "#web/orders/account/queries.ts";
import { adminOrderQuery } from "#web/orders/admin/queries.ts";
import { hostTripQuery } from "#web/orders/host/queries.ts";
import { licenceQuery, verificationsQuery } from "#web/papers/queries.ts";
import { bankListQuery } from "#web/payouts/admin/queries.ts";
import { returnQuoteQuery } from "#web/trips/queries.ts";
import { makeStale } from "./make-stale.ts";

const queries: Record<string, { queryKey: QueryKey }> = {
  adminOrder: adminOrderQuery("1"),
  adminUser: adminUserQuery("1"),
  agreement: agreementQuery("1"),
  bankList: bankListQuery,
  fleet: adminCarsQuery({ q: "", category: "" }),
  hostCalendar: hostCalendarQuery({ from: "2027-01-01", until: "2027-02-01" }),
  hostEarnings: hostEarningsQuery,
  hostMoney: hostMoneyQuery("1"),
  hostTrip: hostTripQuery("1"),
  inbox: adminConversationQuery("1"),
  licence: licenceQuery,
  overview: overviewQuery,
  ownCars: ownCarsQuery,
  ownOrder: ownOrderQuery("1"),
  returnQuote: returnQuoteQuery("1"),
  thread: threadQuery("1"),
  verifications: verificationsQuery("submitted"),
};
const ofAdmin = ["adminOrder", "adminUser", "bankList", "fleet", "hostMoney", "inbox", "verifications"];
const ofHost = ["hostCalendar", "hostEarnings", "hostTrip", "ownCars"];

async function staleAfter(...changed: Parameters<typeof makeStale>[1][]): Promise<string[]> {
  const cache = new QueryClient();
  for (const { queryKey } of Object.values(queries)) cache.setQueryData(queryKey, {});
  await makeStale(cache, ...changed);
  return Object.entries(queries)
    .filter(([, { queryKey }]) => cache.getQueryState(queryKey)?.isInvalidated)
    .map(([name]) => name);
}

test.each([
  ["order", [...ofAdmin, ...ofHost, "agreement", "overview", "ownOrder", "returnQuote"]],
  ["car", [...ofAdmin, ...ofHost]],
  ["money", [...ofAdmin, ...ofHost]],
  ["person", ofAdmin],
  ["conversation", ["inbox", "thread"]],
] as const)("a write to a subject makes everything that shows it stale: %s", async (subject, expected) => {
  expect(new Set(await staleAfter(subject))).toEqual(new Set(expected));
});

test("a stale query takes only the queries below its address with it", async () => {
  expect(await staleAfter(licenceQuery)).toEqual(["licence"]);
  expect(await staleAfter({ queryKey: ["api", "orders", "1"] }, licenceQuery)).toEqual([
    "agreement",
    "licence",
    "returnQuote",
  ]);
});

test("no other module decides what a write makes stale", () => {
  const files = globSync("src/web/**/*.{ts,tsx}").filter((file) => !/\.test\.|paraglide/.test(file));
  expect(files.filter((file) => readFileSync(file, "utf8").includes("invalidateQueries")).sort()).toEqual([
    // Announced changes are narrower, and a changed order stays at its place in an administrator's lists.
    "src/web/events/keep-live.ts",
    "src/web/make-stale.ts",
    "src/web/orders/admin/queries.ts",
  ]);
});
