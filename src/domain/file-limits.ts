const megabyte = 1024 * 1024;

/** The most bytes of a photo, of a PDF, and of a file that goes with a message. */
export const largestPicture = 20 * megabyte;
export const largestPdf = 10 * megabyte;
export const largestAttachment = 10 * megabyte;
/** The most bytes of a table: a bank's or a provider's report, or a list of rentals. A file of cars may be larger. */
export const largestTable = 20 * megabyte;

/** A size as people read it: "20 MB". */
export const sizeName = (bytes: number): string => `${bytes / megabyte} MB`;

/** The most pixels and the longest side of a picture: phones and cameras don't make larger ones. */
export const mostPixels = 50_000_000;
export const longestImageSide = 20_000;
