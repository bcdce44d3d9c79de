type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers the values in the fields of a translated page before the application takes over, because the application
 * draws such a page again. Returns a function that puts the values back.
 */
export function typedInTranslated(): () => void {
  const typed = fields().map((field) => [nameOf(field), valueOf(field)] as const);
  return () => {
    const known = new Map(typed);
    for (const field of fields()) {
      const value = known.get(nameOf(field));
      if (value !== undefined && value !== valueOf(field)) put(field, value);
    }
  };
}

const fields = (): Field[] =>
  [...document.querySelectorAll<Field>("input,textarea,select")].filter(({ type }) => type !== "file");

const nameOf = (field: Field): string =>
  [field.form?.id, field.id, field.name, field.type === "radio" ? field.value : ""].join(" ");

const isTicked = (field: Field): field is HTMLInputElement =>
  field.type === "radio" || field.type === "checkbox";
const valueOf = (field: Field): string => (isTicked(field) ? String(field.checked) : field.value);

/** Acts like typing: React notices a new value only if the element's own setter is called. */
function put(field: Field, value: string): void {
  if (isTicked(field)) {
    if (String(field.checked) !== value) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}
