import { keepForVisit, keptForVisit } from "#web/session/kept-for-visit.ts";

const keyOf = (conversationId: string): string => `message ${conversationId}`;

/** The key of the subject of a conversation that is being begun, beside that of its first words. */
export const subjectOf = (draft: string): string => `${draft} subject`;

/** A message that is being written outlives the page, in this browser alone and until the tab is closed. */
export const keepDraft = (conversationId: string, text: string): void =>
  keepForVisit(keyOf(conversationId), text || undefined);

export const readDraft = (conversationId: string): string =>
  (keptForVisit(keyOf(conversationId)) as string | undefined) ?? "";

export type Unsent = { id: string; text: string; isInternal: boolean; attachments: string[] };
const unsentKeyOf = (conversationId: string): string => `unsent ${conversationId}`;

/** The same of messages that are on their way, or did not go. */
export const keepUnsent = (conversationId: string, unsent: readonly Unsent[]): void =>
  keepForVisit(unsentKeyOf(conversationId), unsent.length > 0 ? unsent : undefined);

export const readUnsent = (conversationId: string): Unsent[] =>
  (keptForVisit(unsentKeyOf(conversationId)) as Unsent[] | undefined) ?? [];
