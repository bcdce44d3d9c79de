import { fileErrorWords } from "#web/admin/words/file-error-words.ts";
import type { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

const refusals = new Map<string, () => string>([
  ["import_under_way", m.admin_upload_under_way],
  ["too_large", m.admin_upload_large],
]);

/** Why a whole file was refused, in the reader's language if possible; `unexplained` if nobody says why. */
export const refusedUploadWords = (error: ApiError, unexplained: string): string =>
  error.body?.file
    ? fileErrorWords(error.body.file)
    : (refusals.get(failureCode(error))?.() ?? sessionErrorWords(error, unexplained));
