/** Focuses the first of the named fields in the order of the page, opens its fold, and selects its text. */
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

/** Puts remembered values where the form has none yet: text, a choice, a tick. */
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

/** Focuses an element that has just appeared, which also scrolls it into view. */
export const lookAt = (element: HTMLElement | null): void => element?.focus();
