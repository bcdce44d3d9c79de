import { isEmailAddress } from "#domain/people/email-address.ts";
import { type LiabilityOption, liabilityOptions } from "#domain/pricing/insurance.ts";
import type { KeptForm } from "#web/orders/cached-renter.ts";

/**
 * The fields of the information page in the order of the page; mobile, the address and the hour may stay
 * empty.
 */
export const informationFields = [
  "firstName",
  "lastName",
  "email",
  "mobile",
  "pickupLocation",
  "pickupTime",
  "insurance",
  "age",
  "experience",
] as const satisfies readonly (keyof KeptForm)[];
export type InformationField = (typeof informationFields)[number];

export function readInformation(form: HTMLFormElement): KeptForm {
  const typed = new FormData(form);
  const read = (name: InformationField): string => String(typed.get(name) ?? "").trim();
  return Object.fromEntries(informationFields.map((name) => [name, read(name)])) as KeptForm;
}

/** The fields that stand in the way, in the order of the page. */
export function informationErrors(values: KeptForm): InformationField[] {
  const isFine: Record<InformationField, boolean> = {
    firstName: values.firstName !== "",
    lastName: values.lastName !== "",
    email: isEmailAddress(values.email),
    mobile: true,
    pickupLocation: true,
    pickupTime: true,
    insurance: liabilityOf(values.insurance) !== undefined,
    age: values.age !== "",
    experience: values.experience !== "",
  };
  return informationFields.filter((name) => !isFine[name]);
}

export const liabilityOf = (text: string | null): LiabilityOption | undefined =>
  liabilityOptions.find((option) => option === text);

/** Puts kept words and choices back where the form has none yet. */
export function restoreInformation(form: HTMLFormElement, kept: Partial<KeptForm>): void {
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
    const name = informationFields.find((field) => field === element.name);
    const value = name && kept[name];
    if (!value) continue;
    if (element instanceof HTMLInputElement && (element.type === "radio" || element.type === "checkbox"))
      element.checked ||= element.value === value;
    else if (element.value === "") element.value = value;
  }
}

export function focusField(form: HTMLFormElement, name: InformationField): void {
  const found = form.elements.namedItem(name);
  const element = found instanceof RadioNodeList ? found[0] : found;
  if (element instanceof HTMLElement) element.focus();
}
