/** How many cars an account can save: more than anybody looks through. */
export const mostSaved = 500;
