/** `waitsForPayment` of the domain in SQL over `orders`. */
export const awaitsPayment =
  "(orders.status = 'pending' and coalesce(orders.host_answer = 'accepted', false))";
