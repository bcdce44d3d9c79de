import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { DocumentError } from "#domain/papers/documents.ts";
import { ApiError } from "#web/api.ts";
import { PaperNotTaken } from "./paper-not-taken.tsx";

const refused = (status: number, code: string, field?: DocumentError) => {
  const message = "The server's own sentence.";
  const fields = field && { file: { code: field, message } };
  return new ApiError(status, "", JSON.stringify({ code, message, error: message, fields }));
};
const shown = (error: unknown) =>
  renderToStaticMarkup(<PaperNotTaken error={error} onRetry={() => undefined} onGiveUp={() => undefined} />);

it.each([
  ["a PDF that is locked", refused(422, "file_refused", "pdf_encrypted"), "This PDF is locked."],
  ["a PDF that is too large", refused(413, "too_large", "pdf_too_large"), "This PDF is larger than 10 MB."],
  ["a file cut off for its size", refused(413, "too_large"), "This file is larger than 20 MB."],
  [
    "what is neither photo nor PDF",
    refused(415, "unsupported_media_type", "not_a_document"),
    "Please choose a photo",
  ],
])("a refused paper is explained in the host's language and not sent again: %s", (_, error, words) => {
  expect(shown(error)).toContain(words);
  expect(shown(error)).not.toContain("<button");
});

it.each([
  ["a lost network", new TypeError("Failed to fetch"), "we’ll keep trying"],
  ["a server that is busy", refused(503, "busy"), "we’ll keep trying"],
])(
  "a paper that may be accepted later has buttons to send it again and to give it up: %s",
  (_, error, words) => {
    expect(shown(error)).toContain(words);
    expect(shown(error).match(/<button/g)).toHaveLength(2);
    expect(shown(error)).not.toContain("The server");
  },
);

it("the host learns that a car which accepts no more papers has changed", () => {
  expect(shown(refused(409, "car_not_in_state"))).toContain("The car’s status has changed in the meantime.");
});
