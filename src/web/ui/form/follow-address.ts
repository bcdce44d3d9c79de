import { type RefObject, useEffect, useRef } from "react";

/** A form whose fields follow the address when it changes, except the field in which somebody types. */
export function useFollowingForm(
  values: Record<string, string | undefined>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const written = JSON.stringify(values);
  useEffect(() => {
    const now = JSON.parse(written) as typeof values;
    for (const [name, value] of Object.entries(now)) {
      const field = form.current?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (isField && field !== document.activeElement) field.value = value ?? "";
    }
  }, [written]);
  return form;
}
