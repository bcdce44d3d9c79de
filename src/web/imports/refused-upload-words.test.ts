import { expect, test } from "vitest";
import { ApiError } from "#web/api.ts";
import { refusedUploadWords } from "./refused-upload-words.ts";

const refused = (status: number, body: object) =>
  new ApiError(
    status,
    "",
    JSON.stringify({ message: "The server's own.", error: "The server's own.", ...body }),
  );

test.each([
  [
    "another import",
    refused(409, { code: "import_under_way" }),
    "Another import is running. Please try again when it’s done.",
  ],
  ["its size", refused(413, { code: "too_large" }), "This file is too large."],
  [
    "what it is",
    refused(422, { code: "file_refused", file: { code: "zip_empty" } }),
    "The ZIP file has no photos in numbered folders.",
  ],
])("the page explains in its own language why a file of cars is refused: %s", (_, error, words) => {
  expect(refusedUploadWords(error, "Failed")).toBe(words);
});
