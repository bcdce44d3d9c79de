/**
 * Keeps what people type into every form with `data-draft`, under the name that it gives, and puts it back: after a
 * reload, in the other language, with Back, and where the same form is on another page. The script is in the head, so
 * it works before the application and without it. It keeps only values that differ from those that the page was sent
 * with, and never a password, a card, a code that works once, or a field with `data-secret`. The values in the
 * address win: on another address only empty fields are filled. The draft of a form is forgotten when the form is
 * reset, or when it asks its own page again: then its words are in the address.
 */
import { keepApart } from "#web/session/keep-apart.ts";
import { visitStore } from "#web/ui/browser-storage.ts";
import { draftEvent, draftKey } from "#web/ui/form/draft-names.ts";

type Values = Record<string, string | boolean>;
type Draft = { at: string; values: Values };
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const longest = 5000;
const neverKept = new Set(["hidden", "password", "file", "submit", "button", "reset", "image"]);

function readAll(): Record<string, Draft> {
  try {
    return (JSON.parse(visitStore()?.getItem(draftKey) ?? "{}") as Record<string, Draft> | null) ?? {};
  } catch {
    return {};
  }
}

function change(form: HTMLFormElement, draft: Draft | undefined): void {
  const all = readAll();
  const name = nameOf(form);
  if (draft) all[name] = draft;
  else delete all[name];
  try {
    visitStore()?.setItem(draftKey, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing only loses the convenience.
  }
}

const nameOf = (form: HTMLFormElement): string => form.dataset.draft ?? "";

/** The address of this page without its language. */
function here(): string {
  const query = new URLSearchParams(location.search);
  query.delete("lang");
  query.sort();
  return `${location.pathname}?${query}`;
}

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== "" &&
      !neverKept.has(element.type) &&
      !element.hasAttribute("data-secret") &&
      !/password|cc-|one-time/.test(element.autocomplete),
  );

/** The key that a field is kept under, its value now, and the value that the page was sent with. */
function stateOf(field: Field): { key: string; now: string | boolean; sent: string | boolean } {
  if (field instanceof HTMLSelectElement) {
    const sent = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    return { key: field.name, now: field.value, sent: sent?.value ?? "" };
  }
  if (field.type === "checkbox" || field.type === "radio") {
    const choice = field as HTMLInputElement;
    return { key: `${field.name}=${field.value}`, now: choice.checked, sent: choice.defaultChecked };
  }
  return { key: field.name, now: field.value, sent: field.defaultValue };
}

function save(form: HTMLFormElement): void {
  const values: Values = {};
  for (const { key, now, sent } of fieldsOf(form).map(stateOf))
    if (now !== sent && String(now).length <= longest) values[key] = now;
  change(form, Object.keys(values).length ? { at: here(), values } : undefined);
}

function restore(form: HTMLFormElement, announces: boolean): void {
  keepApart();
  const draft = readAll()[nameOf(form)];
  if (!draft?.values) return;
  for (const field of fieldsOf(form)) {
    const { key, now, sent } = stateOf(field);
    const kept = Object.hasOwn(draft.values, key) ? draft.values[key] : undefined;
    if (kept === undefined || typeof kept !== typeof sent || now !== sent || (sent && draft.at !== here()))
      continue;
    if (typeof kept === "boolean") (field as HTMLInputElement).checked = kept;
    else field.value = kept;
    if (announces) field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Listens to events of forms with a draft. It also works where another listener stops the event later. */
function on(event: string, act: (form: HTMLFormElement) => void): void {
  addEventListener(
    event,
    ({ target }) => {
      const form = target instanceof HTMLFormElement ? target : (target as Partial<Field> | null)?.form;
      if (form?.dataset.draft) act(form);
    },
    true,
  );
}

on("input", save);
on("change", save);
on("reset", (form) => change(form, undefined));
on("submit", (form) => {
  if (form.method === "get" && new URL(form.action).pathname === location.pathname) change(form, undefined);
});
on(draftEvent, (form) => restore(form, true));
document.addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) restore(form, false);
});
