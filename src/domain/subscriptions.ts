/** How long the link in the first email confirms an address. */
export const confirmationDays = 7;
