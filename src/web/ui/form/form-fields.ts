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

/** Leads to a field, with its words chosen, so that typing replaces them; of several choices to the first. */
export function focusField(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
