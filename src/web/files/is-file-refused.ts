import { failureCode } from "#web/session/failure-words.ts";
import { isPassing } from "#web/try-again.ts";

const codes = new Set(["file_refused", "too_large", "unsupported_media_type", "files_spent", "files_full"]);

/** Whether a file was refused for its content or for lack of space. If sent again, it would be refused again. */
export const isFileRefused = (error: unknown): boolean => codes.has(failureCode(error));

/** Whether a file that failed is sent again by itself. */
export const isTriedAgain = (error: unknown): boolean => isPassing(error) && !isFileRefused(error);
