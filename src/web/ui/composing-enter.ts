/**
 * Enter that ends a composition (of Chinese, Japanese, Korean) chooses the written text and sends nothing: no
 * listener of the page gets this key. Safari reports the end of the composition before the key, would send the
 * form, and marks the key only by its code.
 */
export function keepComposingEnter(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" && event.key !== "Process") return;
      if (!isComposing(event)) return;
      const isLast = !event.isComposing;
      event.stopImmediatePropagation();
      if (isLast) event.preventDefault();
    },
    true,
  );
}

/** Whether a key belongs to a composition, the key that ends it too. */
export const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells Safari's key apart
  event.isComposing || event.keyCode === composingKey;

/** The `keyCode` that browsers report while an input method handles the keys (UI Events, 5.3). */
const composingKey = 229;
