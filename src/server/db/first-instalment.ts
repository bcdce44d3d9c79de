import { leastCharge } from "#domain/payments/payments.ts";

/** SQL over `instalments`: the first of an order's price. A charge beside the price may have its number. */
export const isFirstInstalment = (alias = "instalments"): string =>
  `${alias}.number = 1 and ${alias}.charge_id is null and ${alias}.dropped_at is null`;

/** SQL over `instalments`: it asks for money. A rest below the least charge isn't a debt. */
const asksForMoney = (alias: string): string =>
  `(${alias}.paid < ${alias}.amount and ${alias}.amount - ${alias}.paid >= ${leastCharge})`;

const existsFirst = (order: string, condition: string): string =>
  `exists (select from instalments first where first.order_id = ${order} and ${isFirstInstalment("first")} and ${condition})`;

/** SQL: the first instalment is paid, an amount of 0 too. `order` is the order's id. */
export const isFirstInstalmentPaidOf = (order: string): string =>
  existsFirst(order, `not ${asksForMoney("first")}`);

/** SQL over `orders`: the first instalment is not paid. */
export const owesFirstInstalment = existsFirst("orders.id", asksForMoney("first"));

/** SQL: the first instalment is paid, and some money of its renter has come in for it. */
export const hasPaidFirstInstalment = (order: string): string =>
  existsFirst(order, `first.paid > 0 and not ${asksForMoney("first")}`);
