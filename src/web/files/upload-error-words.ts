import { type DocumentError, documentErrors } from "#domain/papers/documents.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { isTriedAgain } from "./is-file-refused.ts";

const words: Record<DocumentError, () => string> = {
  empty: m.papers_error_empty,
  not_a_picture: m.papers_error_not_a_picture,
  not_a_document: m.papers_error_not_a_document,
  broken: m.papers_error_broken,
  heic: m.papers_error_heic,
  too_many_pixels: m.papers_error_pixels,
  takes_too_long: m.papers_error_slow,
  too_large: m.papers_error_large,
  pdf_too_large: m.papers_error_pdf_large,
  pdf_broken: m.papers_error_pdf_broken,
  pdf_encrypted: m.papers_error_pdf_encrypted,
  pdf_active: m.papers_error_pdf_active,
  pdf_too_many_pages: m.papers_error_pdf_pages,
};

/** The reason why an upload failed, in the reader's language. A file that is sent again by itself is still here. */
export function uploadErrorWords(error: unknown): string {
  if (isTriedAgain(error) || !(error instanceof ApiError)) return m.papers_error_network();
  // An upload that is too large is refused before anything reads the file.
  const code = error.body?.fields?.file?.code ?? error.body?.code;
  const known = documentErrors.find((one) => one === code);
  return known ? words[known]() : sessionErrorWords(error);
}
