const keyOf = (messageId: string): string => `answer ${messageId}`;

/** An answer that is being written outlives the page, in this browser alone and until the tab is closed. */
export function keepAnswer(messageId: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(keyOf(messageId), text);
    else sessionStorage.removeItem(keyOf(messageId));
  } catch {
    // Without storage the words last as long as the page.
  }
}

export function keptAnswer(messageId: string): string {
  try {
    return sessionStorage.getItem(keyOf(messageId)) ?? "";
  } catch {
    return "";
  }
}
