import { isComposing } from "#web/ui/composing-enter.ts";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Kinds of inputs without text of the person's own, or for searching only. */
const otherKinds = new Set(["search", "radio", "checkbox", "button", "submit", "reset", "hidden", "range"]);

const textField = (target: EventTarget | null): TextField | undefined =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !otherKinds.has(target.type))
    ? target
    : undefined;

/**
 * Watches the fields of a part of the page: `isTyped` says whether a field that is still there differs from its
 * value before somebody typed in it. Text that was sent is no longer in its field.
 */
export function watchTyped(root: HTMLElement): { isTyped: () => boolean; stop: () => void } {
  const before = new Map<TextField, string>();
  const rememberField = (target: EventTarget | null) => {
    const field = textField(target);
    if (field && !before.has(field)) before.set(field, field.value);
  };
  const remember = ({ target }: Event) => rememberField(target);
  // A field's value is remembered when it gets the focus; one field may have had the focus from the beginning.
  if (root.contains(document.activeElement)) rememberField(document.activeElement);
  root.addEventListener("focusin", remember);
  return {
    isTyped: () =>
      [...before].some(([field, value]) => root.contains(field) && field.value.trim() !== value.trim()),
    stop: () => root.removeEventListener("focusin", remember),
  };
}

/**
 * Keeps a dialog with typed text open, and calls `onWouldLose`, when Escape, a press beside it or the browser's
 * own way of closing would close it.
 */
export function holdTyped(dialog: HTMLDialogElement, onWouldLose: () => void): ReturnType<typeof watchTyped> {
  const watch = watchTyped(dialog);
  const hold = (event: Event) => {
    if (event.target !== dialog && event.type === "cancel") return;
    if (!watch.isTyped()) return;
    event.preventDefault();
    onWouldLose();
  };
  // Chromium closes the dialog at a second Escape even if `cancel` is prevented, so the key itself is stopped.
  const onKey = (event: KeyboardEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest("dialog") === dialog;
    if (event.key === "Escape" && !isComposing(event) && isOwn) hold(event);
  };
  dialog.addEventListener("cancel", hold);
  dialog.addEventListener("keydown", onKey);
  return {
    isTyped: () => dialog.open && watch.isTyped(),
    stop() {
      watch.stop();
      dialog.removeEventListener("cancel", hold);
      dialog.removeEventListener("keydown", onKey);
    },
  };
}
