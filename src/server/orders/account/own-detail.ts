import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { documentsOf } from "#server/documents/queries.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { moneyOf } from "#server/ledger/order-money.ts";
import { presentMoney } from "#server/ledger/present-money.ts";
import { findLicence } from "#server/papers/queries.ts";
import { hostAddressOf } from "#server/rentals/host-address.ts";
import { shownStretches } from "#server/rentals/stretches.ts";
import type { Services } from "#server/services.ts";
import { presentOwnDetail } from "./present.ts";
import { findPassedStages } from "./queries.ts";
import { carsToBringBack } from "./to-bring-back.ts";

type Reader = { account: Pick<AccountRow, "id" | "email">; language: Language };

/** All that the renter's page of an order shows. */
export async function readOwnDetail(
  services: Services,
  found: Parameters<typeof presentOwnDetail>[1],
  { account, language }: Reader,
) {
  const { orderParts } = services;
  const { db } = services.database;
  const { order } = found;
  const [
    passed,
    conditionRecords,
    stretches,
    changes,
    documents,
    charges,
    money,
    settlement,
    may,
    licence,
    lacks,
    isEnded,
    payUntil,
    returnDenied,
    hostAddress,
    toBringBack,
  ] = await Promise.all([
    findPassedStages(db, order.id),
    orderParts.conditionRecordsOf(db, order.id),
    shownStretches(db, order),
    orderParts.changesOf(db, order),
    documentsOf(db, order.id),
    orderParts.chargesOf(db, order),
    moneyOf(db, order.id),
    settlementOf(services, db, order),
    orderParts.mayChange(services, db, order),
    findLicence(db, account.id),
    order.status === "confirmed" ? orderParts.missingForHandover(services, db, order) : [],
    orderParts.isEnded(db, order),
    orderParts.payUntilOf(services, db, order),
    orderParts.isReturnDenied(db, order),
    hostAddressOf(db, order, services.now()),
    carsToBringBack(db, [order.id]),
  ]);
  return presentOwnDetail(services, found, {
    passed,
    conditionRecords,
    stretches,
    changes,
    documents,
    charges,
    lacks,
    ...(isEnded && { ended: true }),
    ...(returnDenied && { returnDenied }),
    ...(hostAddress && { hostAddress }),
    settlement,
    may,
    toBringBack: toBringBack.get(order.id),
    owner: { email: account.email, licence },
    money: presentMoney(services, money, language, payUntil),
  });
}
