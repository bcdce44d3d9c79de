/** The first file keeps the decoder of `hostile-worker.ts` busy forever, the second fills the memory. */
export const endless = Buffer.from("a file without end");
export const boundless = Buffer.from("a file without measure");
/** A file at which the decoder stops and waits, as on a machine that gives it no time. */
export const waiting = Buffer.from("a file that waits");
/** At the first file the decoder crashes, at the second the system kills it. */
export const fatal = Buffer.from("a file that is fatal");
export const killed = Buffer.from("a file beside which memory runs out");
