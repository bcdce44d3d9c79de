import { visitStore } from "#web/ui/browser-storage.ts";
import { keepApart } from "#web/session/keep-apart.ts";

const keyOf = (conversationId: string): string => `message ${conversationId}`;

/** The key of the subject of a conversation that is being begun, beside that of its first words. */
export const subjectOf = (draft: string): string => `${draft} subject`;

/** A message that is being written outlives the page, in this browser alone and until the tab is closed. */
export function keepDraft(conversationId: string, text: string): void {
  try {
    if (text) visitStore()?.setItem(keyOf(conversationId), text);
    else visitStore()?.removeItem(keyOf(conversationId));
  } catch {
    // Without storage the words last as long as the page.
  }
}

export type Unsent = { id: string; text: string; isInternal: boolean; attachments: string[] };
const unsentKeyOf = (conversationId: string): string => `unsent ${conversationId}`;

/** The same of messages that are on their way, or did not go. */
export function keepUnsent(conversationId: string, unsent: readonly Unsent[]): void {
  try {
    const store = visitStore();
    if (unsent.length === 0) store?.removeItem(unsentKeyOf(conversationId));
    else store?.setItem(unsentKeyOf(conversationId), JSON.stringify(unsent));
  } catch {
    // Without storage they last as long as the page.
  }
}

export function readUnsent(conversationId: string): Unsent[] {
  try {
    keepApart();
    return JSON.parse(visitStore()?.getItem(unsentKeyOf(conversationId)) ?? "[]") as Unsent[];
  } catch {
    return [];
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
