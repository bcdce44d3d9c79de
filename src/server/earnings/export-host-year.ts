import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { wireMoney } from "#domain/money.ts";
import { openIdentities } from "#server/payouts/open-identities.ts";
import type { Services } from "#server/services.ts";
import { findYearOfHosts } from "./queries.ts";

const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0"));
const pageSize = 500;

/**
 * A year's list for filling in tax forms: what renters paid for each host's cars by the day of payment, in all and
 * by month, our share, and the host's rest. It files nothing, and knows neither tax numbers nor which host is
 * above which threshold. Names and postal addresses are Stripe's if Stripe pays the host and gives them, else the
 * host's own from the bank account's form; the row says which, and each opening is noted with `by`. In English, as
 * the forms are.
 */
export async function* exportHostYear(
  services: Pick<Services, "config" | "database" | "log" | "providers" | "secret">,
  { year, by }: { year: number; by: string },
): AsyncGenerator<string> {
  yield csvRow([
    "Host",
    "Name",
    "Email",
    "Postal address",
    "Name and address from",
    "Gross",
    "Platform share",
    "Net",
    "Payouts",
    ...months.map((month) => `Gross ${year}-${month}`),
  ]);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const found = await findYearOfHosts(services.database, { year, after, limit: pageSize });
    const identities = await openIdentities(
      services,
      found.map(({ id }) => id),
      by,
    );
    yield found
      .map(({ id, name, email, gross, net, payouts, byMonth }) =>
        csvRow([
          id,
          identities.get(id)?.name || name,
          email,
          identities.get(id)?.postalAddress ?? "",
          identities.get(id)?.source ?? "",
          wireMoney(gross),
          wireMoney(gross - net),
          wireMoney(net),
          wireMoney(payouts),
          ...months.map((month) => wireMoney(byMonth[month] ?? 0)),
        ]),
      )
      .join("");
    const last = found.at(-1);
    if (!last || found.length < pageSize) return;
    after = last.id;
  }
}
