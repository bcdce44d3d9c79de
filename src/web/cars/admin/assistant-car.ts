import type { AdminCar } from "#contract/admin/cars.ts";
import { publicFacts } from "#domain/cars/fields.ts";
import { pick } from "#domain/pick.ts";
import type { AssistantCar } from "#web/cars/admin/assistant/suggestions.ts";
import type { ReplacedValue } from "#web/cars/admin/assistant/used-notice.tsx";
import type { Use } from "#web/cars/admin/assistant/assistant-panel.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { readForm } from "#web/cars/admin/car-form-errors.ts";
import { carFormId } from "#web/cars/admin/car-form.tsx";
import { carBody, typedOf } from "#web/cars/admin/car-values.ts";

const form = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>(`#${carFormId}`);

function textField(name: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const field = form()?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined;
}

/** The facts, besides the features, that the assistant may know about a car. No plate, no insurance. */
const facts = [
  "name",
  "brand",
  "model",
  "year",
  "category",
  "monthlyPrice",
  ...publicFacts,
  "colour",
  "city",
  "state",
  "minRentDays",
  "description",
] as const;

/** The car's facts for the assistant, with its features in the page's words. */
export const assistantCar = (
  id: string,
  body: ReturnType<typeof carBody>,
  featureWord: (feature: string) => string,
): AssistantCar => ({ id, ...pick(body, facts), features: body.features?.map(featureWord) });

/** The car's values in the form, saved or not. */
export function typedCar(saved: AdminCar, featureWord: (feature: string) => string): AssistantCar {
  const shown = form();
  const typed = shown ? readForm(shown) : typedOf(saved);
  return assistantCar(saved.id, carBody(typed, {}), featureWord);
}

/**
 * Puts a suggestion into the form, where the user can change it. It is saved with the car. Returns the values
 * before and after.
 */
export function putIntoForm(use: Use): ReplacedValue | undefined {
  const name =
    "monthlyPrice" in use ? "monthlyPrice" : currentLanguage() === "zh" ? "descriptionZh" : "description";
  const field = textField(name);
  if (!field) return undefined;
  const [before, after] = [field.value, "monthlyPrice" in use ? use.monthlyPrice : use.description];
  field.value = after;
  toast({ title: m.assistant_used() });
  return { field: name, before, after };
}

/** Restores the value that a suggestion replaced. */
export function takeFromForm({ field: name, before }: ReplacedValue): void {
  const field = textField(name);
  if (!field) return;
  field.value = before;
  field.focus();
}
