import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Sets a form's fields to what the address says whenever the address changes (back, forward, a filter's
 * link). Not at the first look: somebody may have typed before the application came.
 */
export function useFieldsFromAddress(form: RefObject<HTMLFormElement | null>): void {
  const { search } = useLocation();
  const seen = useRef(search);

  useEffect(() => {
    if (seen.current === search) return;
    seen.current = search;
    const query = new URLSearchParams(search);
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement && field.type !== "hidden")
        field.value = query.get(field.name) ?? "";
      if (field instanceof HTMLSelectElement) selectOption(field, query.get(field.name) ?? "");
    }
  }, [form, search]);
}

/** A select without an option for "nothing said" shows its first. */
function selectOption(select: HTMLSelectElement, value: string): void {
  select.value = value;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
}
