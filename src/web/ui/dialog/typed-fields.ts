type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Kinds of inputs that hold no words of one's own, or that are looked with and not sent. */
const otherKinds = new Set(["search", "radio", "checkbox", "button", "submit", "reset", "hidden", "range"]);

const textField = (target: EventTarget | null): TextField | undefined =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !otherKinds.has(target.type))
    ? target
    : undefined;

/**
 * Watches the fields of a part of the page: `isTyped` tells whether one that still stands in it holds something else
 * than before somebody typed there. What was sent is no longer in its field.
 */
export function watchTyped(root: HTMLElement): { isTyped: () => boolean; stop: () => void } {
  const before = new Map<TextField, string>();
  const rememberField = (target: EventTarget | null) => {
    const field = textField(target);
    if (field && !before.has(field)) before.set(field, field.value);
  };
  const remember = ({ target }: Event) => rememberField(target);
  // A field is looked at before it is typed in; one may have had the focus from the beginning.
  if (root.contains(document.activeElement)) rememberField(document.activeElement);
  root.addEventListener("focusin", remember);
  return {
    isTyped: () =>
      [...before].some(([field, value]) => root.contains(field) && field.value.trim() !== value.trim()),
    stop: () => root.removeEventListener("focusin", remember),
  };
}

/**
 * Asks `onWouldLose` where Escape, a press beside or the browser's own way of closing would take a dialog away with
 * what was typed in it: the dialog stays.
 */
export function holdTyped(dialog: HTMLDialogElement, onWouldLose: () => void): ReturnType<typeof watchTyped> {
  const watch = watchTyped(dialog);
  const hold = (event: Event) => {
    if (event.target !== dialog && event.type === "cancel") return;
    if (!watch.isTyped()) return;
    event.preventDefault();
    onWouldLose();
  };
  // Chromium lets a second Escape through whatever `cancel` says, so that the key itself is held.
  const onKey = (event: KeyboardEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest("dialog") === dialog;
    if (event.key === "Escape" && !event.isComposing && isOwn) hold(event);
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
