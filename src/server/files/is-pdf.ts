/** A PDF begins within this many bytes: some programs write a mark or a line before it. */
const mostBefore = 1024;

/** Whether a file is a PDF by its first bytes, whatever it is called. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, mostBefore).includes("%PDF-");
