import { type HostField, plainHostFields } from "#domain/cars/fields.ts";
import type { SubmissionPart } from "#domain/cars/host/fields.ts";
import { m } from "#web/paraglide/messages.js";

/** The form's steps, in their order; each has an address of its own. */
export const formSteps = ["car", "where", "papers", "pictures", "words", "price", "look", "submit"] as const;
export type FormStep = (typeof formSteps)[number];

export const stepNames: Record<FormStep, () => string> = {
  car: m.host_step_car,
  where: m.host_step_where,
  papers: m.host_step_papers,
  pictures: m.host_step_pictures,
  words: m.host_step_words,
  price: m.host_step_price,
  look: m.host_step_look,
  submit: m.host_step_submit,
};

export const stepFields = {
  car: [
    "brand",
    "model",
    "year",
    "trim",
    "category",
    "bodyStyle",
    "colour",
    "seats",
    ...plainHostFields.filter((name) => name !== "trim"),
    "vin",
    "plateNumber",
    "odometer",
  ],
  where: ["city", "zipCode", "handoverAddress", "deliveryMiles"],
  words: ["features", "description", "descriptionZh", "translated"],
  price: ["monthlyPrice", "minRentDays", "maxRentDays", "noticeDays", "instantBook"],
} as const satisfies Partial<Record<FormStep, readonly HostField[]>>;

const stepsOfFields = Object.entries(stepFields) as [keyof typeof stepFields, readonly HostField[]][];

/** The step in which a part of the submission is filled in. */
export function stepOf(part: SubmissionPart): FormStep {
  if (part === "images") return "pictures";
  if (part === "registration" || part === "insurance") return "papers";
  return stepsOfFields.find(([, fields]) => fields.some((field) => field === part))?.[0] ?? "car";
}

export const isStep = (word: string | null): word is FormStep => formSteps.some((step) => step === word);

/** Where a part is filled in: the step's address, and the field in it. */
export const partAddress = (carId: string, part: SubmissionPart): string =>
  `/host/cars/${carId}?step=${stepOf(part)}#car-${part}`;
