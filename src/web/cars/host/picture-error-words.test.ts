import { expect, it } from "vitest";
import { ApiError } from "#web/api.ts";
import { isFileRefused } from "#web/files/is-file-refused.ts";
import { UploadRefused } from "#web/files/use-uploads.ts";
import { pictureErrorWords } from "./picture-error-words.ts";

const refused = (status: number, code: string) =>
  new ApiError(
    status,
    "",
    JSON.stringify({ code, message: "The server's own.", error: "The server's own." }),
  );

it.each([
  [
    "one too many",
    refused(422, "file_refused"),
    true,
    "A car can have at most 30 photos. Remove one to add another.",
  ],
  ["too many bytes", refused(413, "too_large"), true, "larger than 20 MB"],
  ["no picture", new UploadRefused("broken"), true, "damaged"],
  ["a car that has left", refused(409, "car_not_in_state"), false, "The car’s status has changed"],
  ["a lost network", new TypeError("fetch"), false, "We’ll keep trying."],
  ["a server that is busy", refused(503, "busy"), false, "We’ll keep trying."],
  ["a limit that passes soon", refused(429, "too_many_requests"), false, "We’ll keep trying."],
  ["the day's files", refused(429, "files_spent"), true, ""],
])(
  "the error of a refused picture explains it and decides whether it may be sent again: %s",
  (_, error, isRefused, words) => {
    expect(pictureErrorWords(error)).toContain(words);
    expect(isFileRefused(error)).toBe(isRefused);
  },
);
