/** What stands in a form's fields now, as typed. */
export function readFields<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string> {
  const typed = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(typed.get(name) ?? "")])) as Record<
    Name,
    string
  >;
}

/** Puts kept words back where the form has none yet. */
export function restoreFields(form: HTMLFormElement, kept: Partial<Record<string, string>>): void {
  for (const [name, value = ""] of Object.entries(kept)) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.value === "") input.value = value;
  }
}

/** Leads to a field, with its words chosen, so that typing replaces them; of several choices to the first. */
export function focusField(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Brings what has just appeared into view, and the reader's attention with it. */
export const lookAt = (element: HTMLElement | null): void => element?.focus();
