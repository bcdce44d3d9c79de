/** Where a visit keeps which page was left, and for which. */
export const wantedKey = "longbay-wanted";
