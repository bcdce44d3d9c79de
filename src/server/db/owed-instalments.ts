/** SQL over `instalments`: it stands and isn't paid in full. */
export const isOwed = (alias = "instalments"): string =>
  `${alias}.dropped_at is null and ${alias}.paid < ${alias}.amount`;

/**
 * SQL over `instalments`: its day has passed, and its order owes `least` or more. A smaller sum is never overdue: it
 * waits for what falls due next.
 */
export const isOverdue = ({ today, least }: { today: string; least: string }): string =>
  `${isOwed()} and instalments.due_on < ${today} and (select sum(due.amount - due.paid) from instalments due
    where due.order_id = instalments.order_id and ${isOwed("due")} and due.due_on <= ${today}) >= ${least}`;
