import { failureCode } from "#web/session/failure-words.ts";

const codes = new Set(["file_refused", "too_large", "unsupported_media_type"]);

/** Whether a file was refused for what it is: sent again it would be refused again. */
export const isFileRefused = (error: unknown): boolean => codes.has(failureCode(error));
