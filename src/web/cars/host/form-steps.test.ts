import { expect, it } from "vitest";
import { hostFieldNames, submissionParts } from "#domain/cars/host/fields.ts";
import { formSteps, partAddress, stepFields, stepOf } from "./form-steps.ts";

it("every field of a car is in exactly one step of the form", () => {
  expect(Object.values(stepFields).flat().toSorted()).toEqual([...hostFieldNames].toSorted());
});

it("every part that can be missing has a step of the form", () => {
  for (const part of submissionParts) expect(formSteps).toContain(stepOf(part));
  expect(partAddress("7", "insurance")).toBe("/host/cars/7?step=papers#car-insurance");
  expect(partAddress("7", "monthlyPrice")).toBe("/host/cars/7?step=price#car-monthlyPrice");
});
