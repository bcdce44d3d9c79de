import type { Rows } from "./queries.ts";

/**
 * Adds up the tallies since the last time. A reader at the same moment sees the state before or after, and both
 * have the same sum.
 */
export const foldTallies = async ({ rows }: Rows): Promise<void> => {
  await rows(
    `with gone as (delete from order_tallies where (select count(*) from order_tallies) > 5000 returning *)
     insert into order_tallies (status, month, city, category, orders, total)
     select status, month, city, category, sum(orders), sum(total) from gone group by 1, 2, 3, 4 having sum(orders) <> 0 or sum(total) <> 0`,
  );
};
