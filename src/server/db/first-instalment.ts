import { leastCharge } from "#domain/payments/payments.ts";

/** SQL: the first instalment is paid, except perhaps a rest below the least charge. `order` is the order's id. */
export const isFirstInstalmentPaidOf = (order: string): string =>
  `exists (select from instalments first where first.order_id = ${order} and first.number = 1 and first.charge_id is null
     and first.dropped_at is null and first.paid > 0 and first.amount - first.paid < ${leastCharge})`;

/** SQL over `orders`: the first instalment is not paid. A rest below the least charge is no debt. */
export const owesFirstInstalment = `exists (select from instalments first where first.order_id = orders.id and first.number = 1
  and first.dropped_at is null and first.paid < first.amount and first.amount - first.paid >= ${leastCharge})`;
