/** What the decoder of `hostile-worker.ts` never comes to an end with, and what it takes ever more memory for. */
export const endless = Buffer.from("a file without end");
export const boundless = Buffer.from("a file without measure");
