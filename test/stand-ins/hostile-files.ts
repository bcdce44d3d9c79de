/** What the decoder of `hostile-worker.ts` never comes to an end with, and what it takes ever more memory for. */
export const endless = Buffer.from("a file without end");
export const boundless = Buffer.from("a file without measure");
/** What it does nothing at all with, as on a machine that gives it no time. */
export const waiting = Buffer.from("a file that waits");
/** What it falls over, and what something else ends it at. */
export const fatal = Buffer.from("a file that is fatal");
export const killed = Buffer.from("a file beside which memory runs out");
