/** A search of orders by words or by attention counts at most this many: nobody reads further. */
export const mostCountedOrders = 1000;
