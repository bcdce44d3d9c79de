import type { FormEvent } from "react";
import { m } from "#web/paraglide/messages.js";
import type { CardErrorCode } from "#web/ui/form/card/card-check.ts";

/** Formats text that is typed at the end of a field; a correction in the middle is left alone. */
export function shape(shaped: (typed: string) => string) {
  return ({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) => {
    const isTyping = nativeEvent instanceof InputEvent;
    // Text that an input method is still composing must not be changed.
    if (isTyping && nativeEvent.isComposing) return;
    const isDeleting = isTyping && nativeEvent.inputType.startsWith("delete");
    if (!isDeleting && input.selectionStart === input.value.length) input.value = shaped(input.value);
  };
}

export function cardErrorWords(code: CardErrorCode): string {
  if (code === "missing") return m.checkout_error_missing();
  if (code === "number") return m.checkout_error_number();
  if (code === "cvv_3" || code === "cvv_4") return m.checkout_error_cvv({ count: code === "cvv_4" ? 4 : 3 });
  return code === "expiry_past" ? m.checkout_error_expired() : m.checkout_error_expiry();
}
