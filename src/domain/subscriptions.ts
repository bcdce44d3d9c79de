/** How long the link in the first letter confirms an address. */
export const confirmationDays = 7;
