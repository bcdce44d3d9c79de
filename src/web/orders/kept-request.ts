import type { RequestValues } from "./request.ts";
import { forgetTexts, keepTexts, keptTexts } from "./visit-storage.ts";

const key = "longbay.request";
const fields = ["customerName", "customerEmail", "customerPhone", "pickupLocation"] as const satisfies (keyof RequestValues)[];

/** Who asks, kept for the next car when somebody else was quicker with this one. */
export const keepRequest = (values: RequestValues): void => keepTexts(key, Object.fromEntries(fields.map((field) => [field, values[field]])));

/** Fills what is still empty of a form with what was kept. */
export function restoreRequest(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(keptTexts(key, fields))) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.value === "") input.value = value;
  }
}

export const forgetRequest = (): void => forgetTexts(key);
