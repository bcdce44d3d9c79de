/** Orders by words or by what they want are counted no further than this: nobody reads on. */
export const mostCountedOrders = 1000;
