import { visitDrafts } from "#web/session/drafts.ts";

const keyOf = (conversationId: string): string => `message ${conversationId}`;

/** The key of a new conversation's subject, which is kept beside the text of its first message. */
export const subjectOf = (draft: string): string => `${draft} subject`;

/** Keeps the draft of a message when the page closes, only in this browser and until the tab is closed. */
export const keepDraft = (conversationId: string, text: string): void =>
  visitDrafts.keep(keyOf(conversationId), text || undefined);

export const readDraft = (conversationId: string): string =>
  (visitDrafts.read(keyOf(conversationId)) as string | undefined) ?? "";

export type Unsent = { id: string; text: string; isInternal: boolean; attachments: string[] };
const unsentKeyOf = (conversationId: string): string => `unsent ${conversationId}`;

/** Keeps messages that are being sent or failed in the same way. */
export const keepUnsent = (conversationId: string, unsent: readonly Unsent[]): void =>
  visitDrafts.keep(unsentKeyOf(conversationId), unsent.length > 0 ? unsent : undefined);

export const readUnsent = (conversationId: string): Unsent[] =>
  (visitDrafts.read(unsentKeyOf(conversationId)) as Unsent[] | undefined) ?? [];
