import type { IsoDate } from "#domain/dates.ts";
import { hostShareEntries } from "#domain/payments/ledger.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { ledgerTransactions } from "#server/db/schema/money/payments.ts";
import { makePayouts } from "#server/payouts/make-payouts.ts";
import { post } from "#server/ledger/post.ts";
import { type Services, today } from "#server/services.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { eq } from "drizzle-orm";

/** A bank account that passes every check. */
export const bankAccount = {
  holder: "Ana Pérez",
  postalAddress: "1 Main St\nFremont, CA 94536",
  bank: "Bay Credit Union",
  routingNumber: "121000358",
  accountNumber: "000123456789",
};

type Credit = {
  hostId: string;
  orderId: string;
  amount: number;
  payableOn: IsoDate;
  awaitsPickup?: boolean;
  rule?: "charge" | "take_back";
  instalmentId?: string;
  stretch?: number;
};

/** Credits a host in the books with an amount in cents for an order. */
export const creditHost = (
  services: Services,
  { payableOn, awaitsPickup = false, rule = "take_back", stretch = 1, ...credit }: Credit,
) =>
  services.database.transaction(async (tx) => {
    const key = `test-credit:${crypto.randomUUID()}`;
    await post(services, tx, {
      key,
      kind: "host_share",
      orderId: credit.orderId,
      actor: "system",
      entries: hostShareEntries([credit]),
    });
    const [written] = await tx
      .select({ id: ledgerTransactions.id })
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.key, key));
    await tx.insert(hostCredits).values({
      ...credit,
      payableOn,
      awaitsPickup,
      stretch,
      // By default a credit by hand, which does not count as a share of the order.
      rule,
      sharePercent: 80,
      lines: [],
      gross: 0,
      paidOn: today(services),
      transactionId: written?.id ?? 0,
      creditedOn: today(services),
      createdAt: new Date(services.now()),
    });
  });

/** Calls about payouts, on the product that `app` returns once it has started. */
export function payoutCalls(app: () => TestApp) {
  const call = (who: Person, method: "GET" | "PUT" | "POST", url: string, payload?: object) =>
    app().app.inject({ method, url, headers: who.authorization, ...(payload && { payload }) });
  const saveDetails = (who: Person, details: object = bankAccount) =>
    call(who, "PUT", "/api/host/payout-details", details);
  const setClock = (at: string): void => {
    const instant = Date.parse(at);
    app().services.now = () => instant;
  };
  return { call, saveDetails, setClock, run: () => makePayouts(app().services) };
}
