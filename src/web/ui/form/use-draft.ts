import { type RefObject, useEffect } from "react";
import { draftEvent } from "./draft-names.ts";

/**
 * Has what was typed into a form put back when React draws it (inline/draft.ts does so where the page comes
 * from the server). The form carries `data-draft`; its `onInput` hears of what was put back.
 */
export function restoreDraft(form: HTMLFormElement): void {
  form.dispatchEvent(new Event(draftEvent, { bubbles: true }));
}

/** Restores a form's draft once the form is there. */
export function useDraft(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (form.current) restoreDraft(form.current);
  }, [form]);
}
