import { type RefObject, useEffect } from "react";
import { draftEvent } from "./draft-names.ts";

/**
 * Puts the typed text back into a form that React draws (inline/draft.ts does this for a page from the server).
 * The form carries `data-draft`; its `onInput` is called for each value that was put back.
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
