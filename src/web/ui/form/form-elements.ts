/** Leads to the first field of the page that is named, out of its fold, with its words chosen. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  for (const field of form.elements) {
    const name = field.getAttribute("name") ?? "";
    if (!names.includes(name) || (field instanceof HTMLInputElement && field.type === "hidden")) continue;
    return focus(field);
  }
}

function focus(field: Element): void {
  field.closest("details")?.setAttribute("open", "");
  if (field instanceof HTMLElement) field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Puts what is remembered where the form has nothing yet: words, a choice, a tick. */
export function fillGaps(form: HTMLFormElement, remembered: Partial<Record<string, string>>): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const value = Object.hasOwn(remembered, field.name) ? remembered[field.name] : undefined;
    if (!value) continue;
    if (field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox"))
      field.checked ||= field.value === value;
    else if (field.value === "") field.value = value;
  }
}

/** Brings what has just appeared into view, and the reader's attention with it. */
export const lookAt = (element: HTMLElement | null): void => element?.focus();
