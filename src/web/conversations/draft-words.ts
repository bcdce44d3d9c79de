import { visitStore } from "#web/ui/browser-storage.ts";
import { keepApart } from "#web/session/keep-apart.ts";

const keyOf = (conversationId: string): string => `message ${conversationId}`;

/** A message that is being written outlives the page, in this browser alone and until the tab is closed. */
export function keepDraft(conversationId: string, text: string): void {
  try {
    if (text) visitStore()?.setItem(keyOf(conversationId), text);
    else visitStore()?.removeItem(keyOf(conversationId));
  } catch {
    // Without storage the words last as long as the page.
  }
}

export function readDraft(conversationId: string): string {
  try {
    keepApart();
    return visitStore()?.getItem(keyOf(conversationId)) ?? "";
  } catch {
    return "";
  }
}
