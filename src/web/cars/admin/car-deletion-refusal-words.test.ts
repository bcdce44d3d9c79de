import { expect, test } from "vitest";
import { ApiError } from "#web/api.ts";
import { carDeletionRefusalWords } from "./car-deletion-refusal-words.ts";

const refused = (message: string, code = "car_has_open_orders") =>
  new ApiError(409, "Conflict", JSON.stringify({ code, message, error: message }));

test.each([
  [
    "an order that has it",
    refused("Toyota can't be deleted: it is promised to somebody (LB-2026-7 and 2 more)."),
    "Toyota has an open order (LB-2026-7). Complete or cancel it first.",
  ],
  [
    "somebody who is booking it",
    refused("Toyota can't be deleted: somebody is booking it right now. Please try again in half an hour."),
    "Somebody is booking this car right now. Please try again in half an hour.",
  ],
  ["anything else", refused("There is no such car.", "car_not_found"), undefined],
])("a car that can't be deleted says why: %s", (_, error, words) => {
  expect(carDeletionRefusalWords(error, "Toyota")).toBe(words);
});
