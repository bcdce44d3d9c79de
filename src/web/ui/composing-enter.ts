/**
 * Enter that ends a composition (of Chinese, Japanese, Korean) chooses what is written, and sends nothing: no listener
 * of the page hears it. Safari says that the composition has ended before it presses the key, which it marks by its
 * code alone, and would send the form.
 */
export function keepComposingEnter(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" && event.key !== "Process") return;
      // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells Safari's key apart
      const isLast = !event.isComposing && event.keyCode === composingKey;
      if (!event.isComposing && !isLast) return;
      event.stopImmediatePropagation();
      if (isLast) event.preventDefault();
    },
    true,
  );
}

/** What browsers give for `keyCode` while an input method takes the keys (UI Events, 5.3). */
const composingKey = 229;
