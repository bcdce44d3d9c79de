/** SQL: when the return of a stretch's car was first recorded; `isBy` says by whom, over `back`, and by anybody without it. */
export const firstReturn = (orderId: string, stretch: string, isBy = "true"): string =>
  `(select min(back.finished_at) from condition_records back where back.order_id = ${orderId}
    and back.stretch = ${stretch} and back.kind = 'return' and back.finished_at is not null and ${isBy})`;
