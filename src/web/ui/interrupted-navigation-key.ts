/** The key under which a visit keeps the page that was left and the page that was wanted. */
export const interruptedNavigationKey = "longbay-wanted";
