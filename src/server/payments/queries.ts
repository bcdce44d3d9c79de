export { isFirstInstalmentPaid, moneyOf, type OrderMoney } from "#server/ledger/queries.ts";
