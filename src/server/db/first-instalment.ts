import { leastCharge } from "#domain/payments/payments.ts";

/** SQL over `orders`: their first instalment isn't paid. What is less than providers charge is no debt. */
export const owesFirstInstalment = `exists (select from instalments first where first.order_id = orders.id and first.number = 1
  and first.dropped_at is null and first.paid < first.amount and first.amount - first.paid >= ${leastCharge})`;
